import type { Actor, Engine } from "../../server/src/engine/index.ts";
import type { TestPerson, TestSuite } from "../../server/src/testing/suite.ts";
import { brief, figuresOf, table } from "./figures.ts";

const ROUNDS = 40;
/** The first rounds warm caches and the compiler. */
const WARMING = 5;
/** A page that nobody reaches by counting: a quarter of the small account. */
const PAGES_BELOW = 100;
const NEWEST = [{ property: "receivedAt", isAscending: false }];
/** As the main application asks for a folder: what is pinned and what came back from being snoozed on top. */
const WITH_TOP = [
  ...["$pinned", "$unsnoozed"].map((keyword) => ({
    property: "someInThreadHaveKeyword",
    keyword,
    isAscending: false,
  })),
  ...NEWEST,
];

type Call = [name: string, args: object, id: string];

/**
 * How the cost of everyday requests grows with the mailbox. The machine's speed cancels out: each figure is a median over
 * interleaved rounds, and what counts is the ratio of the large account to the small one.
 */
export async function benchServer(
  suite: TestSuite,
  small: TestPerson,
  large: TestPerson,
): Promise<string> {
  const accounts = [await account(suite, small), await account(suite, large)] as const;
  const rows: string[][] = [];
  for (const [name, calls] of Object.entries(requests())) {
    const times = await compare(suite.suite.engine, calls, accounts);
    const [a, b] = times.map((values) => figuresOf(values).median) as [number, number];
    rows.push([name, brief(a), brief(b), brief(b / a)]);
  }
  return table([`median of ${ROUNDS}, ms`, "small account", "large account", "ratio"], rows);
}

interface Account {
  readonly actor: Actor;
  readonly accountId: string;
  readonly inbox: string;
  readonly middle: string;
  readonly one: string;
}

async function account(
  { suite }: TestSuite,
  { accountId, address, password }: TestPerson,
): Promise<Account> {
  const actor = await suite.accounts.authenticate({ address, password }, { ip: "127.0.0.1" });
  const first = async (call: Call): Promise<string> => {
    const [, answer] = (await handle(suite.engine, actor, [call])).methodResponses[0]!;
    return (answer["ids"] as string[])[0]!;
  };
  const filter = { role: "inbox" };
  const inbox = await first(["Mailbox/query", { accountId, filter }, "0"]);
  const at = (position: number): Promise<string> =>
    first([
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
  const middle = await at(PAGES_BELOW);
  const update = { [middle]: { "keywords/$pinned": true } };
  await handle(suite.engine, actor, [["Email/set", { accountId, update }, "0"]]);
  return { actor, accountId, inbox, middle, one: await at(0) };
}

function handle(engine: Engine, actor: Actor, methodCalls: Call[]) {
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
    "list with pinned mail, first page": (account) => list(account, { sort: WITH_TOP }),
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
  engine: Engine,
  calls: (account: Account) => Call[],
  accounts: readonly [small: Account, large: Account],
): Promise<readonly [small: number[], large: number[]]> {
  const times: [small: number[], large: number[]] = [[], []];
  for (let round = 0; round < ROUNDS + WARMING; round++)
    for (const [index, account] of accounts.entries()) {
      const started = performance.now();
      const { methodResponses } = await handle(engine, account.actor, calls(account));
      if (round >= WARMING) times[index]!.push(performance.now() - started);
      const failed = methodResponses.find(([answer]) => answer === "error");
      if (failed) throw new Error(JSON.stringify(failed));
    }
  return times;
}
