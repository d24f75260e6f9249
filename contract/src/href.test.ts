import { describe, expect, test } from "vitest";
import { href } from "./href.ts";

describe("the address of a page", () => {
  test("has its parameters, whatever is in them", () => {
    expect(href("/help/:slug", { slug: "a/b?c#d é" })).toBe("/help/a%2Fb%3Fc%23d%20%C3%A9");
    expect(href("/mail/folder/:folder/thread/:thread", { folder: "$&", thread: ":folder" })).toBe(
      "/mail/folder/%24%26/thread/%3Afolder",
    );
  });
  test("has a query only where there is one", () => {
    expect(href("/mail/write/", undefined, new URLSearchParams({ to: "a&b" }))).toBe(
      "/mail/write/?to=a%26b",
    );
    expect(href("/mail/write/", undefined, new URLSearchParams())).toBe("/mail/write/");
  });
});
