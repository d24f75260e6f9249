import { expect, test } from "vitest";
import { api, endpointPath, type Endpoint } from "./index.ts";

function endpoints(tree: object): Pick<Endpoint, "method" | "path">[] {
  if ("method" in tree && "path" in tree) return [tree as Endpoint];
  return Object.values(tree).flatMap((branch: object) => endpoints(branch));
}

test("no two routes are the same", () => {
  const all = endpoints(api).map(({ method, path }) => `${method} ${path}`);
  expect(all.length).toBeGreaterThan(10);
  expect(new Set(all).size).toBe(all.length);
});

test("a parameter is filled in so that it stays one part of the path", () => {
  expect(endpointPath(api.admin.domains.check, { name: "a" })).toBe("/api/admin/domains/a/check");
  expect(endpointPath(api.admin.domains.check, { name: "../x?y" })).toBe(
    "/api/admin/domains/..%2Fx%3Fy/check",
  );
  expect(() => endpointPath(api.admin.domains.check, {})).toThrow('wants "name"');
});
