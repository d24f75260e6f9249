import { expect, test } from "vitest";
import { ShareRefused } from "./change-shares.ts";
import { reasonOf, sharedWith } from "./said.ts";

test("each refusal has a sentence, and what is none is the network's", () => {
  const network = reasonOf(new TypeError("fetch failed"));
  expect(network).toMatch(/connection/);
  const types = ["forbidden", "notFound", "overQuota", "invalidProperties"];
  const reasons = types.map((type) => reasonOf(new ShareRefused(type)));
  expect(new Set([...reasons, network]).size).toBe(types.length + 1);
  expect(reasonOf(new ShareRefused("rateLimit"))).toBe(network);
});

test("a few people are named, many are counted", () => {
  expect(sharedWith(["Bob"])).toBe("Shared with Bob");
  expect(sharedWith(["Bob", "Carol", "Dave"])).toMatch(/^Shared with Bob, Carol,? and Dave$/);
  expect(sharedWith(["Bob", "Carol", "Dave", "Team"])).toBe("Shared with 4 people and groups");
});
