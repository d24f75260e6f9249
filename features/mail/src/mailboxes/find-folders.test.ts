import type { MailboxRecord } from "@atrium/contract/types/mailbox";
import { expect, test } from "vitest";
import { findFolders } from "./find-folders.ts";

const folder = (id: string, name: string, parentId: string | null = null): MailboxRecord =>
  ({ id, name, parentId, role: null, sortOrder: 0 }) as unknown as MailboxRecord;
const list = [
  folder("w", "Work"),
  folder("p", "Projects", "w"),
  folder("n", "Network"),
  folder("c", "Café"),
  folder("k", "회의록"),
];
const names = (text: string): string[] => findFolders(list, text).map(({ path }) => path);

test("without words all folders stand in the order of the tree", () => {
  expect(names("")).toEqual(["Café", "Network", "Work", "Work / Projects", "회의록"]);
});

test("a folder that begins with the words comes before one that contains them, and one below it last", () => {
  expect(names("work")).toEqual(["Work", "Network", "Work / Projects"]);
});

test("accents and case do not matter, and any language is found", () => {
  expect(names("CAFE")).toEqual(["Café"]);
  expect(names("회의")).toEqual(["회의록"]);
});

test("several words are looked for along the way", () => {
  expect(names("wo proj")).toEqual(["Work / Projects"]);
  expect(names("zzz")).toEqual([]);
});
