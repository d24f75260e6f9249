import { setTimeout as pause } from "node:timers/promises";
import { startLoad, type Load } from "../../server/src/testing/smtp-client.ts";
import { startActs, type Acts } from "./acts.ts";
import { createClient } from "./client.ts";
import type { Organisation } from "./organisation.ts";

const ACTORS = 4;
const CONNECTIONS = 4;
/** How long the server may be away before that is a fault by itself (milliseconds). */
const BACK_WITHIN = 60_000;

/** Deliveries over several connections, and people who work on their mail. */
export async function startMixedLoad(
  { server, people }: Organisation,
  more: {
    /** Octets of each message, and of what is imported and uploaded. */
    readonly message?: number;
    readonly act?: number;
    /** Milliseconds that everybody rests after each; next to none unless given. */
    readonly rest?: number;
  } = {},
): Promise<{ load: Load; acts: readonly Acts[] }> {
  const acts: Acts[] = [];
  for (const person of people.slice(0, ACTORS)) {
    const client = await createClient(server.url, person);
    acts.push(await startActs(client, { pause: more.rest ?? 10, size: more.act ?? 2000 }));
  }
  let turn = 0;
  const load = startLoad({
    port: server.smtpPort,
    connections: CONNECTIONS,
    recipients: () => {
      turn += 1;
      const to = [0, 2, 3].slice(0, turn % 3 === 0 ? 3 : 1);
      return to.map((step) => people[(turn + step) % people.length]!.address);
    },
    size: more.message ?? 3000,
    pause: more.rest ?? 0,
  });
  return { load, acts };
}

/** Resolves when something more was acknowledged, both to a mail server and to a user who works. */
export async function takesAgain(load: Load, acts: readonly Acts[]): Promise<void> {
  const done = (): number => acts.reduce((sum, one) => sum + one.confirmed(), 0);
  const [mail, more] = [load.acknowledged.length, done()];
  const end = performance.now() + BACK_WITHIN;
  while (load.acknowledged.length === mail || done() === more) {
    if (performance.now() > end) throw new Error("nothing is taken any more");
    await pause(5);
  }
}
