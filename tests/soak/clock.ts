import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { checkAll } from "./check-all.ts";
import { createClient, mailboxesOf, Refused, type Client } from "./client.ts";
import { startMixedLoad, takesAgain } from "./mixed-load.ts";
import { createOrganisation, OUTSIDE, PASSWORD, type Organisation } from "./organisation.ts";
import type { Findings } from "./report.ts";
import { createSender, left, type Sender } from "./sending.ts";
import { totpCode } from "./totp.ts";

const PEOPLE = 8;
/** For everybody, after each act (milliseconds): here it matters when things are done, not how many. */
const REST = 2000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The queue looks at the clock twice a minute, jobs once; then there is something to do. */
const SOON = 2.5 * MINUTE;
/** Failed sign-ins after which one has to wait, and for how long at most (`accounts/limits.ts`). */
const FAILURES = 10;
const FAILURE_WINDOW = 15 * MINUTE;

/** The server's clock goes wrong by hours and is put right again, under load. */
export async function soakClock(findings: Findings): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "atrium-clock-"));
  const clock = join(folder, "clock");
  // The server is not root for long.
  chmodSync(folder, 0o755);
  const organisation = await createOrganisation({ people: PEOPLE, settings: settings() });
  const { server, people } = organisation;
  let wrongBy = 0;
  const jump = async (by: number): Promise<void> => {
    wrongBy = by;
    writeFileSync(clock, String(by));
    await pause(300);
  };
  const serverTime = (): number => Date.now() + wrongBy;

  function settings(): Record<string, string> {
    const preload = new URL("jump.ts", import.meta.url).href;
    return {
      NODE_OPTIONS: `--import ${preload}`,
      SOAK_CLOCK: clock,
      ATRIUM_SEND_LIMIT: "1000000",
    };
  }

  try {
    await jump(0);
    await server.start();
    const [writer, guarded, guessed] = people.slice(-3);
    const client = await createClient(server.url, writer!);
    const sender = await createSender(client);
    const code = await secondFactor(server.url, await createClient(server.url, guarded!));
    const { load, acts } = await startMixedLoad(organisation, { rest: REST });
    const held = await hold(sender, serverTime());

    await jump(HOUR);
    findings.check(
      "an hour ahead, mail due by then is sent, and nothing else",
      await areLeft(organisation, held, ["20 minutes"]),
    );
    findings.check(
      "a code of the true time is refused meanwhile",
      (await signIn(server.url, guarded!.address, code())).status === 401,
    );
    for (let guess = 0; guess < FAILURES; guess += 1)
      await signIn(server.url, guessed!.address, "", "a wrong passphrase");
    const stopped = await signIn(server.url, guessed!.address, "", "a wrong passphrase");
    findings.check("password guessing is stopped", stopped.status === 429);

    await jump(-HOUR);
    const wait = await signIn(server.url, guessed!.address, "", "a wrong passphrase");
    findings.check(
      "two hours back, nobody waits longer for the next attempt than usual",
      wait.retryAfter * 1000 <= FAILURE_WINDOW,
    );
    await takesAgain(load, acts);
    await sender.send(`somebody@${OUTSIDE}`, "Held for nothing");
    findings.check(
      "mail is still sent at once",
      await areLeft(organisation, ["nothing"], ["nothing"]),
    );
    findings.check("snoozed mail comes back", await comesBack(client, serverTime() + MINUTE));

    await jump(0);
    findings.check(
      "corrected, nothing was sent twice or too early",
      await areLeft(organisation, held, ["20 minutes"]),
    );
    findings.check(
      "a code of the true time is accepted again",
      (await signIn(server.url, guarded!.address, code())).status === 200,
    );

    await jump(12 * HOUR);
    findings.check(
      "half a day ahead, the rest is sent, once",
      await areLeft(organisation, held, held),
    );
    await jump(0);
    await takesAgain(load, acts);
    await load.stop();
    for (const one of acts) await one.stop();

    await jump(13 * DAY);
    findings.check("13 days ahead, users are still signed in", (await stateOf(client)) === 200);
    await jump(0);
    findings.check("… and back", (await stateOf(client)) === 200);
    await jump(14 * DAY + 13 * DAY);
    const idle = await stateOf(client);
    await jump(0);
    // It was seen 13 days ahead, so that it ends 27 days from now.
    findings.check("after 14 days of inactivity, they are not", idle === 401);
    await checkAll(findings, organisation, load, acts);
  } finally {
    await organisation.close();
    rmSync(folder, { recursive: true });
  }
}

