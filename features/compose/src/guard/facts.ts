import type { EmailAddress } from "@atrium/contract/types/email";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { htmlToText } from "@atrium/formats/mail-html";
import type { JmapClient } from "@atrium/jmap";
import { sameAddress } from "../draft/addresses.ts";
import { isOf } from "../draft/answer.ts";
import { recipientsOf, type Draft } from "../draft/draft.ts";
import { SIGNATURE_CLASS } from "../draft/signature.ts";
import { bareSubject } from "../draft/subject.ts";
import type { People } from "../people/people.ts";
import type { DraftSession } from "../saving/draft-session.ts";
import { identitiesOf } from "../saving/open.ts";
import { withMessageId } from "../saving/versions.ts";
import { domainOf, type Facts } from "./checks.ts";
import { isNameOf, mayBe, namesIn } from "./greeting.ts";
import { MOST_ACCOUNTS, PATIENCE } from "./limits.ts";

type Conversation = Pick<Facts, "original" | "answeredBy">;

const NOTHING: Conversation = { original: undefined, answeredBy: undefined };

/** Finds out what has to be known before a message goes. What nobody answers in time is not known. */
export async function factsOf(draftSession: DraftSession, people: People): Promise<Facts> {
  const { client, draft, identity, openedAt } = draftSession;
  const text = ownWords(draft);
  const until = Date.now() + PATIENCE;
  const inTime = <T>(asked: Promise<T>, otherwise: T): Promise<T> =>
    navigator.onLine ? soon(asked, otherwise, until - Date.now()) : Promise.resolve(otherwise);
  const identities = await inTime(identitiesOf(client, draft.accountId), []);
  const domains = new Set(identities.map(({ email }) => domainOf(email)));
  const hasOutside = recipientsOf(draft).some(({ email }) => !domains.has(domainOf(email)));
  const [conversation, written] = await Promise.all([
    draft.inReplyTo === null ? NOTHING : inTime(readConversation(client, draft, openedAt), NOTHING),
    hasOutside ? inTime(people.written(), []) : [],
  ]);
  const { original } = conversation;
  const isAddressed = [...(original?.to ?? []), ...(original?.cc ?? [])].some(({ email }) =>
    identities.some((one) => isOf(one, email)),
  );
  const participants = original ? [...original.from, ...original.to, ...original.cc] : [];
  const isOwn = ({ email }: EmailAddress): boolean => identities.some((one) => isOf(one, email));
  const known = await Promise.all(
    namesIn(text).map(async (name): Promise<readonly [string, readonly EmailAddress[]]> => {
      // Most often it is one of those who get it.
      if (recipientsOf(draft).some((one) => mayBe(name, one))) return [name, []];
      const found = [...participants, ...(await inTime(people.find(name), []))];
      const meant = found.filter((one) => isNameOf(name, one) && !isOwn(one));
      return [name, distinct(meant)];
    }),
  );
  return {
    draft,
    text,
    identity,
    identities,
    elsewhere:
      original && !isAddressed ? await inTime(otherAddresses(client, draft.accountId), []) : [],
    ...conversation,
    written,
    known: new Map(known),
  };
}

const distinct = (list: readonly EmailAddress[]): EmailAddress[] =>
  list.filter((one, at) => list.findIndex(({ email }) => sameAddress(email, one.email)) === at);

/** What a promise comes to, or something else where that takes too long or fails. */
function soon<T>(asked: Promise<T>, otherwise: T, wait: number): Promise<T> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, wait, otherwise);
    const end = (value: T): void => {
      clearTimeout(timer);
      resolve(value);
    };
    asked.then(end, () => end(otherwise));
  });
}

async function readConversation(
  client: JmapClient,
  draft: Draft,
  openedAt: number,
): Promise<Conversation> {
  const { accountId } = draft;
  const id = draft.original ?? (await originalOf(client, draft));
  if (id === undefined) return NOTHING;
  const group = client.group();
  const answered = group.call("Email/get", {
    accountId,
    ids: [id],
    properties: ["threadId", "from", "to", "cc"],
  });
  const thread = group.call("Thread/get", { accountId, "#ids": answered.ref("/list/*/threadId") });
  const all = group.call("Email/get", {
    accountId,
    "#ids": thread.ref("/list/*/emailIds"),
    properties: ["from", "receivedAt", "keywords", "messageId"],
  });
  const original = (await answered.result).list[0];
  if (!original) return NOTHING;
  // Times of messages are whole seconds.
  const since = Math.floor(openedAt / 1000) * 1000;
  const newer = (await all.result).list.findLast(
    (one) =>
      one.id !== id &&
      one.keywords["$draft"] !== true &&
      Date.parse(one.receivedAt) >= since &&
      !one.messageId?.includes(draft.messageId),
  );
  const { from, to, cc } = original;
  return {
    original: { from: from ?? [], to: to ?? [], cc: cc ?? [] },
    answeredBy: newer?.from?.[0],
  };
}

/** Of a draft that was gone on with later. */
async function originalOf(client: JmapClient, draft: Draft): Promise<string | undefined> {
  const [messageId] = draft.inReplyTo ?? [];
  const about = bareSubject(draft.subject);
  if (messageId === undefined || about === "") return undefined;
  return (await withMessageId(client, draft.accountId, messageId, { subject: about }))[0];
}

async function otherAddresses(client: JmapClient, accountId: string): Promise<readonly string[]> {
  const { accounts } = await client.session();
  const others = Object.entries(accounts)
    .filter(([id, one]) => id !== accountId && CAPABILITY.submission in one.accountCapabilities)
    .slice(0, MOST_ACCOUNTS);
  const found = await Promise.all(others.map(([id]) => identitiesOf(client, id)));
  return found.flat().map(({ email }) => email);
}

/** What the person wrote, without signature and quotation. */
function ownWords({ mode, body }: Draft): string {
  if (mode === "plain") return body.split("\n-- \n")[0]!;
  const page = new DOMParser().parseFromString(body, "text/html");
  for (const one of page.querySelectorAll(`.${SIGNATURE_CLASS}, blockquote`)) one.remove();
  return htmlToText(page.body.innerHTML);
}
