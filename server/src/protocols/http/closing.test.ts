import { fastify } from "fastify";
import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { closePromptly } from "./closing.ts";

test("a connection on which nothing was asked does not keep the server from stopping", async () => {
  const app = fastify({ forceCloseConnections: "idle" });
  closePromptly(app);
  app.get("/", async () => "here");
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const silent = connect(port, "127.0.0.1");
  const ended = once(silent, "close");
  await Promise.all([once(app.server, "connection"), once(silent, "connect")]);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("here");
  await app.close();
  await ended;
});

test("an answer that is under way is finished", async () => {
  const app = fastify({ forceCloseConnections: "idle" });
  closePromptly(app);
  let finish = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    app.get("/", async () => {
      resolve();
      await new Promise<void>((done) => (finish = done));
      return "whole";
    });
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const answer = fetch(`http://127.0.0.1:${port}/`);
  await asked;
  const closed = app.close();
  finish();
  expect(await (await answer).text()).toBe("whole");
  await closed;
});
