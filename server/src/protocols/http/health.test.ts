import { fastify } from "fastify";
import { expect, test } from "vitest";
import { NotReady, healthRoutes } from "./health.ts";

test.for<[string, () => Promise<void>, number, string]>([
  ["that it can serve", async () => undefined, 200, "ready\n"],
  [
    "what it waits for",
    () => Promise.reject(new NotReady("PostgreSQL is recovering")),
    503,
    "not ready: PostgreSQL is recovering\n",
  ],
  [
    "nothing of what a fault is about",
    () => Promise.reject(new Error("password authentication failed for user atrium")),
    503,
    "not ready\n",
  ],
])("it says %s", async ([, ready, status, body]) => {
  const app = fastify();
  healthRoutes(app, ready);
  expect(await app.inject("/readyz")).toMatchObject({ statusCode: status, body });
  expect(await app.inject("/healthz")).toMatchObject({ statusCode: 200, body: "ok\n" });
});
