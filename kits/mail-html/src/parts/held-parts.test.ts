import { expect, test } from "vitest";
import { isShownByHtml, namedParts } from "./held-parts.ts";

const picture = { cid: "logo@example.org", type: "image/png" };

test("a picture that the HTML names is shown by it, however it is written", () => {
  expect(isShownByHtml(picture, namedParts(['<img src="cid:logo@example.org">']))).toBe(true);
  expect(isShownByHtml(picture, namedParts(["", '<IMG SRC="CID:logo%40example.org">']))).toBe(true);
});

test("… in a style as well, and without quotation marks", () => {
  const html = [
    "<p style='background:url(&quot;cid:logo@example.org&quot;)'>",
    "<img src=cid:a@b>",
  ];
  expect(isShownByHtml(picture, namedParts(html))).toBe(true);
  expect(isShownByHtml({ ...picture, cid: "a@b" }, namedParts(html))).toBe(true);
});

test("a picture that no HTML names is not hidden", () => {
  expect(isShownByHtml(picture, namedParts(['<img src="cid:other@example.org">']))).toBe(false);
  expect(isShownByHtml({ ...picture, cid: null }, namedParts(["<img src='cid:null'>"]))).toBe(
    false,
  );
});

test("SVG is never shown in place, so it is listed", () => {
  const html = namedParts(['<img src="cid:logo@example.org">']);
  expect(isShownByHtml({ ...picture, type: "image/svg+xml" }, html)).toBe(false);
});
