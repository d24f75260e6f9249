import { expect, test } from "vitest";
import { isAssignable, parseAddress, parseDomain, withoutDetail } from "./address.ts";

test.each([
  ["Bob@Demo.TEST", "bob@demo.test"],
  ["bob@demo.test.", "bob@demo.test"],
  ['"Bob"@demo.test', "bob@demo.test"],
  ['"a b\\"c"@demo.test', 'a b"c@demo.test'],
  ["지민@한국.test", "지민@xn--3e0b707e.test"],
  // The same letter written as one code point and as two.
  ["jose\u0301@demo.test", "jos\u00e9@demo.test"],
  ["bob@BÜCHER.example", "bob@xn--bcher-kva.example"],
])("%s is %s", (text, canonical) => expect(parseAddress(text)?.canonical).toBe(canonical));

test.each([
  "",
  "bob",
  "@demo.test",
  "bob@",
  "bob@[192.0.2.1]",
  "bob@192.0.2.1",
  "bob@demo..test",
  "bob@-demo.test",
  "a b@demo.test",
  "a\u0000b@demo.test",
  "a\nb@demo.test",
  '"a"b"@demo.test',
  `${"x".repeat(65)}@demo.test`,
  `bob@${"x".repeat(64)}.test`,
])("%j is no address", (text) => expect(parseAddress(text)).toBeNull());

test("a detail after the plus sign is taken off", () => {
  expect(withoutDetail(parseAddress("bob+lists+2@demo.test")!)).toBe("bob@demo.test");
  expect(withoutDetail(parseAddress("bob@demo.test")!)).toBeNull();
  expect(withoutDetail(parseAddress("+bob@demo.test")!)).toBeNull();
});

test("a domain is compared in ASCII", () => {
  expect(parseDomain("한국.TEST")).toBe("xn--3e0b707e.test");
  expect(parseDomain("exa mple.test")).toBeNull();
  expect(parseDomain("a/b.test")).toBeNull();
});

test("plus signs, spaces and stray dots cannot be assigned", () => {
  for (const good of ["bob", "bob.smith", "o'neil", "지민", "a-b_c"])
    expect(isAssignable(good)).toBe(true);
  for (const bad of ["bob+x", "bob smith", ".bob", "bob.", "b..b", "b@b", ""])
    expect(isAssignable(bad)).toBe(false);
});
