import { expect, test } from "vitest";
import { loggedPath } from "./logged-path.ts";

test.each([
  "/share/file/TOKEN",
  "/share/file/TOKEN/n1/content?from=3",
  "//share//file/TOKEN",
  "/Share/File/TOKEN",
  "/%73hare/file/TOKEN",
  "/share%2Ffile%2FTOKEN",
  "/share%252Ffile%252FTOKEN",
  "/share/file/TOKEN%",
])("%s is logged without what opens the link", (url) => {
  expect(loggedPath(url)).toMatch(/^\/+share\/+file\/+…$/i);
});

test.each([
  ["/jmap/api?x=1", "/jmap/api"],
  ["/share/file/", "/share/file/"],
  ["/share/pages/handbook", "/share/pages/handbook"],
  ["/drive/%zz", "/drive/%zz"],
])("%s is logged as %s", (url, expected) => expect(loggedPath(url)).toBe(expected));
