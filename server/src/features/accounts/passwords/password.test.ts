import { PASSWORD_MAX_LENGTH } from "@atrium/contract/api/session";
import { expect, test } from "vitest";
import { hashPassword, isPassword } from "./password.ts";

test("a hash is Argon2id with OWASP's parameters and a salt of its own", async () => {
  const [one, two] = await Promise.all([hashPassword("same"), hashPassword("same")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
});

test("the same text is the same password however a keyboard composes it", async () => {
  const composed = "\u1112\u1161\u11ab".normalize("NFC").repeat(PASSWORD_MAX_LENGTH);
  const hash = await hashPassword(composed);
  expect(await isPassword(composed.normalize("NFD"), hash)).toBe(true);
  expect(await isPassword(`${composed.normalize("NFD")}x`, hash)).toBe(false);
  expect(await isPassword("ｖｉｏｌｅｔ", await hashPassword("violet"))).toBe(true);
});

test("without a hash no password is right", async () => {
  expect(await isPassword("", null)).toBe(false);
  expect(await isPassword("anything", null)).toBe(false);
});
