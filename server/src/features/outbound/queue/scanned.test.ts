import { beforeAll, beforeEach, expect, test } from "vitest";
import { HOUR, outgoingBench, type OutgoingBench } from "./outgoing.fixture.ts";

let bench: OutgoingBench;
beforeAll(async () => {
  bench = await outgoingBench();
});
beforeEach(() => {
  bench.sink.play({});
  bench.sink.clear();
});

const says = (threat: string | null, mustWait = false) => ({
  scan: async ({ bytes }: { bytes: Buffer }) => ({
    threat: bytes.includes("infected") ? threat : null,
    mustWait,
  }),
});

test("a message with a virus goes to nobody, here or elsewhere, and its sender is told what was found", async () => {
  const to = ["bob@example.org", "bob@demo.test"];
  const sent = await bench.send(to, { text: "This is infected." });
  await bench.queue(says("Some.Virus-1")).settle();
  expect(bench.sink.messages).toEqual([]);
  expect(await sent.fate()).toEqual({ "bob@example.org": "no", "bob@demo.test": "no" });
  const reports = await bench.reports();
  expect(reports.map(({ text }) => text).join()).toContain("Some.Virus-1");
});

test("what people did not write is not scanned, since it was when it came", async () => {
  await bench.send(["bob@example.org"], { text: "This is infected.", origin: "redirect" });
  await bench.queue(says("Some.Virus-1")).settle();
  expect(bench.sink.messages).toHaveLength(1);
});

test("without an answer of the scanner a message waits, and leaves when there is one", async () => {
  const sent = await bench.send(["bob@example.org"]);
  await bench.queue(says(null, true)).settle();
  expect(bench.sink.messages).toEqual([]);
  expect(await sent.fate()).toEqual({ "bob@example.org": "queued" });
  bench.suite.platform.clock.advance(HOUR);
  await bench.queue(says("Some.Virus-1")).settle();
  expect(bench.sink.messages).toHaveLength(1);
});
