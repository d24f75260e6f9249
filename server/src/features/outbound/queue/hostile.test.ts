import { generate } from "selfsigned";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { IS_WHOLE, sampled, testWhole } from "../../../../../formats/src/testing/whole.ts";
import { DROP, HANG, type Act, type SinkScript } from "../../../testing/sink.ts";
import type { Timeouts } from "../transport/limits.ts";
import { HOUR, outgoingBench, type OutgoingBench, type Sent } from "./outgoing.fixture.ts";

let bench: OutgoingBench;
let certificate: { cert: string; key: string };
beforeAll(async () => {
  bench = await outgoingBench();
  const made = await generate([{ name: "commonName", value: "mx.example.org" }], { keySize: 2048 });
  certificate = { cert: made.cert, key: made.private };
});
beforeEach(() => {
  bench.sink.play({});
  bench.sink.clear();
});

/** Where the sink can be bad. */
const STAGES: Record<string, (act: Act) => SinkScript> = {
  greeting: (greeting) => ({ greeting }),
  EHLO: (hello) => ({ hello }),
  "MAIL FROM": (mail) => ({ mail }),
  "RCPT TO": (act) => ({ rcpt: () => act }),
  DATA: (data) => ({ data }),
  "the middle of the message": (act) => ({ inside: { after: 100, act } }),
  "the final dot": (end) => ({ end }),
};
const stages = Object.entries(STAGES);
/** Which time runs out when the sink says nothing there; short, since it is sure to. Of commands sent together one reply is missing. */
const WAITED: Record<string, Partial<Timeouts>> = {
  greeting: { greeting: 100 },
  EHLO: { hello: 100 },
  "MAIL FROM": { mail: 100, rcpt: 100 },
  "RCPT TO": { rcpt: 100 },
  DATA: { data: 100 },
  "the middle of the message": { end: 100 },
  "the final dot": { end: 100 },
};
const REFUSALS = stages.filter(([stage]) => stage !== "the middle of the message");

/** Deliveries that the sink has promised, and reports, of a message. */
async function ends(sent: Sent): Promise<{ delivered: number; failed: number; delayed: number }> {
  const reports = (await bench.reports()).filter(({ text }) =>
    text.includes(`Subject: ${sent.subject}\r\n`),
  );
  const of = (action: string): number =>
    reports.filter(({ text }) => text.includes(`\r\nAction: ${action}\r\n`)).length;
  return {
    delivered: bench.sink.messages.filter(
      ({ text, isAcknowledged }) => isAcknowledged && text.includes(`Subject: ${sent.subject}\r\n`),
    ).length,
    failed: of("failed"),
    delayed: of("delayed"),
  };
}

const DELIVERED = { delivered: 1, failed: 0, delayed: 0 };
const REPORTED = { delivered: 0, failed: 1, delayed: 0 };

/** Each try by a process of its own, as if the server were restarted each time. */
async function tryAgain(by = HOUR): Promise<void> {
  bench.suite.platform.clock.advance(by);
  await bench.queue().settle();
}

describe.each(sampled(REFUSALS, 2))("refused for good at %s", (_, at) => {
  test("ends in one report, which says what the server said", async () => {
    bench.sink.play(at("550 5.7.1 We do not want you"));
    const sent = await bench.send(["x@example.org"]);
    await bench.queue().settle();
    await tryAgain();
    expect(await ends(sent)).toEqual(REPORTED);
    const report = (await bench.reports()).at(-1)!;
    expect(report.text).toContain("Diagnostic-Code: smtp; 550 5.7.1 We do not want you\r\n");
    expect(report.text).toContain("\r\nStatus: 5.7.1\r\n");
    expect(await sent.fate()).toEqual({ "x@example.org": "no" });
  });
});

describe.each(sampled(REFUSALS, 2))("put off at %s", (_, at) => {
  test("is delivered once when the server has changed its mind", async () => {
    bench.sink.play(at("450 4.7.1 Come back later"));
    const sent = await bench.send(["x@example.org"]);
    await bench.queue().settle();
    await tryAgain();
    expect(await sent.fate()).toEqual({ "x@example.org": "queued" });
    bench.sink.play({});
    await tryAgain();
    await tryAgain();
    expect(await ends(sent)).toEqual(DELIVERED);
  });
});

