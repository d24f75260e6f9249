import { describe, expect, test } from "vitest";
import { NEAR_MISSES, PATHS } from "./routes.fixture.ts";
import { isPublic, isPublicPath, ROUTES, selectApp } from "./routes.ts";

describe("the path table", () => {
  test.each(PATHS)("%s opens %s", (path, app) => expect(selectApp(path)).toBe(app));
  test.each(NEAR_MISSES)("near miss: %s opens %s", (path, app) =>
    expect(selectApp(path)).toBe(app),
  );
  test.each(["", "//setting", "/%73etting"])("near miss: '%s' opens main", (path) =>
    expect(selectApp(path)).toBe("main"),
  );
  test("no row hides behind an earlier one", () => {
    for (const [prefix, app] of ROUTES) expect(selectApp(prefix)).toBe(app);
  });
});

test("pages and the chatbot are for anybody, everything else is for who is signed in", () => {
  const apps = new Set([...ROUTES.map(([, app]) => app), "main" as const]);
  expect([...apps].filter(isPublic)).toEqual(["pages", "chatbot-embed"]);
});

test("a path may be for anybody though its application is not", () => {
  expect(PATHS.filter(([path]) => isPublicPath(path)).map(([path]) => path)).toEqual([
    "/share/pages/",
    "/share/pages/handbook",
    "/help/",
    "/help/errors/RUNTIME-003",
    "/share/chatbot/embed",
    "/share/file/f1",
  ]);
});
