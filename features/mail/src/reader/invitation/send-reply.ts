import type { EmailBodyPartCreate, EmailRecord } from "@atrium/contract/types/email";
import type { IdentityRecord } from "@atrium/contract/types/identity";
import { sendWritten } from "@atrium/feature-compose/parts";
import { writeReply, type CalendarEvent, type ReplyStatus } from "@atrium/formats/icalendar";
import type { JmapClient } from "@atrium/jmap";
import { v } from "./strings/index.ts";
import { timeText } from "./time-text.ts";

export interface ReplyOf {
  readonly accountId: string;
  readonly identity: IdentityRecord;
  /** The address that was invited, which may be another form of the identity's. */
  readonly attendee: { readonly name: string | null; readonly email: string };
  readonly events: readonly CalendarEvent[];
  readonly email: Pick<EmailRecord, "messageId" | "references">;
  readonly status: ReplyStatus;
  readonly note: string;
  readonly onUndone: () => void;
}

const WORDS = {
  ACCEPTED: ["subjectYes", "textYes", "sentYes"],
  TENTATIVE: ["subjectMaybe", "textMaybe", "sentMaybe"],
  DECLINED: ["subjectNo", "textNo", "sentNo"],
} as const;

/** Sends an answer to the organiser (RFC 6047 §2): in words, and for their calendar. */
export async function sendReply(client: JmapClient, reply: ReplyOf): Promise<void> {
  const { accountId, identity, attendee, events, email, status, note, onUndone } = reply;
  const [event] = events;
  const organizer = event!.organizer!;
  const [subject, text, sent] = WORDS[status];
  const title = event!.summary ?? v("untitled");
  const name = identity.name || attendee.email;
  const words = [
    v(text, { name }),
    ...(note.trim() === "" ? [] : ["", note.trim()]),
    "",
    title,
    ...(event!.start === null ? [] : [v("textWhen", { time: timeText(event!.start, event!.end) })]),
  ];
  const calendar = writeReply({ events, attendee, status, comment: note, now: new Date() });
  const ids = [...new Set([...(email.references ?? []), ...(email.messageId ?? [])])].slice(-60);
  await sendWritten(client, {
    accountId,
    identity,
    email: {
      to: [{ name: organizer.name, email: organizer.email }],
      subject: v(subject, { title: title.replaceAll(/\s+/g, " ").slice(0, 200) }),
      ...(email.messageId && { inReplyTo: email.messageId }),
      ...(ids.length > 0 && { references: ids }),
      bodyValues: {
        text: { value: `${words.join("\n")}\n` },
        calendar: { value: calendar },
      },
      bodyStructure: {
        type: "multipart/alternative",
        subParts: [
          { partId: "text", type: "text/plain" },
          {
            partId: "calendar",
            // A type with parameters has to be given as a header field.
            "header:Content-Type": " text/calendar; method=REPLY; component=VEVENT",
          } as EmailBodyPartCreate,
        ],
      },
    },
    words: { sent: v(sent), unsent: v("unsent") },
    onUndone,
  });
}