const BAD: [string, Act][] = [
  ["ends the connection", DROP],
  ["says nothing any more", HANG],
  ["answers what is no SMTP", { raw: "HTTP/1.1 400 Bad Request\r\n\r\n" }],
  ["answers what is no text", { raw: Buffer.from([0xff, 0x00, 0x0a, 0x0d, 0x0a]) }],
  ["answers without end", { raw: "x".repeat(200_000) }],
  ["answers in lines without end", { raw: "250-y\r\n".repeat(30_000) }],
  ["says goodbye", "421 4.3.2 Shutting down"],
];
/** The sample has those that only a bound ends, of the two without end one at each stage in turn. */
const ENDLESS = BAD.filter(([what]) => what.endsWith("without end"));
const triedAt = (stage: string): typeof BAD => {
  const turn = stages.findIndex(([name]) => name === stage) % ENDLESS.length;
  return IS_WHOLE ? BAD : [...BAD.filter(([, act]) => act === HANG), ENDLESS[turn]!];
};

describe.each(stages)("at %s", (stage, at) => {
  test.each(triedAt(stage))(
    "a server that %s gets it once when it is well again",
    async (_, act) => {
      bench.sink.play(at(act));
      const sent = await bench.send(["x@example.org"]);
      await bench.queue(act === HANG ? { timeouts: WAITED[stage]! } : {}).settle();
      expect(await sent.fate()).toEqual({ "x@example.org": "queued" });
      bench.sink.play({});
      await tryAgain();
      await tryAgain();
      expect(await ends(sent)).toEqual(DELIVERED);
      // Only after the final dot nobody knows whether it was taken: it is sent again (RFC 1047).
      const copies = bench.sink.messages.filter(({ text }) => text.includes(sent.subject));
      expect(copies.length).toBeLessThanOrEqual(stage.includes("dot") ? 2 : 1);
    },
  );
});

test("a server that answers before it has read the message has not taken it", async () => {
  bench.sink.play({ inside: { after: 50, act: "250 2.0.0 Taken" } });
  // More than fits on the way to it.
  const text = "From: alice@demo.test\r\nSubject: early\r\n\r\n".padEnd(9_000_000, "yes\r\n");
  const sent = await bench.send(["x@example.org"], { text });
  await bench.queue().settle();
  expect(await sent.fate()).toEqual({ "x@example.org": "queued" });
  bench.sink.play({});
  await tryAgain();
  expect(bench.sink.messages).toHaveLength(1);
});

test("a server that goes on answering without being asked is not listened to for ever", async () => {
  bench.sink.play({ data: { raw: `354 Go on\r\n${"250 2.0.0 Taken\r\n".repeat(5000)}` } });
  const sent = await bench.send(["x@example.org"]);
  await bench.queue().settle();
  expect(await sent.fate()).toEqual({ "x@example.org": "queued" });
});

testWhole("a very slow server gets it", async () => {
  bench.sink.play({ slow: 100 });
  const sent = await bench.send(["x@example.org", "y@example.org"]);
  await bench.queue().settle();
  expect(await ends(sent)).toEqual(DELIVERED);
});

test("a server that goes on being slow does not keep others waiting for ever", async () => {
  bench.sink.play({ slow: 100, extensions: [] });
  const sent = await bench.send(Array.from({ length: 20 }, (_, n) => `x${n}@example.org`));
  await bench.queue({ timeouts: { delivery: 600 } }).settle();
  expect(new Set(Object.values(await sent.fate()))).toEqual(new Set(["queued"]));
  const { rows } = await bench.suite.platform.pool.query(
    "select distinct reply from queue_recipient where message_id = $1",
    [sent.queueId],
  );
  expect(rows).toEqual([{ reply: "451 4.4.2 The server was too slow in all" }]);
  bench.sink.play({});
  await tryAgain();
  expect(await ends(sent)).toEqual(DELIVERED);
});

