import type { CallMethod } from "@atrium/contract/types/methods";
import { expect, test } from "vitest";
import { newsSince, noticesFor, outdated, seenNow, type NewMail } from "./new-mail.ts";

interface Stored {
  readonly id: string;
  readonly at: string;
  readonly isRead?: boolean;
  readonly isBack?: boolean;
  readonly isMuted?: boolean;
  readonly isAway?: boolean;
}

/** The server's side of it: an inbox. */
function serverWith(inbox: readonly Stored[]): CallMethod {
  return async (name: string, args: object): Promise<never> => {
    const { filter = {}, ids = [] } = args as {
      filter?: { after?: string; notKeyword?: string; hasKeyword?: string };
      ids?: readonly string[];
    };
    if (name === "Mailbox/query") return { ids: ["in"] } as never;
    if (name === "Email/query") {
      const found = inbox
        .filter(({ isAway }) => isAway !== true)
        .filter(({ at, isRead }) => at >= (filter.after ?? "") && !(filter.notKeyword && isRead))
        .filter(({ isBack }) => filter.hasKeyword === undefined || isBack)
        .toSorted((a, b) => (a.at < b.at ? 1 : -1));
      return { ids: found.map(({ id }) => id) } as never;
    }
    const list = inbox
      .filter(({ id }) => ids.includes(id))
      .map(({ id, at, isRead = false, isMuted = false, isAway = false }) => ({
        id,
        threadId: `t${id}`,
        receivedAt: at,
        from: null,
        subject: id,
        preview: "",
        keywords: { ...(isRead && { $seen: true }), ...(isMuted && { $muted: true }) },
        mailboxIds: { [isAway ? "elsewhere" : "in"]: true },
      }));
    return { list } as never;
  };
}
const day = (number: number): string => `2026-03-0${number}T09:00:00Z`;
const idsOf = (mails: readonly NewMail[]) => mails.map(({ id }) => id);

test("what was there is not news; what comes is, once, unless it was read elsewhere", async () => {
  const inbox: Stored[] = [{ id: "old", at: day(1) }];
  const seen = await seenNow(serverWith(inbox), "a");
  inbox.push({ id: "new", at: day(2) }, { id: "read", at: day(3), isRead: true });
  const first = await newsSince(serverWith(inbox), "a", seen);
  expect(idsOf(first.news)).toEqual(["new"]);
  const second = await newsSince(serverWith(inbox), "a", first.seen);
  expect(second.news).toEqual([]);
});

test("two messages of one moment are both news, and an old one that is moved in is not", async () => {
  const inbox: Stored[] = [{ id: "one", at: day(2) }];
  const seen = await seenNow(serverWith(inbox), "a");
  inbox.push({ id: "two", at: day(2) }, { id: "moved", at: day(1) });
  expect(idsOf((await newsSince(serverWith(inbox), "a", seen)).news)).toEqual(["two"]);
});

test("what comes back from being snoozed is news, however old, once for each time", async () => {
  const old = { id: "old", at: day(1) };
  const inbox: Stored[] = [{ id: "known", at: day(2), isBack: true }];
  const seen = await seenNow(serverWith(inbox), "a");
  inbox.push({ ...old, isBack: true });
  const first = await newsSince(serverWith(inbox), "a", seen);
  expect(idsOf(first.news)).toEqual(["old"]);
  const second = await newsSince(serverWith(inbox), "a", first.seen);
  expect(second.news).toEqual([]);
  const away = await newsSince(serverWith([inbox[0]!, old]), "a", second.seen);
  expect(idsOf((await newsSince(serverWith(inbox), "a", away.seen)).news)).toEqual(["old"]);
  // What an earlier release has kept says nothing of it.
  const { back: _, ...kept } = second.seen;
  expect((await newsSince(serverWith(inbox), "a", kept)).news).toEqual([]);
});

test("into an empty inbox the first mail is news", async () => {
  const seen = await seenNow(serverWith([]), "a");
  const { news } = await newsSince(serverWith([{ id: "first", at: day(1) }]), "a", seen);
  expect(idsOf(news)).toEqual(["first"]);
});

test("a few have a notification each, many share one with their number", () => {
  const mail = (id: string): NewMail => ({
    id,
    threadId: `t ${id}`,
    from: [{ name: null, email: `${id}@x.example` }],
    subject: " ",
    preview: "Hello",
    receivedAt: day(1),
    keywords: {},
  });
  expect(noticesFor([mail("m1")], "en")).toEqual([
    {
      title: "m1@x.example",
      options: {
        body: "(no subject)\nHello",
        tag: "m1",
        data: { path: "/mail/folder/inbox/thread/t%20m1", ids: ["m1"] },
      },
    },
  ]);
  const unanswered = { ...mail("m1"), keywords: { $followup: true as const } };
  expect(noticesFor([unanswered], "en")[0]!.title).toBe("No reply yet");
  const [many, ...more] = noticesFor(["m1", "m2", "m3", "m4"].map(mail), "ko");
  expect(more).toEqual([]);
  expect(many!.title).toBe("새 메일 4개");
  expect(many!.options.data.path).toBe("/mail");
  for (const count of [1, 4]) {
    const all = ["m1", "m2", "m3", "m4"].slice(0, count).map(mail);
    expect(JSON.stringify(noticesFor(all, "en", true))).not.toMatch(/Hello|example/);
  }
});

test("what is muted is no news, nor later", async () => {
  const inbox: Stored[] = [{ id: "old", at: day(1) }];
  const seen = await seenNow(serverWith(inbox), "a");
  inbox.push({ id: "silent", at: day(2), isMuted: true });
  const first = await newsSince(serverWith(inbox), "a", seen);
  expect(idsOf(first.news)).toEqual([]);
  inbox.push({ id: "new", at: day(3) });
  expect(idsOf((await newsSince(serverWith(inbox), "a", first.seen)).news)).toEqual(["new"]);
});

test("a notification is outdated when all that it is about was read, filed or deleted", async () => {
  const call = serverWith([
    { id: "unread", at: day(1) },
    { id: "read", at: day(2), isRead: true },
    { id: "filed", at: day(3), isAway: true },
  ]);
  const notice = (...ids: string[]) => ({ data: { path: "/mail", ids } });
  const kept = [notice("unread"), notice("read", "unread"), notice(), { data: null }];
  const gone = [notice("read"), notice("filed"), notice("deleted", "read")];
  expect(await outdated(call, "a", [...kept, ...gone])).toEqual(gone);
});
