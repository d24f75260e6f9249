import { href } from "@atrium/contract/href";
import type { ConditionOf } from "@atrium/contract/types/define";
import type { Email, EmailRecord } from "@atrium/contract/types/email";
import type { CallMethod } from "@atrium/contract/types/methods";
import type { Notice, NoticeData } from "@atrium/feature-suite/parts";
import type { Locale } from "@atrium/i18n";

export const name = "mail";
export const seenKey = "atrium.told";
/** RFC 8621 §1.5: changes only when mail is delivered, not with every change of a message. */
export const arrivals = "EmailDelivery";
export const records = "Email";
export const suggestion = {
  en: "New mail came while you were away. Be notified of it?",
  ko: "자리를 비운 동안 새 메일이 왔습니다. 알림을 받을까요?",
};

export type NewMail = Pick<
  EmailRecord,
  "id" | "threadId" | "from" | "subject" | "preview" | "receivedAt" | "keywords"
>;

/** What has been seen of an inbox: all mail up to a moment of the server's clock, and which mails came in that moment. */
export interface Seen {
  readonly until: string;
  readonly ids: readonly string[];
  /** Mail that had come back from being snoozed; absent when nobody has looked for it. */
  readonly back?: readonly string[];
}

/** Mail that came back from being snoozed and is unread: news, however old it is. */
const BACK = { hasKeyword: "$unsnoozed", notKeyword: "$seen" };

/** Of more at once only these are counted. */
const MOST = 10;
/** Muted conversations and junk are no news. */
const QUIET = ["$muted", "$junk"];

/** Everything that is in the inbox now counts as seen. */
export async function seenNow(call: CallMethod, accountId: string): Promise<Seen> {
  const back = await inboxMail(call, accountId, BACK);
  return seenWith(await inboxMail(call, accountId, {}), undefined, back);
}

/** Unread mail that came to the inbox since then or came back to it, the newest first, and what has been seen with it. */
export async function newsSince(
  call: CallMethod,
  accountId: string,
  seen: Seen,
): Promise<{ readonly news: readonly NewMail[]; readonly seen: Seen }> {
  const after = seen.until === "" ? {} : { after: seen.until };
  const found = await inboxMail(call, accountId, { notKeyword: "$seen", ...after });
  const come = found.filter(({ id }) => !seen.ids.includes(id));
  const back = await inboxMail(call, accountId, BACK);
  const known = new Set([...come.map(({ id }) => id), ...(seen.back ?? back.map(({ id }) => id))]);
  const all = [...come, ...back.filter(({ id }) => !known.has(id))];
  const news = all.filter(({ keywords }) => !QUIET.some((name) => keywords[name] === true));
  return { news, seen: seenWith(come, seen, back) };
}

function seenWith(
  mails: readonly NewMail[],
  before: Seen | undefined,
  back: readonly NewMail[],
): Seen {
  const until = mails[0]?.receivedAt ?? before?.until ?? "";
  // `after` takes what came in that moment once more.
  const inThatMoment = mails.filter(({ receivedAt }) => receivedAt === until).map(({ id }) => id);
  const old = before?.until === until ? before.ids : [];
  return { until, ids: [...old, ...inThatMoment], back: back.map(({ id }) => id) };
}

async function inboxOf(call: CallMethod, accountId: string): Promise<string | undefined> {
  const boxes = await call("Mailbox/query", {
    accountId,
    filter: { role: "inbox" },
  });
  return boxes.ids[0];
}

async function inboxMail(
  call: CallMethod,
  accountId: string,
  filter: ConditionOf<typeof Email>,
): Promise<readonly NewMail[]> {
  const inMailbox = await inboxOf(call, accountId);
  if (inMailbox === undefined) return [];
  const { ids } = await call("Email/query", {
    accountId,
    filter: { inMailbox, ...filter },
    sort: [{ property: "receivedAt", isAscending: false }],
    limit: MOST,
  });
  if (ids.length === 0) return [];
  const { list } = await call("Email/get", {
    accountId,
    ids,
    properties: ["threadId", "from", "subject", "preview", "receivedAt", "keywords"],
  });
  return list.toSorted((a, b) => (a.receivedAt < b.receivedAt ? 1 : -1));
}

/** Those whose mail was all read, filed or deleted since. */
export async function outdated<Shown extends { readonly data: unknown }>(
  call: CallMethod,
  accountId: string,
  shown: readonly Shown[],
): Promise<readonly Shown[]> {
  const idsOf = ({ data }: Shown): readonly string[] => (data as NoticeData | null)?.ids ?? [];
  const ids = shown.flatMap(idsOf);
  if (ids.length === 0) return [];
  const inbox = await inboxOf(call, accountId);
  const { list } = await call("Email/get", {
    accountId,
    ids,
    properties: ["keywords", "mailboxIds"],
  });
  const isNew = new Set(
    list.flatMap(({ id, keywords, mailboxIds }) =>
      keywords["$seen"] !== true && inbox !== undefined && mailboxIds[inbox] === true ? [id] : [],
    ),
  );
  return shown.filter((one) => {
    const about = idsOf(one);
    return about.length > 0 && !about.some((id) => isNew.has(id));
  });
}

const WORDS = {
  en: {
    count: (count: number) => `${count} new messages`,
    subject: "(no subject)",
    sender: "Unknown sender",
    any: "New mail",
    unanswered: "No reply yet",
  },
  ko: {
    count: (count: number) => `새 메일 ${count}개`,
    subject: "(제목 없음)",
    sender: "보낸 사람 알 수 없음",
    any: "새 메일",
    unanswered: "아직 답장 없음",
  },
};
/** Up to so many have a notification each. */
const SINGLY = 3;

/**
 * The notifications for new mail: one each for a few, one for all of many. Where others may look at the screen they
 * are discreet, and say neither who wrote nor what.
 */
export function noticesFor(
  mails: readonly NewMail[],
  language: Locale,
  isDiscreet = false,
): readonly Notice[] {
  const words = WORDS[language];
  const data = { path: href("/mail"), ids: mails.map(({ id }) => id) };
  if (mails.length > SINGLY) {
    const title = words.count(mails.length);
    if (isDiscreet) return [{ title, options: { tag: "many", data } }];
    const names = new Set(
      mails.map(({ from }) => from?.[0]?.name ?? from?.[0]?.email ?? words.sender),
    );
    const body = [...names].slice(0, 4).join(", ");
    return [{ title, options: { body, tag: "many", data } }];
  }
  return mails.map(({ id, threadId, from, subject, preview, keywords }) => ({
    title: isDiscreet
      ? words.any
      : keywords["$followup"] === true
        ? words.unanswered
        : (from?.[0]?.name ?? from?.[0]?.email ?? words.sender),
    options: {
      ...(!isDiscreet && {
        body: [subject?.trim() || words.subject, preview].filter(Boolean).join("\n"),
      }),
      // Replaces the notification of another window, or of the worker, for the same message.
      tag: id,
      data: {
        path: href("/mail/folder/:folder/thread/:thread", { folder: "inbox", thread: threadId }),
        ids: [id],
      },
    },
  }));
}

/** When it is known that there is new mail, but not which. */
export function vagueNotice(language: Locale): Notice {
  return {
    title: WORDS[language].any,
    options: { tag: "many", data: { path: href("/mail"), ids: [] } },
  };
}
