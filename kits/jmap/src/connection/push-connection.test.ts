import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPushConnection, type PushMessage } from "./push-connection.ts";
import { createReachability } from "./reachability.ts";
import type { PushListener } from "./transport.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A window that leads, and what it tells itself and the others. */
function leader(isTakeover: boolean): {
  readonly own: string[];
  readonly others: PushMessage[];
  readonly server: Promise<PushListener>;
} {
  const own: string[] = [];
  const others: PushMessage[] = [];
  const server = Promise.withResolvers<PushListener>();
  const connection = createPushConnection(
    {
      changed: () => own.push("changed"),
      catchUp: () => own.push("catchUp"),
      refused: () => own.push("refused"),
    },
    {
      open: async (listener) => {
        server.resolve(listener);
        return () => undefined;
      },
      reach: createReachability(),
      windows: {
        broadcast: (message) => others.push(message),
        lead: (begin) => begin(isTakeover),
      },
    },
  );
  connection.connect();
  return { own, others, server: server.promise };
}

test("what changed before the connection stood is asked for in every window, once it stands", async () => {
  const { own, others, server } = leader(false);
  (await server).opened();
  expect(own).toEqual([]);
  vi.runAllTimers();
  expect(own).toEqual(["catchUp"]);
  expect(others).toEqual([{ kind: "catchUp" }]);
});

test("who takes a connection over has every window ask at once what changed", async () => {
  const { own, others, server } = leader(true);
  (await server).opened();
  expect(own).toEqual(["catchUp"]);
  expect(others).toEqual([{ kind: "catchUp" }]);
});

test("what the server pushes is passed on as it came", async () => {
  const { own, others, server } = leader(false);
  const states = { a: { Email: "2" } };
  (await server).changed(states);
  expect(own).toEqual(["changed"]);
  expect(others).toEqual([{ kind: "changed", states }]);
});
