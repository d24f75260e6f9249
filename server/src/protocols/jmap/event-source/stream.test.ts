import type { ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createStream, type StreamOptions } from "./stream.ts";

function bench(options: Partial<StreamOptions> = {}, highWaterMark = 16_384) {
  const pipe = new PassThrough({ highWaterMark, encoding: "utf8" });
  let time = 0;
  const stream = createStream(
    pipe as unknown as ServerResponse,
    {
      types: null,
      closeAfterState: false,
      ping: 0,
      lastEventId: null,
      shown: (states) => states,
      ...options,
    },
    () => time,
  );
  return {
    stream,
    pipe,
    read: () => (pipe.read() as string | null) ?? "",
    wait: (milliseconds: number) => stream.beat((time += milliseconds)),
  };
}

test("states stand in the account where the client looks for them, and are counted where they are", async () => {
  const { stream, read } = bench({ shown: ({ a1 }) => ({ house: a1! }) });
  stream.offer({ a1: { ShareNotification: "7" } });
  await turn();
  expect(read()).toBe(
    `event: state\nid: a1=7\ndata: {"@type":"StateChange","changed":{"house":{"ShareNotification":"7"}}}\n\n`,
  );
});

test("commits that come together are one event with the newest states", async () => {
  const { stream, read } = bench();
  stream.offer({ a1: { Email: "1", Mailbox: "2" } });
  stream.offer({ a1: { Email: "3" }, a2: { Email: "1" } });
  await turn();
  expect(read()).toBe(
    `event: state\nid: a1=3.a2=1\ndata: {"@type":"StateChange","changed":{"a1":{"Email":"3","Mailbox":"2"},"a2":{"Email":"1"}}}\n\n`,
  );
});

test("a client that comes back gets what it has missed, and nothing else", async () => {
  const { stream, read } = bench({ lastEventId: "a1=5.a2=7" });
  stream.catchUp({ a1: { Email: "6", Mailbox: "5" }, a2: { Email: "7" }, a3: { Email: "1" } });
  await turn();
  expect(read()).toBe(
    `event: state\nid: a1=6.a2=7.a3=1\ndata: {"@type":"StateChange","changed":{"a1":{"Email":"6"},"a3":{"Email":"1"}}}\n\n`,
  );
  const stranger = bench({ lastEventId: "what is=this\u0000" });
  stranger.stream.catchUp({ a1: { Email: "6" } });
  await turn();
  expect(stranger.read()).toContain(`"changed":{"a1":{"Email":"6"}}`);
});

test("what the client did not ask for is no event", async () => {
  const { stream, read } = bench({ types: new Set(["Email"]) });
  stream.offer({ a1: { Mailbox: "2" } });
  await turn();
  expect(read()).toBe("");
});

test("a client that doesn't read costs one merged event, sent when it reads again", async () => {
  const { stream, pipe, read } = bench({}, 10);
  stream.offer({ a1: { Email: "1" } });
  await turn();
  for (let state = 2; state <= 500; state += 1) {
    stream.offer({ a1: { Email: String(state) } });
    await turn();
  }
  expect(pipe.readableLength + pipe.writableLength).toBeLessThan(200);
  let text = "";
  await expect.poll(() => (text += read())).toContain(`"Email":"500"`);
  expect(text.match(/event: state/g)).toHaveLength(2);
});

test("pings come after silence, and say how often", async () => {
  const { stream, read, wait } = bench({ ping: 60_000 });
  wait(59_000);
  expect(read()).toBe("");
  wait(1000);
  expect(read()).toBe(`event: ping\ndata: {"interval":60}\n\n`);
  wait(30_000);
  stream.offer({ a1: { Email: "1" } });
  await turn();
  read();
  wait(30_000);
  expect(read()).toBe("");
});

test("a client that wants no pings still gets a sign of life, which is no event", () => {
  const { read, wait } = bench();
  wait(30_000);
  expect(read()).toBe(":\n\n");
});
