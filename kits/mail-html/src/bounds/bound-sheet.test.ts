import { expect, test } from "vitest";
import { boundSheet } from "./bound-sheet.ts";

const text = (written: string): string => boundSheet(written, 1000).text;

test.each([
  "a { color: red } b, c > d:not(.e[f='}']) { background: url(x{y) }",
  "@media (min-width: 1px) { a { b: c } } d { e: f }",
  `a { content: "}" } b { content: '\\'}' } c { d: "\\
}" }`,
  "/* } @import */ a { b: c /* } */ }",
  "a { b: c",
])("%j stays", (written) => expect(text(written)).toBe(written));

test.each([
  ["@import 'x'; a { b: c }", " a { b: c }", 1],
  ["@import url(x;y); a { b: c }", " a { b: c }", 1],
  ["@\\69mport url('x') screen;@IMPORT x;a{}", "a{}", 2],
  ["@charset 'x';@namespace y;a{}", "a{}", 0],
  ["@import url(x", "", 1],
])("%j becomes %j", (written, bounded, imports) =>
  expect(boundSheet(written, 1000)).toMatchObject({ text: bounded, imports }),
);

test("a rule goes whose brackets stand too deep in one another, wherever it hides them", () => {
  const deep = `${"@media x{".repeat(17)}a{b:c}${"}".repeat(17)}`;
  for (const before of [
    "",
    "d{e:f}",
    'd{e:"}',
    "d{e:url(')}",
    "d{e:u\\72l(')}",
    "d{e:f(\\)}",
    "/*/ */",
  ]) {
    const { text, isCut } = boundSheet(`${before}\n${deep}`, 1000);
    expect(isCut).toBe(true);
    expect(text).not.toContain("@media");
  }
  expect(boundSheet(`a{b:${"(".repeat(20)}${")".repeat(20)}}c{}`, 1000)).toMatchObject({
    text: "c{}",
    isCut: true,
  });
});

test("more rules than there is room for go", () => {
  expect(boundSheet("a{}".repeat(7), 5)).toMatchObject({ text: "a{}".repeat(5), isCut: true });
});

test.each([
  ["imports without an end", "@import url("],
  ["imports", "@import url(x);"],
  ["openings", "a{"],
  ["brackets", "a[("],
  ["media", "@media x{"],
  ["strings", '"'],
  ["escapes", "\\"],
  ["comments", "/*"],
  ["addresses", "url("],
  ["names", "a"],
  ["rules", "a{b:c}"],
])("10⁶ characters of %s end within the limits", (_, part) => {
  const { blocks, text } = boundSheet(part.repeat(1_000_000 / part.length), 5000);
  expect(blocks).toBeLessThanOrEqual(5000);
  expect(text.length).toBeLessThanOrEqual(1_000_000);
});
