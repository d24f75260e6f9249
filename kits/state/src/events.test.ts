import { CHANNEL } from "@atrium/contract/events";
import { expect, it } from "vitest";
import { publish, subscribe } from "./index.ts";

it("reaches listeners here and other windows, and tells them apart", async () => {
  const received: string[] = [];
  const stop = subscribe((event, from) => received.push(`${event.type} ${from}`));
  const other = new BroadcastChannel(CHANNEL);
  const arrived = new Promise<MessageEvent>((resolve) => {
    other.addEventListener("message", resolve, { once: true });
  });
  publish({ type: "signed-out" });
  expect(received).toEqual(["signed-out here"]);
  expect((await arrived).data).toEqual({ type: "signed-out" });

  const answered = new Promise<void>((resolve) => {
    subscribe((_, from) => {
      if (from === "elsewhere") resolve();
    });
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes none
  other.postMessage({ type: "signed-in", personId: "p1" });
  await answered;
  expect(received).toEqual(["signed-out here", "signed-in elsewhere"]);
  stop();
  other.close();
});
