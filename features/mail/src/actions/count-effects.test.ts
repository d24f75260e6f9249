import { expect, test } from "vitest";
import { countEffects, type Counted } from "./count-effects.ts";

const letter = (id: string, folder: string, isRead: boolean): Counted => ({
  id,
  mailboxIds: { [folder]: true },
  keywords: isRead ? { $seen: true } : {},
});
const counts = { totalEmails: 10, unreadEmails: 5, totalThreads: 8, unreadThreads: 4 };

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
  expect(effect!.apply(counts)).toEqual({ ...counts, unreadEmails: 4, unreadThreads: 3 });
});

test("an unread conversation takes its counts along when it is moved", () => {
  const effects = countEffects(
    [{ before: [letter("1", "in", false)], after: [letter("1", "archive", false)] }],
    "trash",
  );
  const moved = Object.fromEntries(effects.map(({ id, apply }) => [id, apply(counts)]));
  expect(moved["in"]).toEqual({
    totalEmails: 9,
    unreadEmails: 4,
    totalThreads: 7,
    unreadThreads: 3,
  });
  expect(moved["archive"]).toEqual({
    totalEmails: 11,
    unreadEmails: 6,
    totalThreads: 9,
    unreadThreads: 5,
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
  const moved = Object.fromEntries(effects.map(({ id, apply }) => [id, apply(counts)]));
  expect(moved["in"]).toMatchObject({ totalThreads: 8, unreadThreads: 3 });
});
