import { expect, test } from "vitest";
import { matchPattern, matchRoute, route } from "./route.ts";

test("a named segment becomes a decoded parameter", () => {
  expect(matchPattern("/mail/popup/mails/:id", "/mail/popup/mails/m%201")).toEqual({ id: "m 1" });
  expect(matchPattern("/a/:x/b/:y", "/a/1/b/2")).toEqual({ x: "1", y: "2" });
});

test("a stray percent sign stays as it is", () => {
  expect(matchPattern("/a/:x", "/a/100%")).toEqual({ x: "100%" });
});

test("more or fewer segments do not fit, a trailing slash does", () => {
  expect(matchPattern("/a/:x", "/a")).toBeUndefined();
  expect(matchPattern("/a/:x", "/a/1/2")).toBeUndefined();
  expect(matchPattern("/a", "/a/")).toEqual({});
});

test("a star at the end takes whatever follows", () => {
  expect(matchPattern("/*", "/")).toEqual({});
  expect(matchPattern("/*", "/anything/else")).toEqual({});
  expect(matchPattern("/a/*", "/a")).toEqual({});
  expect(matchPattern("/a/*", "/b/c")).toBeUndefined();
  expect(matchPattern("/setting*", "/settings")).toEqual({});
});

test("the first route that fits is shown", () => {
  const one = () => null;
  const all = () => null;
  const routes = [route("/x/:id", one), route("/*", all)];
  expect(matchRoute(routes, "/x/1")?.screen).toBe(one);
  expect(matchRoute(routes, "/y")?.screen).toBe(all);
  expect(matchRoute(routes.slice(0, 1), "/y")).toBeUndefined();
});