/** Sends mail to be held back. Answers for how long, which its subject says as well. */
async function hold(sender: Sender, now: number): Promise<string[]> {
  const times = { "20 minutes": 20 * MINUTE, "3 hours": 3 * HOUR, "10 hours": 10 * HOUR };
  for (const [words, time] of Object.entries(times))
    await sender.send(`somebody@${OUTSIDE}`, `Held for ${words}`, new Date(now + time));
  return Object.keys(times);
}

/** Whether these have left once, soon, and no others of the held. */
async function areLeft(
  organisation: Organisation,
  held: readonly string[],
  wanted: readonly string[],
): Promise<string[]> {
  const faults = (): string[] =>
    held.flatMap((words) => {
      const [is, should] = [
        left(organisation, `Held for ${words}`),
        wanted.includes(words) ? 1 : 0,
      ];
      return is === should ? [] : [`held for ${words}: left ${is} times, not ${should}`];
    });
  const end = performance.now() + SOON;
  while (faults().length > 0 && performance.now() < end) await pause(200);
  return faults();
}

/** Snoozes a mail until then, and answers whether it is in the inbox soon after. */
async function comesBack(client: Client, time: number): Promise<boolean> {
  const { inbox } = await mailboxesOf(client);
  const create = async (type: string, one: object): Promise<string> => {
    const { created } = await client.call(`${type}/set`, { create: { one } });
    return (created as Record<string, { id: string }>)["one"]!.id;
  };
  const snoozed = await create("Mailbox", { name: "Snoozed", role: "snoozed" });
  const id = await create("Email", {
    mailboxIds: { [inbox!]: true },
    from: [{ email: client.address }],
    subject: "Snoozed",
    bodyValues: { text: { value: "Later.\r\n" } },
    textBody: [{ partId: "text", type: "text/plain" }],
  });
  const until = `${new Date(time).toISOString().slice(0, 19)}Z`;
  const patch = { mailboxIds: { [snoozed]: true }, snoozed: { until, moveToMailboxId: null } };
  const { updated } = await client.call("Email/set", { update: { [id]: patch } });
  if (updated === null) return false;
  for (const end = performance.now() + SOON; performance.now() < end; await pause(1000)) {
    const { list } = await client.call("Email/get", { ids: [id], properties: ["mailboxIds"] });
    if (Object.hasOwn((list as [{ mailboxIds: object }])[0].mailboxIds, inbox!)) return true;
  }
  return false;
}

async function post(url: string, path: string, body: object, cookie = ""): Promise<Response> {
  return await fetch(url + path, {
    method: "POST",
    headers: { origin: url, "content-type": "application/json", cookie },
    body: JSON.stringify(body),
  });
}

async function signIn(
  url: string,
  address: string,
  code: string,
  password = PASSWORD,
): Promise<{ status: number; retryAfter: number }> {
  const answer = await post(url, "/api/sign-in", { address, password, ...(code && { code }) });
  await answer.arrayBuffer();
  return { status: answer.status, retryAfter: Number(answer.headers.get("retry-after")) };
}

/** Turns it on for a person. Answers what their app shows, whose clock is right. */
async function secondFactor(url: string, { cookie }: Client): Promise<() => string> {
  const begun = await post(url, "/api/second-factor", { password: PASSWORD }, cookie);
  const { secret } = (await begun.json()) as { secret: string };
  // A code counts once, so that the next one is of a later time.
  const code = totpCode(secret, Date.now() - 30_000);
  const confirmed = await post(url, "/api/second-factor/confirm", { code }, cookie);
  if (!confirmed.ok) throw new Error(`a second factor could not be turned on: ${confirmed.status}`);
  return () => totpCode(secret, Date.now());
}

/** What the server says to a user who was signed in. */
async function stateOf(client: Client): Promise<number> {
  try {
    await client.call("Mailbox/get", { ids: [] });
    return 200;
  } catch (error) {
    if (error instanceof Refused) return error.status;
    throw error;
  }
}
