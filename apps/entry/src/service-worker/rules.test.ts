import { expect, test } from "vitest";
import { STRAIGHT, dealingWith } from "./rules.ts";

const origin = "https://atrium.example";
const dealing = (path: string, more: Partial<Request> = {}, assets = `${origin}/assets/`) =>
  dealingWith(
    { method: "GET", mode: "no-cors", url: new URL(path, origin).href, ...more },
    { origin, assets },
  );

test("files of the build with a hash in their name are kept, others are not", () => {
  expect(dealing("/assets/index.3f9a1c07.js")).toBe("asset");
  expect(dealing("/assets/y.4ceeaf60.css")).toBe("asset");
  expect(dealing("/assets/release.json")).toBe("none");
  const cdn = "https://cdn.example/atrium/";
  expect(dealing(`${cdn}index.3f9a1c07.js`, {}, cdn)).toBe("asset");
  expect(dealing("/assets/index.3f9a1c07.js", {}, cdn)).toBe("none");
});

test("JMAP, REST, remotes and what changes something go to the server alone", () => {
  for (const path of [
    "/jmap/session",
    "/jmap/api",
    "/jmap/download/a1/b1/x.3f9a1c07.js",
    "/api/session",
    "/image-proxy/x",
    "/remotes/drive/remoteEntry.js",
    "/remotes/drive/main.3f9a1c07.js",
    "/release.json",
  ])
    expect(dealing(path), path).toBe("none");
  expect(dealing("/assets/index.3f9a1c07.js", { method: "POST" })).toBe("none");
  expect(dealing("/jmap/download/a1/b1/x.html", { mode: "navigate" })).toBe("none");
});

test("the document is kept for windows of who is signed in, not for public pages and the chatbot", () => {
  for (const path of [
    "/",
    "/mail/folder/inbox",
    "/drive",
    "/setting",
    "/address-book",
    "/mail/write/",
  ])
    expect(dealing(path, { mode: "navigate" }), path).toBe("document");
  for (const path of ["/help/", "/share/pages/x", "/share/chatbot/embed?bot=1", "/share/file/x"])
    expect(dealing(path, { mode: "navigate" }), path).toBe("none");
  expect(dealing("/", { mode: "cors" })).toBe("none");
});

test("what goes past the worker is nothing that it would answer", () => {
  expect(STRAIGHT.map(({ condition }) => condition.urlPattern)).toContain("/jmap/*");
  for (const { condition } of STRAIGHT)
    expect(dealing(condition.urlPattern.replace("*", "x"), { mode: "navigate" })).toBe("none");
});

test("the frame of a mail is kept, and nothing else beside it", () => {
  expect(dealing("/frame/mail", { mode: "navigate" })).toBe("frame");
  expect(dealing("/frame/mail", { mode: "cors" })).toBe("none");
  expect(dealing("/frame/other", { mode: "navigate" })).toBe("none");
});
