import { expect, test } from "vitest";
import { boundText } from "./bound-text.ts";

test("thousands of quotes are not thousands of buttons, and no line is lost", () => {
  const text = "> theirs\nmine\n".repeat(20_000).trimEnd();
  const { blocks, isCut } = boundText(text);
  expect(blocks.length).toBeLessThanOrEqual(501);
  expect(blocks.map((block) => block.text).join("\n")).toBe(text);
  expect(isCut).toBe(false);
});

test("links are counted over all blocks", () => {
  const { blocks } = boundText(
    "www.example.com\n> a\n".repeat(100) + "www.example.com ".repeat(9000),
  );
  const links = blocks.flatMap(({ pieces }) => pieces.filter(({ href }) => href !== undefined));
  expect(links).toHaveLength(2000);
});

test("more lines than a person reads are cut, and said to be", () => {
  const { blocks, isCut } = boundText("a\n".repeat(60_000));
  expect(isCut).toBe(true);
  expect(blocks[0]!.text.split("\n")).toHaveLength(50_000);
});

test("a message that is all quotation is shown open", () => {
  expect(boundText("> www.example.com").blocks[0]!.pieces).toHaveLength(2);
});
