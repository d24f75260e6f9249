/**
 * `npm run bench`: how the cost of everyday requests grows with the mailbox. The machine's speed cancels out: each
 * figure is a median over interleaved rounds, and what counts is the ratio of the large account to the small one.
 */
import { cpus, totalmem } from "node:os";
import { startSuite } from "../../server/src/testing/suite.ts";
import { importMessages } from "../../server/src/features/mail/index.ts";
import type { Actor } from "../../server/src/engine/index.ts";
import { mailbox } from "./mailbox.ts";

const SMALL = 1_000;
const LARGE = Number(process.argv[2] ?? 20_000);
const ROUNDS = 40;
const NEWEST = [{ property: "receivedAt", isAscending: false }];

type Call = [name: string, args: object, id: string];

const suite = await startSuite();
const { engine } = suite.suite;
try {
  console.log(
    `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}; durability off`,
  );
  const small = await fill("bob", SMALL);
  const large = await fill("carol", LARGE);
  console.log(
    `\nmedian of ${ROUNDS} rounds in ms     ${SMALL} messages   ${LARGE} messages   ratio`,
  );
  for (const [name, calls] of Object.entries(requests())) await compare(name, calls, small, large);
} finally {
  await suite.close();
}

interface Account {
  readonly actor: Actor;
  readonly accountId: string;
  readonly inbox: string;
  readonly middle: string;
  readonly one: string;
}

async function fill(key: "bob" | "carol", count: number): Promise<Account> {
  const { accountId, address, password } = suite.people[key];
  const started = performance.now();
  await importMessages(engine, accountId, mailbox(address, count));
  const seconds = (performance.now() - started) / 1000;
  console.log(`import ${count} messages: ${Math.round(count / seconds)}/s`);
  const actor = await suite.suite.accounts.authenticate({ address, password }, { ip: "127.0.0.1" });
  const inbox = await first(actor, [
    "Mailbox/query",
    { accountId, filter: { role: "inbox" } },
    "0",
  ]);
  const page = (position: number) =>
    first(actor, [
      "Email/query",
      {
        accountId,
        filter: { inMailbox: inbox },
        sort: NEWEST,
        collapseThreads: true,
        position,
        limit: 1,
      },
      "0",
    ]);
  return { actor, accountId, inbox, middle: await page(count / 4), one: await page(0) };
}

async function first(actor: Actor, call: Call): Promise<string> {
  const [, answer] = (await handle(actor, [call])).methodResponses[0]!;
  return (answer["ids"] as string[])[0]!;
}

function handle(actor: Actor, methodCalls: Call[]) {
  const using = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"];
  return engine.handle(actor, { using, methodCalls });
}

/** What a person does all day, as the main application asks for it. */
function requests(): Record<string, (account: Account) => Call[]> {
  const list = (account: Account, where: object): Call[] => [
    [
      "Email/query",
      {
        accountId: account.accountId,
        filter: { inMailbox: account.inbox },
        sort: NEWEST,
        collapseThreads: true,
        limit: 50,
        calculateTotal: true,
        ...where,
      },
      "q",
    ],
    [
      "Email/get",
      {
        accountId: account.accountId,
        "#ids": { resultOf: "q", name: "Email/query", path: "/ids" },
        properties: ["threadId", "subject", "from", "preview", "receivedAt", "keywords"],
      },
      "g",
    ],
  ];
  const search = (text: string) => (account: Account) => list(account, { filter: { text } });
  return {
    "list, first page": (account) => list(account, {}),
    "list, page at an anchor": (account) => list(account, { anchor: account.middle }),
    "open a message": ({ accountId, one }) => [
      ["Email/get", { accountId, ids: [one], fetchAllBodyValues: true }, "g"],
    ],
    "search, rare word": search("zanzibar"),
    "search, common word": search("project"),
    "search, Korean word": search("회의"),
    "folders with counts": ({ accountId }) => [["Mailbox/get", { accountId, ids: null }, "m"]],
    "flag one message": ({ accountId, one }) => [
      ["Email/set", { accountId, update: { [one]: { "keywords/$flagged": true } } }, "s"],
      ["Email/set", { accountId, update: { [one]: { "keywords/$flagged": null } } }, "t"],
    ],
  };
}

async function compare(
  name: string,
  calls: (account: Account) => Call[],
  small: Account,
  large: Account,
): Promise<void> {
  const times: [small: number[], large: number[]] = [[], []];
  for (let round = 0; round < ROUNDS + 5; round++)
    for (const [index, account] of [small, large].entries()) {
      const started = performance.now();
      const { methodResponses } = await handle(account.actor, calls(account));
      // The first rounds warm caches and the compiler.
      if (round >= 5) times[index]!.push(performance.now() - started);
      const failed = methodResponses.find(([answer]) => answer === "error");
      if (failed) throw new Error(`${name}: ${JSON.stringify(failed)}`);
    }
  const [a, b] = times.map(median) as [number, number];
  console.log(
    `${name.padEnd(30)}${a.toFixed(2).padStart(14)}${b.toFixed(2).padStart(17)}${(b / a).toFixed(2).padStart(10)}`,
  );
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
