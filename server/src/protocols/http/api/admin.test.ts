import { api, type Endpoint } from "@atrium/contract/api/index";
import { expect, test } from "vitest";
import { codeOf, GOOD_PASSWORD, httpBench } from "../testing/bench.ts";

const bench = await httpBench();
const bob = await bench.signedIn("bob@demo.test");

const carol = { name: "Carol Nyström", address: "carol@demo.test", password: GOOD_PASSWORD };
const routes = Object.values(api.admin).flatMap((part) =>
  Object.values<Pick<Endpoint, "method" | "path">>(part),
);

test.each(routes)("$method $path is for administrators only", async ({ method, path }) => {
  const url = path.replaceAll(/:\w+/g, bench.alice.id);
  const body = method === "GET" ? undefined : { ...carol, roles: ["administrator"] };
  expect(codeOf(await bob.send(method, url, body))).toBe("forbidden");
  expect(codeOf(await bench.browser().send(method, url, body))).toBe("notSignedIn");
});
