import { Email, type EmailRecord } from "@atrium/contract/types/email";
import { Mailbox } from "@atrium/contract/types/mailbox";

/** Calls one JMAP method: a window does so by its client, the service worker on its own. */
export type Call = <Result>(name: string, args: object) => Promise<Result>;

export type NewMail = Pick<
  EmailRecord,
  "id" | "threadId" | "from" | "subject" | "preview" | "receivedAt"
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
  const mails = found.filter(({ id }) => !seen.ids.includes(id));
  const back = await inboxMail(call, accountId, BACK);
  const known = new Set([...mails.map(({ id }) => id), ...(seen.back ?? back.map(({ id }) => id))]);
  return {
    mails: [...mails, ...back.filter(({ id }) => !known.has(id))],
    seen: seenWith(mails, seen, back),
  };
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

async function inboxMail(
  call: Call,
  accountId: string,
  filter: object,
): Promise<readonly NewMail[]> {
  const boxes = await call<{ readonly ids: readonly string[] }>(`${Mailbox.name}/query`, {
    accountId,
    filter: { role: "inbox" },
  });
  const inMailbox = boxes.ids[0];
  if (inMailbox === undefined) return [];
  const { ids } = await call<{ readonly ids: readonly string[] }>(`${Email.name}/query`, {
    accountId,
    filter: { inMailbox, ...filter },
    sort: [{ property: "receivedAt", isAscending: false }],
    limit: MOST,
  });
  if (ids.length === 0) return [];
  const { list } = await call<{ readonly list: readonly NewMail[] }>(`${Email.name}/get`, {
    accountId,
    ids,
    properties: ["threadId", "from", "subject", "preview", "receivedAt"],
  });
  return list.toSorted((a, b) => (a.receivedAt < b.receivedAt ? 1 : -1));
}

/** How new mail is told. Without the page's own strings: the service worker has no page. */
export interface Telling {
  readonly title: string;
  readonly options: NotificationOptions & { readonly data: { readonly path: string } };
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

/** The notifications for new mail: one each for a few, one for all of many. */
export function tellingsOf(mails: readonly NewMail[], language: "en" | "ko"): readonly Telling[] {
  const words = WORDS[language];
  if (mails.length > SINGLY) {
    const names = new Set(
      mails.map(({ from }) => from?.[0]?.name ?? from?.[0]?.email ?? words.sender),
    );
    const body = [...names].slice(0, 4).join(", ");
    return [
      { title: words.count(mails.length), options: { body, tag: "many", data: { path: "/mail" } } },
    ];
  }
  return mails.map(({ id, threadId, from, subject, preview }) => ({
    title: from?.[0]?.name ?? from?.[0]?.email ?? words.sender,
    options: {
      body: [subject?.trim() || words.subject, preview].filter(Boolean).join("\n"),
      // The same mail told by another window, or by the worker, takes the place of this.
      tag: id,
      data: { path: `/mail/folder/inbox/thread/${encodeURIComponent(threadId)}` },
    },
  }));
}

/** When it is known that there is new mail, but not which. */
export function vagueTelling(language: "en" | "ko"): Telling {
  return { title: WORDS[language].any, options: { tag: "many", data: { path: "/mail" } } };
}
