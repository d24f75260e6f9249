import { compileScript, SieveError } from "@atrium/formats/sieve";
import { expect, test } from "vitest";
import { IS_WHOLE } from "../../../formats/src/testing/whole.ts";
import { createInbound, type Inbound } from "../../../server/src/features/inbound/index.ts";
import { RefusedMessage } from "../../../server/src/features/mail/index.ts";
import { makeDemo, testSuite, type TestSuite } from "../../../server/src/testing/organisation.ts";
import { fuzzedMessage } from "../messages/message.ts";
import { fuzzedScript, type FuzzedScript } from "./script.ts";

const SEED = 1;
/** Scripts that run at delivery; those that the compiler refuses do not count. */
const COUNT = IS_WHOLE ? 60 : 20;
const NUL = "\0";

/** Makes the script the active one, with those that it includes beside it. */
async function activate(
  { platform: { pool } }: TestSuite,
  accountId: string,
  { text, included }: FuzzedScript,
): Promise<void> {
  await pool.query("delete from sieve_script where account_id = $1", [accountId]);
  const scripts = Object.entries({ ...included, "": text });
  for (const [index, [name, content]] of scripts.entries())
    await pool.query(
      `insert into sieve_script (account_id, id, name, blob_hash, content, redirects, is_active)
       values ($1, $2, $3, 'none', $4, '{}', $5)`,
      [accountId, `v${index}`, name, content, name === ""],
    );
}

function isValid({ text, included }: FuzzedScript): boolean {
  if ([text, ...Object.values(included)].some((one) => one.includes(NUL))) return false;
  try {
    compileScript(text);
    return true;
  } catch (error) {
    if (error instanceof SieveError) return false;
    throw error;
  }
}

async function deliver(inbound: Inbound, octets: Uint8Array, id: string): Promise<void> {
  const route = await inbound.route("bob+a@demo.test", 0);
  if (route.kind !== "ours") throw new Error("bob is not here");
  async function* source(): AsyncGenerator<Uint8Array> {
    yield octets;
  }
  await inbound.receive(
    source(),
    {
      transactionId: id,
      mailFrom: "ann@example.org",
      helo: "client.example",
      remoteAddress: "203.0.113.9",
      protocol: "ESMTP",
      isTrusted: true,
    },
    [route.recipient],
  );
}

test("no script keeps a message from being delivered, and none that does not discard it loses it", async () => {
  const suite = await testSuite();
  const { engine, accounts, platform } = suite;
  const { bob } = await makeDemo(suite, "bob");
  const errors: unknown[] = [];
  const services = {
    ...engine.services,
    log: { ...engine.services.log, error: (what: unknown) => errors.push(what) },
  };
  Object.assign(engine.services, services);
  const inbound = createInbound({
    ...platform,
    engine,
    accounts,
    hostName: "mx.demo.test",
    maxSize: 50_000_000,
  });
  const count = async (): Promise<number> => {
    const { rows } = await platform.pool.query<{ count: number }>(
      `select ((select count(*) from email where account_id = $1)
         + (select count(*) from queue_message where account_id = $1 and origin <> 'vacation'))::int count`,
      [bob.accountId],
    );
    return rows[0]!.count;
  };
  let run = 0;
  let delivered = 0;
  for (let index = 0; run < COUNT; index += 1) {
    const script = fuzzedScript(SEED, index);
    if (!isValid(script)) continue;
    run += 1;
    await activate(suite, bob.accountId, script);
    const text = Buffer.from(fuzzedMessage(SEED, index).octets).toString("latin1");
    const octets = Buffer.from(text.replaceAll(/\r\n|\r|\n/g, "\r\n"), "latin1");
    const before = await count();
    try {
      await deliver(inbound, octets, `t${index}`);
    } catch (error) {
      // Refused as no mail at all, or as its filter wants it.
      if (error instanceof RefusedMessage) continue;
      throw new Error(`script ${index} keeps a message from being delivered`, { cause: error });
    }
    delivered += 1;
    const mayDiscard = [script.text, ...Object.values(script.included)].some((one) =>
      /discard/i.test(one),
    );
    if (!mayDiscard && (await count()) === before)
      throw new Error(`script ${index} loses a message`);
  }
  expect(errors).toEqual([]);
  expect(delivered).toBeGreaterThan(COUNT / 3);
}, 600_000);
