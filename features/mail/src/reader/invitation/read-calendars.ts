import type { EmailBodyPart, EmailFilter, EmailRecord } from "@atrium/contract/types/email";
import { readCalendar, type CalendarObject } from "@atrium/formats/icalendar";
import type { Account, JmapClient } from "@atrium/jmap";
import { INVITATION_LIMITS as LIMITS } from "./limits.ts";

/** A message with what it says about events. */
export interface CalendarMessage {
  readonly email: CalendarEmail;
  readonly calendar: CalendarObject;
  readonly part: EmailBodyPart;
}

export type CalendarEmail = Pick<
  EmailRecord,
  "id" | "from" | "receivedAt" | "mailboxIds" | "keywords" | "authentication" | "attachments"
>;

const CONTENT_TYPE = "header:Content-Type:asText";
const TYPES = new Set(["text/calendar", "application/ics", "text/x-vcalendar"]);

export const isCalendar = ({ type }: Pick<EmailBodyPart, "type">): boolean => TYPES.has(type);

/** Messages that are known to have events, the newest first. */
export async function findMessages(
  client: JmapClient,
  accountId: string,
  filter: EmailFilter,
  limit: number,
): Promise<readonly string[]> {
  const sort = [{ property: "receivedAt", isAscending: false }] as const;
  return (await client.call("Email/query", { accountId, filter, sort, limit })).ids;
}

/** What messages say about events. Those whose calendar objects cannot be read are left out. */
export async function readCalendars(
  client: JmapClient,
  account: Account,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<CalendarMessage[]> {
  if (ids.length === 0) return [];
  const { list } = await client.call("Email/get", {
    accountId: account.id,
    ids,
    properties: [
      "id",
      "from",
      "receivedAt",
      "mailboxIds",
      "keywords",
      "authentication",
      "attachments",
    ],
    bodyProperties: ["partId", "blobId", "type", "size", "charset", CONTENT_TYPE],
  });
  const found: CalendarMessage[] = [];
  const waiting = [...list];
  const work = async (): Promise<void> => {
    for (let email = waiting.shift(); email; email = waiting.shift()) {
      const read = await readOne(client, account.id, email, signal);
      if (read) found.push(read);
    }
  };
  await Promise.all(Array.from({ length: LIMITS.maxCalendarDownloads }, work));
  return found;
}

/** Invitations come twice, for programs that know them and as a file: the first that can be read is enough. */
async function readOne(
  client: JmapClient,
  accountId: string,
  email: CalendarEmail,
  signal: AbortSignal,
): Promise<CalendarMessage | undefined> {
  for (const part of email.attachments.filter(isCalendar).slice(0, LIMITS.maxCalendarParts)) {
    const calendar = await readPart(client, accountId, part, signal);
    if (calendar) return { email, calendar, part };
  }
  return undefined;
}

const kept = new Map<string, CalendarObject | null>();

async function readPart(
  client: JmapClient,
  accountId: string,
  part: EmailBodyPart,
  signal: AbortSignal,
): Promise<CalendarObject | null> {
  const { blobId } = part;
  if (blobId === null) return null;
  const declared = methodOf(part);
  const key = `${accountId} ${blobId} ${declared}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const href = client.downloadUrl(accountId, blobId, "invitation.ics", "text/calendar");
  const range = `bytes=0-${LIMITS.maxInvitationOctets - 1}`;
  const response = await fetch(href, { signal, headers: { range } });
  if (!response.ok) throw new Error(`The server answers ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = decode(bytes.subarray(0, LIMITS.maxInvitationOctets), part.charset);
  const calendar = readCalendar(text, declared);
  if (kept.size >= LIMITS.maxCalendarsKept) kept.delete(kept.keys().next().value!);
  kept.set(key, calendar);
  return calendar;
}

/** RFC 6047 §2.4: what the part's type says the object does. */
function methodOf(part: EmailBodyPart): string | null {
  const type = (part as unknown as Readonly<Record<string, unknown>>)[CONTENT_TYPE];
  if (typeof type !== "string") return null;
  return /;\s*method\s*=\s*"?([\w-]{1,40})/i.exec(type)?.[1] ?? null;
}

/** Many that say nothing are in UTF-8, whatever RFC 2046 makes of that. */
function decode(bytes: Uint8Array, charset: string | null): string {
  const tried = charset === null || /^us-ascii$/i.test(charset) ? ["utf-8"] : [charset, "utf-8"];
  for (const name of tried)
    try {
      // What is cut in two at the end is nobody's fault.
      return new TextDecoder(name, { fatal: true }).decode(bytes, { stream: true });
    } catch {
      // The next one.
    }
  return new TextDecoder("windows-1252").decode(bytes);
}
