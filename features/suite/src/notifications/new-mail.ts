import { href } from "@atrium/contract/href";
import type { ConditionOf } from "@atrium/contract/types/define";
import type { Email, EmailRecord } from "@atrium/contract/types/email";
import type { CallMethod } from "@atrium/contract/types/methods";

/** A window calls by its client, the service worker on its own. */
export type Call = CallMethod;

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

/** Mail that came back at the hour for which it was snoozed, and was not looked at since: news, however old it is. */
const BACK = { hasKeyword: "$unsnoozed", notKeyword: "$seen" };

/** More at once is told as a number. */
const MOST = 10;
/** Nobody wants to hear of a conversation that they silenced. */
const QUIET = ["$muted", "$junk"];

/** Everything that is in the inbox now counts as seen. */
export async function seenNow(call: Call, accountId: string): Promise<Seen> {
  const back = await inboxMail(call, accountId, BACK);
  return seenWith(await inboxMail(call, accountId, {}), undefined, back);
}

/** Unread mail that came to the inbox since then or came back to it, the newest first, and what has been seen with it. */
export async function newMail(
  call: Call,
  accountId: string,
  seen: Seen,
): Promise<{ readonly mails: readonly NewMail[]; readonly seen: Seen }> {
  const after = seen.until === "" ? {} : { after: seen.until };
  const found = await inboxMail(call, accountId, { notKeyword: "$seen", ...after });
  const come = found.filter(({ id }) => !seen.ids.includes(id));
  const back = await inboxMail(call, accountId, BACK);
  const known = new Set([...come.map(({ id }) => id), ...(seen.back ?? back.map(({ id }) => id))]);
  const all = [...come, ...back.filter(({ id }) => !known.has(id))];
  const mails = all.filter(({ keywords }) => !QUIET.some((name) => keywords[name] === true));
  return { mails, seen: seenWith(come, seen, back) };
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

async function inboxOf(call: Call, accountId: string): Promise<string | undefined> {
  const boxes = await call("Mailbox/query", {
    accountId,
    filter: { role: "inbox" },
  });
  return boxes.ids[0];
}

async function inboxMail(
  call: Call,
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

/** Of what notifications told of, those whose mail was all read, filed or deleted meanwhile. */
export async function notNewAnyMore<Shown extends { readonly data: unknown }>(
  call: Call,
  accountId: string,
  shown: readonly Shown[],
): Promise<readonly Shown[]> {
  const idsOf = ({ data }: Shown): readonly string[] => (data as TellingData | null)?.ids ?? [];
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
    const told = idsOf(one);
    return told.length > 0 && !told.some((id) => isNew.has(id));
  });
}

/** What a notification leads to, and the mails it tells of. */
export interface TellingData {
  readonly path: string;
  readonly ids: readonly string[];
}

/** How new mail is told. Without the page's own strings: the service worker has no page. */
export interface Telling {
  readonly title: string;
  readonly options: NotificationOptions & { readonly data: TellingData };
}

const WORDS = {
  en: {
    count: (count: number) => `${count} new mails`,
    subject: "(no subject)",
    sender: "Unknown sender",
    any: "New mail",
  },
  ko: {
    count: (count: number) => `새 메일 ${count}통`,
    subject: "(제목 없음)",
    sender: "알 수 없는 발신자",
    any: "새 메일",
  },
};
/** So many are told one by one. */
const SINGLY = 3;

/**
 * The notifications for new mail: one each for a few, one for all of many. Where others may look at the screen they
 * are discreet, and say neither who wrote nor what.
 */
export function tellingsOf(
  mails: readonly NewMail[],
  language: "en" | "ko",
  isDiscreet = false,
): readonly Telling[] {
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
  return mails.map(({ id, threadId, from, subject, preview }) => ({
    title: isDiscreet ? words.any : (from?.[0]?.name ?? from?.[0]?.email ?? words.sender),
    options: {
      ...(!isDiscreet && {
        body: [subject?.trim() || words.subject, preview].filter(Boolean).join("\n"),
      }),
      // The same mail told by another window, or by the worker, takes the place of this.
      tag: id,
      data: {
        path: href("/mail/folder/:folder/thread/:thread", { folder: "inbox", thread: threadId }),
        ids: [id],
      },
    },
  }));
}

/** When it is known that there is new mail, but not which. */
export function vagueTelling(language: "en" | "ko"): Telling {
  return {
    title: WORDS[language].any,
    options: { tag: "many", data: { path: href("/mail"), ids: [] } },
  };
}
