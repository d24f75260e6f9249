import type { EmailRecord } from "@atrium/contract/types/email";
import { expect, test } from "vitest";
import { lettersHere, storyOf } from "./letters-here.ts";

const letter = (id: string, ...folders: readonly string[]): EmailRecord =>
  ({ id, mailboxIds: Object.fromEntries(folders.map((folder) => [folder, true])) }) as EmailRecord;
const asked = letter("asked", "inbox");
const answered = letter("answered", "sent");
const dropped = letter("dropped", "trash");
const all = [asked, answered, dropped, null, undefined];
const aside = new Set(["trash", "junk"]);

test("a row in the inbox tells of one's own answers too, and not of what was thrown away", () => {
  const here = lettersHere(asked, all, "inbox");
  expect(here).toEqual([asked]);
  expect(storyOf(here, all, aside)).toEqual([asked, answered]);
});

test("what is thrown away stands for itself, and so does what is not known yet", () => {
  expect(storyOf(lettersHere(dropped, all, "trash"), all, aside)).toEqual([dropped]);
  expect(storyOf([asked], [undefined, undefined], aside)).toEqual([asked]);
});
