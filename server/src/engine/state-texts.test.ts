import { expect, it } from "vitest";
import type { Reach } from "./reach.ts";
import { createStateTexts } from "./state-texts.ts";

const texts = createStateTexts(Buffer.alloc(32, 7));
const part: Reach = new Map([["n1", new Set(["mayRead"])]]);
const of = (reach: Reach = part, personId = "p1", accountId = "a1") => ({
  actor: { personId },
  accountId,
  reach,
});

it("is the number for who sees everything, and nothing else is taken for one", () => {
  expect(texts.write(of("everything"), "Thing", 12)).toBe("12");
  expect(texts.read(of("everything"), "Thing", "12")).toBe(12);
  for (const wrong of ["", "-1", "012", "1.5", "1e3", "x", " 1", "9".repeat(17)])
    expect(texts.read(of("everything"), "Thing", wrong)).toBeNull();
});

it("says nothing of the number to who sees a part, and is the same whenever it is asked for", () => {
  const written = Array.from({ length: 300 }, (_, n) => texts.write(of(), "Thing", n));
  expect(new Set(written).size).toBe(300);
  for (const [n, state] of written.entries()) {
    expect(state).toMatch(/^[\w-]{22}$/);
    expect(texts.write(of(), "Thing", n)).toBe(state);
    expect(texts.read(of(), "Thing", state)).toBe(n);
  }
  // Of numbers one after the other no two begin or end alike any more than chance has it.
  expect(new Set(written.map((state) => state.slice(0, 6))).size).toBeGreaterThan(295);
  expect(new Set(written.map((state) => state.slice(-7))).size).toBeGreaterThan(295);
});

it("is refused to everyone else, for another type, of another reach and when it was made up", () => {
  const state = texts.write(of(), "Thing", 5);
  const more: Reach = new Map([["n1", new Set(["mayRead", "mayShare"])]]);
  const other: Reach = new Map([["n2", new Set(["mayRead"])]]);
  for (const [who, type] of [
    [of(part, "p2"), "Thing"],
    [of(part, "p1", "a2"), "Thing"],
    [of(more), "Thing"],
    [of(other), "Thing"],
    [of(new Map()), "Thing"],
    [of("everything"), "Thing"],
    [of(), "Other"],
  ] as const)
    expect(texts.read(who, type, state)).toBeNull();
  const bytes = Buffer.from(state, "base64url");
  for (let at = 0; at < bytes.length * 8; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at >> 3]! ^= 1 << (at & 7);
    expect(texts.read(of(), "Thing", changed.toString("base64url"))).toBeNull();
  }
  for (const wrong of ["", "5", "5-abcdefghijkl", state.slice(1), `${state}A`, `${state}=`])
    expect(texts.read(of(), "Thing", wrong)).toBeNull();
  expect(createStateTexts(Buffer.alloc(32, 8)).read(of(), "Thing", state)).toBeNull();
});
