import { afterEach, expect, test, vi } from "vitest";
import { createReachability, type Reachability } from "./reachability.ts";

let reach: Reachability;
afterEach(() => {
  reach.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A window that is notified of its network, as by a browser. */
function window(): { say: (event: "online" | "offline") => void } {
  const target = new EventTarget();
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target));
  reach = createReachability();
  return { say: (event) => void target.dispatchEvent(new Event(event)) };
}

test("a window that loses its network says so before anything is asked for, and is back with it", () => {
  const browser = window();
  const seen: boolean[] = [];
  reach.watch(() => seen.push(reach.isUnavailable));
  browser.say("offline");
  browser.say("online");
  browser.say("online");
  expect(seen).toEqual([true, false]);
});

test("an answer of the server counts more than what the browser thinks of the network", () => {
  const browser = window();
  browser.say("offline");
  reach.reached();
  expect(reach.isUnavailable).toBe(false);
});

test("after a failed request it is tried again by and by, and at once when the network is back", () => {
  vi.useFakeTimers();
  const browser = window();
  let tries = 0;
  reach.failed();
  reach.watch(() => (tries += 1));
  vi.advanceTimersByTime(1500);
  expect(tries).toBe(1);
  reach.failed();
  browser.say("online");
  expect(tries).toBe(2);
  expect(reach.isUnavailable).toBe(true);
  reach.reached();
  expect(reach.isUnavailable).toBe(false);
});

test("what was closed is notified of nothing more", () => {
  const browser = window();
  reach.close();
  browser.say("offline");
  expect(reach.isUnavailable).toBe(false);
});
