import { expect, test } from "vitest";
import { isShownByHtml } from "./held-parts.ts";

const picture = { cid: "logo@example.org", type: "image/png" };

test("a picture that the HTML names is shown by it, however it is written", () => {
  expect(isShownByHtml(picture, ['<img src="cid:logo@example.org">'])).toBe(true);
  expect(isShownByHtml(picture, ["", '<IMG SRC="CID:logo%40example.org">'])).toBe(true);
});

test("a picture that no HTML names is not hidden", () => {
  expect(isShownByHtml(picture, ['<img src="cid:other@example.org">'])).toBe(false);
  expect(isShownByHtml({ ...picture, cid: null }, ["<img src='cid:null'>"])).toBe(false);
});

test("SVG is never shown in place, so it is listed", () => {
  const html = ['<img src="cid:logo@example.org">'];
  expect(isShownByHtml({ ...picture, type: "image/svg+xml" }, html)).toBe(false);
});
