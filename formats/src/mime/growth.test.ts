import { expect, test } from "vitest";
import { growth, many } from "../testing/growth.ts";
import { decodeWords } from "./index.ts";

test.each([
  "=?",
  "?=",
  "=?=",
  "=?utf-8?b?",
  "=?utf-8?b? ",
  "=?utf-8?q? ",
  "=?utf-8?q?_",
  "=?utf-8?q?a?= ",
  "=?utf-8?q?a?=b",
  "=?utf-8?b?YQ?= =?euc-kr?b?YQ?= ",
  `=?${"x".repeat(64)}?q`,
])("twice as much text of %j is at most triple work to decode", (part) =>
  expect(growth(decodeWords, many(part))).toBeLessThanOrEqual(3),
);
