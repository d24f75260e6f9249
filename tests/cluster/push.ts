import type { ServerProcess } from "../durability/server-process.ts";
import { rawSmtp } from "../../server/src/testing/smtp-client.ts";
import type { Bench, Person } from "./bench.ts";
import { call, mailboxId } from "./jmap.ts";
import { eventSource, webSocket, type Listener } from "./listener.ts";
import type { Check, Part } from "./part.ts";

const ACTS = 25;

/** What happens at one node is pushed by the other, soon. */
export const push: Part = {
  name: "push",
  title: "Push across both nodes",
  async run(bench, check) {
    const [one, two] = bench.nodes;
    await acts(bench, one, two, check);
    await acts(bench, two, one, check);
    await comesBack(bench, one, two, check);
    await mail(bench, one, two, check);
    await shutOut(bench, one, two, check);
  },
};

/** How what happens at one node is pushed by the other. */
type Way = (bench: Bench, one: ServerProcess, two: ServerProcess, check: Check) => Promise<void>;

const nameOf = (bench: Bench, node: ServerProcess): string =>
  node === bench.nodes[0] ? "node one" : "node two";

const acts: Way = async (bench, here, there, check) => {
  const [alice] = bench.people;
  const listeners = {
    EventSource: eventSource(there.url, alice),
    WebSocket: webSocket(there.url, alice),
  };
  await Promise.all(Object.values(listeners).map(({ open }) => open));
  for (const [kind, listener] of Object.entries(listeners)) {
    const times: number[] = [];
    const failure = await reason(async () => {
      for (let act = 0; act < ACTS; act += 1)
        times.push(await listener.reached(await draft(here.url, alice, `${kind} ${act}`)));
    });
    times.sort((a, b) => a - b);
    const what = `an act at ${nameOf(bench, here)} is heard over a ${kind} of ${nameOf(bench, there)}`;
    check(what, failure === "", failure);
    bench.say(
      `${what}: half of them within ${times[times.length >> 1]?.toFixed(0)} ms, all within ${times.at(-1)?.toFixed(0)} ms`,
    );
  }
  for (const listener of Object.values(listeners)) listener.stop();
};

/** A client that was at one node comes back at the other with the id of its last event. */
const comesBack: Way = async (bench, one, two, check) => {
  const [alice] = bench.people;
  let url = one.url;
  const listener = eventSource(() => url, alice);
  await listener.open;
  await listener.reached(await draft(one.url, alice, "before"));
  url = two.url;
  // What happens meanwhile is pushed by the other node.
  await one.stop();
  const state = await draft(two.url, alice, "meanwhile");
  const missing = await reason(() => listener.reached(state));
  check("a client that reconnects to the other node gets what it missed", missing === "", missing);
  listener.stop();
  await one.start();
};

const mail: Way = async (bench, here, there, check) => {
  const [alice] = bench.people;
  const listener = eventSource(there.url, alice);
  await listener.open;
  const smtp = rawSmtp(here.smtpPort);
  await smtp.reply();
  for (const line of [
    "EHLO there.test",
    "MAIL FROM:<x@there.test>",
    `RCPT TO:<${alice.address}>`,
    "DATA",
  ])
    await smtp.say(line);
  smtp.write("From: x@there.test\r\nSubject: across\r\n\r\nHello\r\n.\r\n");
  const answer = await smtp.reply();
  smtp.end();
  const state = Number((await bench.operator.engine.states(alice.accountId))["Email"]);
  const missing = await reason(() => listener.reached(state));
  check(
    "mail that one node takes is heard of at the other",
    answer.startsWith("250") && missing === "",
    `${answer} ${missing}`,
  );
  listener.stop();
};

/** What a person may not do any more at one node, they may not do at the other either. */
const shutOut: Way = async (bench, one, two, check) => {
  const { accounts } = bench.operator;
  const password = "a long enough passphrase";
  const address = `carol-${Date.now()}@demo.test`;
  const made = await accounts.persons.create("system", {
    name: "Carol",
    address,
    password,
  });
  const actor = await accounts.authenticate({ address, password }, { ip: "127.0.0.1" });
  const token = await accounts.credentials.create(actor, {
    kind: "token",
    name: "cluster",
    expiresAt: null,
    scope: "all",
    isReadOnly: false,
  });
  const carol: Person = {
    address,
    accountId: made.accountId,
    token: token.secret,
  };
  await mailboxId(one.url, carol, "inbox");
  const listener: Listener = eventSource(two.url, carol);
  await listener.open;
  const before = listener.connections;
  await accounts.credentials.revoke(actor, token.credential.id);
  const refused = await reason(() => mailboxId(one.url, carol, "inbox"));
  check("a token that was taken back counts at no node", refused.startsWith("401"), refused);
  check(
    "and its streams do not come back",
    listener.connections === before,
    `${listener.connections} connections`,
  );
  listener.stop();
};

/** Writes a draft; answers the state of Email after it. */
async function draft(url: string, person: Person, subject: string): Promise<number> {
  const box = await mailboxId(url, person, "drafts");
  const { newState } = await call<{ newState: string }>(url, person, "Email/set", {
    create: { draft: { mailboxIds: { [box]: true }, subject } },
  });
  return Number(newState);
}

/** Why it failed; empty when it did not. */
const reason = (work: () => Promise<unknown>): Promise<string> =>
  work().then(
    () => "",
    (error: Error) => error.message,
  );
