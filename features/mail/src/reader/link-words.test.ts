import { expect, test } from "vitest";
import { otherAddress } from "./link-words.ts";

test.each([
  ["www.bank.example", "https://bank.example.evil.test/login", "www.bank.example"],
  ["https://bank.example/start", "https://evil.test/", "bank.example"],
  ["bank.example", "http://10.0.0.1/", "bank.example"],
])("%s that leads to %s is not what it says", (words, target, named) =>
  expect(otherAddress(words, target)).toBe(named),
);

test.each([
  ["Our offers", "https://evil.test/"],
  ["www.bank.example", "https://bank.example/"],
  ["bank.example", "https://click.bank.example/x"],
  ["https://click.bank.example/x", "https://bank.example/"],
  ["ann@bank.example", "mailto:ann@bank.example"],
  ["bank.example", "mailto:ann@bank.example"],
  ["3.5", "https://evil.test/"],
  ["", "https://evil.test/"],
])("%s may lead to %s", (words, target) => expect(otherAddress(words, target)).toBeUndefined());
