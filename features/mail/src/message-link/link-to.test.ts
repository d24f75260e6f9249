import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { linkedMessage, linkTo } from "./link-to.ts";

beforeEach(() => vi.stubGlobal("location", { origin: "https://mail.example" }));
afterEach(() => vi.unstubAllGlobals());

test("the address of a message names it by its Message-ID, and back", () => {
  const link = linkTo({ messageId: ["CA+b=1_c@mail.example"] })!;
  expect(link).toBe("https://mail.example/mail/message/CA%2Bb%3D1_c%40mail.example");
  expect(linkedMessage(new URL(link).pathname)).toBe("CA+b=1_c@mail.example");
});

test("what cannot be found has no address, and other paths name no message", () => {
  expect(linkTo({ messageId: null })).toBeUndefined();
  expect(linkTo({ messageId: ["no at sign"] })).toBeUndefined();
  expect(linkTo({ messageId: ['"q"@x'] })).toBeUndefined();
  for (const path of ["/mail", "/mail/message/", "/mail/message/a/b", "/mail/folder/message"])
    expect(linkedMessage(path)).toBeUndefined();
  expect(linkedMessage("/mail/message/%E0%A4%A")).toBe("%E0%A4%A");
});
