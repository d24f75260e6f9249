import { expect, test } from "vitest";
import { fit } from "./match.ts";

const verb = (label: string, more = {}) => ({ id: label, label, act: () => undefined, ...more });
const ranked = (typed: string, ...labels: string[]) =>
  labels
    .map((label) => ({ label, score: fit(verb(label), typed) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ label }) => label);

test("the start of a word goes before its middle, the shorter before the longer", () => {
  expect(ranked("arch", "Search", "Archive, then the older one", "Archive", "Reply")).toEqual([
    "Archive",
    "Archive, then the older one",
    "Search",
  ]);
});

test("every word that was typed has to fit, in any order and without case or accents", () => {
  expect(ranked("INBOX go", "Go to Inbox", "Go to Sent")).toEqual(["Go to Inbox"]);
  expect(ranked("cafe", "Write to Café")).toEqual(["Write to Café"]);
});

test("other words and the heading find it, after those that are named so", () => {
  expect(fit(verb("Delete", { words: "trash" }), "trash")).toBeGreaterThan(0);
  expect(fit(verb("Delete", { words: "trash" }), "trash")).toBeLessThan(
    fit(verb("Go to Trash"), "trash"),
  );
  expect(fit(verb("Dark", { group: "Theme" }), "theme dark")).toBeGreaterThan(0);
});

test("first letters of Korean syllables find them", () => {
  expect(ranked("ㅂㄱ", "보관", "삭제", "메일 보관함")).toEqual(["보관", "메일 보관함"]);
  expect(ranked("보", "보관", "삭제")).toEqual(["보관"]);
});

test("those that fit by their heading alone stay in its order", () => {
  const folders = ["Lists", "Newsletters", "Inn"].map((label) => verb(label, { group: "Folders" }));
  expect(new Set(folders.map((folder) => fit(folder, "fold"))).size).toBe(1);
});