test("a server that never comes back: one word of delay, then one report, after days of restarts", async () => {
  bench.sink.play({ greeting: DROP });
  const sent = await bench.send(["x@example.org"]);
  let tries = 0;
  for (let hours = 0; hours < 120; hours += 1) {
    const before = bench.sink.sessions;
    await tryAgain();
    if (bench.sink.sessions > before) tries += 1;
    if (hours < 3) expect((await ends(sent)).delayed).toBe(0);
    if (hours === 90) expect(await ends(sent)).toEqual({ delivered: 0, failed: 0, delayed: 1 });
  }
  expect(await ends(sent)).toEqual({ delivered: 0, failed: 1, delayed: 1 });
  expect(tries).toBeGreaterThan(20);
  expect(tries).toBeLessThan(60);
  expect(await sent.fate()).toEqual({ "x@example.org": "no" });
});

describe("a stop in the middle", () => {
  const stopped = IS_WHOLE ? stages : stages.slice(-3);
  test.each(stopped)("of %s loses nothing and sends nothing twice", async (stage, at) => {
    bench.sink.play(at(HANG));
    const sent = await bench.send(["x@example.org"]);
    const isInside = stage.includes("middle");
    // All of so short a message is on its way when its middle is read: whether it was taken is not known.
    const queue = bench.queue({ timeouts: {}, ...(isInside ? { stopWithin: 200 } : {}) });
    await queue.start();
    const before = bench.sink.sessions;
    await expect.poll(() => bench.sink.sessions).toBeGreaterThan(before);
    if (stage.includes("dot")) {
      // The server is about to answer: that is waited for.
      await expect.poll(() => bench.sink.messages.length).toBe(1);
      bench.sink.play({});
      const stopped = queue.stop();
      bench.sink.answer("250 2.0.0 Taken after all");
      await stopped;
    } else {
      await queue.stop();
      bench.sink.play({});
    }
    // Its lease is given back, and no try was used up: it goes on at once.
    if (isInside) await tryAgain();
    else await bench.queue().settle();
    expect(await ends(sent)).toEqual(DELIVERED);
    await tryAgain();
    expect(await ends(sent)).toEqual(DELIVERED);
    expect(bench.sink.messages).toHaveLength(1);
  });
});

describe("encryption", () => {
  test("is used where it is offered, whoever's certificate it is", async () => {
    bench.sink.play({ certificate });
    const sent = await bench.send(["x@example.org"]);
    await bench.queue().settle();
    expect(await ends(sent)).toEqual(DELIVERED);
    expect(bench.sink.messages[0]!.isSecure).toBe(true);
  });

  const failing: [string, Act][] = [
    ["refuses to begin", "454 4.7.0 Not now"],
    ["speaks garbage instead", { raw: "220 Go\r\nthis is no TLS at all, is it?\r\n" }],
    ["ends the connection", DROP],
    ["begins and fails", { raw: "220 Go\r\n" }],
  ];
  const tried = IS_WHOLE ? failing : failing.slice(0, 2);
  test.each(tried)("that %s does not keep the mail", async (_, starttls) => {
    bench.sink.play({ certificate, starttls });
    const sent = await bench.send(["x@example.org"]);
    // One that begins says nothing any more, and all others answer at once.
    await bench.queue({ timeouts: { tls: 1000 } }).settle();
    expect(await ends(sent)).toEqual(DELIVERED);
    expect(bench.sink.messages[0]!.isSecure).toBe(false);
  });

  test("takes nothing along that was said before it (STARTTLS injection)", async () => {
    bench.sink.play({
      certificate,
      starttls: { raw: "220 Go\r\n250-sink.test\r\n250 AUTH PLAIN\r\n" },
    });
    const sent = await bench.send(["x@example.org"]);
    await bench.queue().settle();
    expect(await ends(sent)).toEqual(DELIVERED);
    expect(bench.sink.messages[0]!.isSecure).toBe(false);
  });
});
