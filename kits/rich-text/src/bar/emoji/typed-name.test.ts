import { expect, test } from "vitest";
import { typedName } from "./typed-name.ts";

const typed = (text: string) => typedName(text, text.length);

test("a colon and two letters begin the name of an emoji", () => {
  expect(typed(":sm")).toBe(":sm");
  expect(typed("Well done :thumbs_up")).toBe(":thumbs_up");
  expect(typed("(:생일")).toBe(":생일");
  expect(typedName("Yes :smile, thanks", 10)).toBe(":smile");
});

test("what people write otherwise does not", () => {
  for (const text of [
    ":",
    ":s",
    ":)",
    ":-)",
    "at 10:30",
    "https://a",
    "Note:this",
    "회의:오전",
    "a :smile ",
  ])
    expect(typed(text), text).toBeUndefined();
  expect(typed(`:${"a".repeat(31)}`)).toBeUndefined();
  expect(typed("a".repeat(1_000_000))).toBeUndefined();
});
