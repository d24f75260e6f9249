import { expect, test } from "vitest";
import { fieldsOf } from "../../mail/message/header.ts";
import { isForged } from "./results-field.ts";

const isOurs = (value: string): boolean => {
  const [field] = fieldsOf(Buffer.from(`Authentication-Results: ${value}\r\n`));
  return isForged(field!, "mx.demo.test");
};

test.each([
  "mx.demo.test; spf=pass",
  "MX.Demo.Test 1; spf=pass",
  "\r\n\t(a comment) mx.demo.test; spf=pass",
  "(one (in) another) mx.demo.test;",
  '"mx.demo.test"; spf=pass',
  '"mx\\.demo.test"; spf=pass',
  // RFC 8601 §5: what nobody can read is not let stand either.
  "",
  "(never closed; mx.demo.test",
  "\\(mx.demo.test",
])("a field from outside with our name is forged: %s", (value) => expect(isOurs(value)).toBe(true));

test.each([
  "mx.example.org; spf=pass",
  "mx.example.org (mx.demo.test); spf=pass (mx.demo.test: it may)",
  'mx.example.org/1; dkim=fail reason="bad (signature"',
  "notmx.demo.test;",
])("one with another name stays: %s", (value) => expect(isOurs(value)).toBe(false));

test("a field as long as a header may be is read in one pass", () => {
  for (const piece of ["(", "\\(", "(\\", "(\\(", "()", '"', '("', "\\"])
    expect(isOurs(piece.repeat(Math.ceil(1_000_000 / piece.length)))).toBeTypeOf("boolean");
});
