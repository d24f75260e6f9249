import { expect, test } from "vitest";
import { countEffects, type Counted } from "./count-effects.ts";

const letter = (id: string, folder: string, isRead: boolean): Counted => ({
  id,
  mailboxIds: { [folder]: true },
  keywords: isRead ? { $seen: true } : {},
});

test("reading a conversation takes it from the unread ones", () => {
  const [effect, ...more] = countEffects(
    [
      {
        before: [letter("1", "in", true), letter("2", "in", false)],
        after: [letter("1", "in", true), letter("2", "in", true)],
      },
    ],
    "trash",
  );
  expect(more).toEqual([]);
  expect(effect!.id).toBe("in");
  expect(effect!.add).toEqual({ unreadEmails: -1, unreadThreads: -1 });
});

test("an unread conversation takes its counts along when it is moved", () => {
  const effects = countEffects(
    [{ before: [letter("1", "in", false)], after: [letter("1", "archive", false)] }],
    "trash",
  );
  const moved = Object.fromEntries(effects.map(({ id, add }) => [id, add]));
  expect(moved["in"]).toEqual({
    totalEmails: -1,
    unreadEmails: -1,
    totalThreads: -1,
    unreadThreads: -1,
  });
  expect(moved["archive"]).toEqual({
    totalEmails: 1,
    unreadEmails: 1,
    totalThreads: 1,
    unreadThreads: 1,
  });
});

test("unread mail in Trash makes no other folder unread", () => {
  const effects = countEffects(
    [
      {
        before: [letter("1", "in", false), letter("2", "in", true)],
        after: [letter("1", "trash", false), letter("2", "in", true)],
      },
    ],
    "trash",
  );
  const moved = Object.fromEntries(effects.map(({ id, add }) => [id, add]));
  expect(moved["in"]).toEqual({ totalEmails: -1, unreadEmails: -1, unreadThreads: -1 });
});
