import { expect, test } from "vitest";
import { downloadsFault, linkFault, passwordFault, proposedEnd } from "./link-terms.ts";
import { LinkRefused } from "./links.ts";

const free = { publicLinkExpiry: null, publicLinkPassword: false };
const strict = { publicLinkExpiry: 30, publicLinkPassword: true };

test("a link ends when the organisation says, where it says so", () => {
  const now = new Date("2026-03-01T12:00:00Z");
  expect(proposedEnd(free, now)).toBeNull();
  expect(proposedEnd(strict, now)).toMatch(/^2026-03-31T12:00:00/);
});

test("a password is long enough, and there where it has to be", () => {
  expect(passwordFault("", free)).toBeUndefined();
  expect(passwordFault("", strict)).toBe("Your organisation requires a password.");
  expect(passwordFault("비밀번호입니", free)).toBe("Use at least 8 characters.");
  expect(passwordFault("😀".repeat(8), strict)).toBeUndefined();
  expect(passwordFault("x".repeat(201), free)).toBe("Use at most 200 characters.");
});

test("a number of downloads is one, or as many as people like", () => {
  for (const text of ["", "1", "999999"]) expect(downloadsFault(text)).toBeUndefined();
  for (const text of ["0", "-1", "1.5", "1e3", "01", "ten", "1000000"])
    expect(downloadsFault(text)).toMatch(/^Enter a number/);
});

test("a refusal says what to do about it", () => {
  const refused = (type: string, ...properties: string[]) =>
    linkFault(new LinkRefused({ type, properties } as never), strict);
  expect(refused("invalidProperties", "expires")).toMatch(
    /^Links of your organisation end after 30/,
  );
  expect(refused("invalidProperties", "password")).toMatch(/requires a password/);
  expect(refused("invalidProperties", "name")).toBe("The note is too long.");
  expect(refused("invalidProperties", "fileNodeId")).toBe("It is no longer there.");
  expect(refused("overQuota")).toMatch(/^There are too many links/);
  expect(refused("forbidden")).toMatch(/^You can no longer/);
  expect(linkFault(new Error("no network"), free)).toMatch(/Check your connection/);
});
