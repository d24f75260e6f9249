import { importMessages, type ImportedMessage } from "../../../server/src/features/mail/index.ts";
import { rawSmtp } from "../../../server/src/testing/smtp-client.ts";
import { figuresOf } from "../figures.ts";
import { lessCpu } from "./cpu.ts";
import { letters } from "./letters.ts";
import type { Client, Cost } from "./load.ts";
import type { Mail } from "./reading.ts";
import type { Store } from "./store.ts";

/** How one kind of delivery is measured. */
interface Arrivals {
  readonly connections: number;
  /** Letters that count, and those before them. */
  readonly count: number;
  readonly warming: number;
  readonly isDressed: boolean;
}

const SHORT: Arrivals = { connections: 10, count: 1500, warming: 300, isDressed: false };
/** Of the size that mail has: `letters` says which. */
const DRESSED = { count: 500, warming: 200, isDressed: true };
const IMPORTED = 2000;
const SET = 1000;

/** Mail that comes, signed and to be checked, by SMTP to many and to one; and mail that is brought along. */
export async function benchArriving(store: Store, client: Client, mail: Mail): Promise<Cost[]> {
  const { recipients, address } = store;
  const before = await highest(store);
  const costs = [
    await deliver(store, `delivery to ${recipients.length} people`, recipients, SHORT),
    await deliver(store, "delivery to the account alone", [address], SHORT),
  ];
  for (const connections of [1, 4, 10]) {
    const name = `delivery of 50 kB, ${connections} at once`;
    costs.push(await deliver(store, name, recipients, { ...DRESSED, connections }));
  }
  costs.push(await bring(store));
  await takeAway(store, client, before);
  if ((await store.size()) !== mail.messages) throw new Error("the account is not as it was");
  return costs;
}

async function deliver(
  store: Store,
  name: string,
  to: readonly string[],
  { connections, count, warming, isDressed }: Arrivals,
): Promise<Cost> {
  const { sender, server, cpu } = store;
  const source = letters(to[0]!, { seed: Date.now(), firstAt: new Date(), step: 0, isDressed });
  const all = Array.from({ length: warming + count }, () =>
    sender.signed(source.next().value!.bytes),
  );
  const times: number[] = [];
  let next = 0;
  const send = async (end: number): Promise<void> => {
    const smtp = rawSmtp(server.smtpPort);
    const must = async (reply: Promise<string>, code: string): Promise<void> => {
      const text = await reply;
      if (!text.startsWith(code)) throw new Error(`not ${code}: ${text}`);
    };
    try {
      await must(smtp.reply(), "220");
      await must(smtp.say("EHLO mail.example.org"), "250");
      while (next < end) {
        const turn = next++;
        const begun = performance.now();
        await must(smtp.say(`MAIL FROM:<${sender.address}>`), "250");
        await must(smtp.say(`RCPT TO:<${to[turn % to.length]!}>`), "250");
        await must(smtp.say("DATA"), "354");
        smtp.write(String(all[turn]!).replaceAll(/^\./gm, ".."));
        await must(smtp.say("."), "250");
        times.push(performance.now() - begun);
      }
      await must(smtp.say("QUIT"), "221");
    } finally {
      smtp.end();
    }
  };
  const crowd = (end: number): Promise<unknown> =>
    Promise.all(Array.from({ length: connections }, () => send(end)));
  await crowd(warming);
  times.length = 0;
  const before = cpu();
  const started = performance.now();
  await crowd(all.length);
  const perSecond = (count * 1000) / (performance.now() - started);
  const used = lessCpu(cpu(), before);
  await mustBeTrusted(store, to[0]!);
  return {
    name,
    alone: null,
    crowd: figuresOf(times),
    perSecond,
    requests: count,
    cpu: { server: used.server / count, postgres: used.postgres / count },
  };
}

/** What fails its checks is filed away as junk at once, and would cost less. */
async function mustBeTrusted({ suite, sender }: Store, to: string): Promise<void> {
  const [owner] = (await suite.accounts.findRecipient(to))!;
  const { rows } = await suite.platform.pool.query<{ authentication: object }>(
    "select authentication from email where account_id = $1 order by id desc limit 1",
    [owner!.accountId],
  );
  const text = JSON.stringify(rows[0]?.authentication);
  if ((text.match(/"result":"pass"/g) ?? []).length < 3)
    throw new Error(`the mail of ${sender.address} does not pass: ${text}`);
}

/** As `npx atrium import` does: from a process of its own, whose time counts as the server's. */
async function bring({ suite, accountId, address, cpu }: Store): Promise<Cost> {
  const source = letters(address, { seed: Date.now(), firstAt: new Date(), step: 60_000 });
  const all: ImportedMessage[] = Array.from({ length: IMPORTED }, () => ({
    bytes: source.next().value!.bytes,
    receivedAt: new Date(),
    mailboxRole: "inbox",
  }));
  const before = cpu();
  const own = process.cpuUsage();
  const started = performance.now();
  await importMessages(suite.engine, accountId, all);
  const perSecond = (IMPORTED * 1000) / (performance.now() - started);
  const { user, system } = process.cpuUsage(own);
  const used = lessCpu(cpu(), before);
  return {
    name: "import",
    alone: null,
    crowd: null,
    perSecond,
    requests: IMPORTED,
    cpu: { server: (user + system) / 1000 / IMPORTED, postgres: used.postgres / IMPORTED },
  };
}

/** The newest message of the account; what comes after it has a higher id. */
async function highest({ suite, accountId }: Store): Promise<string> {
  const { rows } = await suite.platform.pool.query<{ id: string }>(
    "select max(id) as id from email where account_id = $1",
    [accountId],
  );
  return rows[0]!.id;
}

async function takeAway(
  { suite, accountId }: Store,
  client: Client,
  before: string,
): Promise<void> {
  const { rows } = await suite.platform.pool.query<{ id: string }>(
    "select id from email where account_id = $1 and id > $2",
    [accountId, before],
  );
  for (let from = 0; from < rows.length; from += SET) {
    const destroy = rows.slice(from, from + SET).map(({ id }) => id);
    await client.send([["Email/set", { accountId, destroy }, "d"]]);
  }
}
