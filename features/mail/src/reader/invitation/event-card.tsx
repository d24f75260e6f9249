import { href } from "@atrium/contract/href";
import type { EmailRecord } from "@atrium/contract/types/email";
import type { CalendarEvent, CalendarPerson, Change } from "@atrium/formats/icalendar";
import { formatList } from "@atrium/i18n";
import { Button, ButtonLink, Link, Tag, type Tone } from "@atrium/ui";
import { useMemo, useState, type ReactNode } from "react";
import { useMayAnswer } from "../../actions/use-may.ts";
import { useMail } from "../../mail.tsx";
import { MailLink, useLinkGuard } from "../link-guard/link-guard.tsx";
import { findLinks } from "../plain-text/links.ts";
import { Answer } from "./answer.tsx";
import { answererOf } from "./answerer.ts";
import { isFromOrganiser, stateOf, type InvitationState } from "./invitation-state.ts";
import { INVITATION_LIMITS as LIMITS } from "./limits.ts";
import { sentenceOf } from "./sentence.ts";
import { v } from "./strings/index.ts";
import { nextOf, occurrenceText, repeatsText, timeText, zoneText } from "./time-text.ts";
import { useConflicts } from "./use-conflicts.ts";
import type { Invitation } from "./use-invitation.ts";

/** Methods that ask for an answer. */
const ASKS: ReadonlySet<string | null> = new Set(["REQUEST", "ADD"]);
/** Methods by which those who are invited speak. */
const ANSWERS: ReadonlySet<string | null> = new Set(["REPLY", "COUNTER", "REFRESH"]);

/** One event of a message: what it is, what has become of it, and how it can be answered. */
export function EventCard({
  email,
  invitation,
  events,
  isFirst,
}: {
  readonly email: EmailRecord;
  readonly invitation: Invitation;
  /** The whole, or its only date, and then other dates of it. */
  readonly events: readonly CalendarEvent[];
  /** Keys are for this one. */
  readonly isFirst: boolean;
}): ReactNode {
  const { message, related, identities } = invitation;
  const mayAnswer = useMayAnswer();
  const { method } = message.calendar;
  const event = events[0]!;
  const others = events.slice(1);
  const own = useMemo(() => ownAddresses(identities, events), [identities, events]);
  const state = useMemo(
    () => stateOf({ email: message.email, event }, related ?? [message], own),
    [message, event, related, own],
  );
  const isOrganiser = own.has(event.organizer?.email.toLowerCase() ?? "");
  const isFromThem = isFromOrganiser(message.email, event);
  const isAsked =
    ASKS.has(method) && !state.isCancelled && state.newer === undefined && event.uid !== "";
  const answerer = answererOf(event, identities, email);
  const isOver = useIsOver(events);
  const conflicts = useConflicts(
    isAsked && !isOver && related !== undefined && !isOrganiser ? events : undefined,
    own,
  );
  const isReply = ANSWERS.has(method) || method === "DECLINECOUNTER";
  const sentence = isReply ? sentenceOf(message, event, own) : undefined;
  return (
    <article className="mail-event" data-cancelled={state.isCancelled || undefined}>
      <div className="mail-event-head">
        <h4>{event.summary ?? v("untitled")}</h4>
        <Tag tone={toneOf(state)}>{kindOf(method, state)}</Tag>
      </div>
      {sentence && <p className="mail-event-sentence">{sentence.text}</p>}
      {sentence?.warning !== undefined && <p className="mail-event-warning">{sentence.warning}</p>}
      <Notices
        state={state}
        event={event}
        from={message.email.from?.[0]?.email ?? ""}
        isFromThem={isReply || isFromThem || event.organizer === null}
        method={method}
      />
      <dl>
        <When events={events} state={state} />
        <Row name={v("repeats")}>{repeatsText(event)}</Row>
        <Row name={v("where")}>
          {event.location !== null && event.location !== event.link && (
            <Linked text={event.location} />
          )}
        </Row>
        <Row name={v("meeting")}>{event.link !== null && <Meeting link={event.link} />}</Row>
        <Row name={v("organiser")}>
          {event.organizer && !isReply && (isOrganiser ? v("yours") : <Who {...event.organizer} />)}
        </Row>
        <Row name={v("invited")}>
          {!isReply && state.attendees.length > 0 && <Attendees people={state.attendees} />}
        </Row>
        <Row name={v("comment")}>{event.comment}</Row>
        <Row name={v("changedDates")}>{others.length > 0 && <OtherDates events={others} />}</Row>
        <Row name={v("details")}>
          {event.description !== null && !isReply && <Details text={event.description} />}
        </Row>
      </dl>
      {isAsked && mayAnswer && !isOrganiser && identities.length > 0 && (
        <Answer
          email={email}
          events={event.recurrenceId === null ? [event] : events}
          answerer={answerer}
          given={state.answer}
          isKnown={related !== undefined}
          hasKeys={isFirst}
          showsAddress={identities.length > 1}
          onChanged={invitation.refresh}
        />
      )}
      {/* Below the buttons, since it comes later and must not move them from under a finger. */}
      {conflicts.length > 0 && (
        <dl>
          <Row name={v("conflicts")}>
            <ul className="mail-event-conflicts">
              {conflicts.slice(0, LIMITS.maxConflictsShown).map(({ occurrence, status }, index) => (
                <li key={index}>
                  {v(
                    status === null
                      ? "conflictOpen"
                      : status === "TENTATIVE"
                        ? "conflictMaybe"
                        : "conflictYes",
                    {
                      title: occurrence.event.summary ?? v("untitled"),
                      time: occurrenceText(occurrence),
                    },
                  )}
                </li>
              ))}
              {conflicts.length > LIMITS.maxConflictsShown && (
                <li>
                  {v("moreConflicts", { count: conflicts.length - LIMITS.maxConflictsShown })}
                </li>
              )}
            </ul>
          </Row>
        </dl>
      )}
    </article>
  );
}

/** In small letters: one's addresses, and other forms of them by which one was invited. */
function ownAddresses(
  identities: Invitation["identities"],
  events: readonly CalendarEvent[],
): ReadonlySet<string> {
  const own = new Set(identities.map(({ email }) => email.toLowerCase()));
  for (const { attendees } of events)
    for (const { email } of attendees)
      if (own.has(withoutDetail(email.toLowerCase()))) own.add(email.toLowerCase());
  return own;
}

const withoutDetail = (address: string): string => address.replace(/^([^+@]*)\+[^@]*@/, "$1@");

/** What lies behind is not compared with anything. */
function useIsOver(events: readonly CalendarEvent[]): boolean {
  const [now] = useState(() => Date.now());
  return useMemo(() => {
    const { start, end, isRecurring } = events[0]!;
    const last = end ?? start;
    return !isRecurring && last?.kind === "instant" && last.at.getTime() < now;
  }, [events, now]);
}

function kindOf(method: string | null, { isCancelled, previous }: InvitationState): string {
  if (isCancelled) return v("cancelled");
  if (method === "REPLY" || method === "REFRESH") return v("reply");
  if (method === "COUNTER" || method === "DECLINECOUNTER") return v("proposal");
  if (!ASKS.has(method)) return v("event");
  return previous === undefined ? v("invitation") : v("update");
}

const toneOf = ({ isCancelled, previous }: InvitationState): Tone =>
  isCancelled ? "danger" : previous === undefined ? "neutral" : "info";

const CHANGES = {
  time: "changedTime",
  repeats: "changedRepeats",
  title: "changedTitle",
  place: "changedPlace",
  link: "changedLink",
  note: "changedNote",
  people: "changedPeople",
} as const satisfies Record<Change, string>;

/** What one has to know before one answers. */
function Notices({
  state: { newer, isCancelled, changes },
  event,
  from,
  isFromThem,
  method,
}: {
  readonly state: InvitationState;
  readonly event: CalendarEvent;
  readonly from: string;
  readonly isFromThem: boolean;
  readonly method: string | null;
}): ReactNode {
  const { account, home } = useMail();
  const organiser = event.organizer?.email ?? "";
  const search = new URLSearchParams(account === home ? {} : { account: account.id });
  return (
    <>
      {newer !== undefined && (
        <p className="mail-event-notice">
          {v(isCancelled ? "newerCancelled" : "newer")}{" "}
          <Link href={href("/mail/popup/mails/:id", { id: newer }, search)} target="_blank">
            {v("openNewer")}
          </Link>
        </p>
      )}
      {newer === undefined && event.isCancelled && isFromThem && (
        <p className="mail-event-notice">
          {v(event.recurrenceId === null ? "wasCancelled" : "dateCancelled")}
        </p>
      )}
      {newer === undefined && !isCancelled && changes.length > 0 && (
        <p className="mail-event-notice">
          {v("changed", { what: formatList(changes.map((change) => v(CHANGES[change]))) })}
        </p>
      )}
      {method === "ADD" && <p className="mail-event-notice">{v("added")}</p>}
      {!isFromThem && (
        <p className="mail-event-warning">
          {event.isCancelled
            ? v("cancelUnproven", { organiser })
            : v("notFromOrganiser", { from, organiser })}
        </p>
      )}
    </>
  );
}

function When({
  events,
  state: { previous, changes },
}: {
  readonly events: readonly CalendarEvent[];
  readonly state: InvitationState;
}): ReactNode {
  const [now] = useState(() => Date.now());
  const event = events[0]!;
  const next = useMemo(() => nextOf(events, now), [events, now]);
  const start = event.start ?? event.recurrenceId;
  if (start === null) return null;
  const inZone = zoneText(start, event.end);
  const before = changes.includes("time") && previous?.start ? previous : undefined;
  return (
    <Row name={v("when")}>
      <strong>{timeText(start, event.end)}</strong>
      {inZone !== undefined && <p className="mail-event-muted">{inZone}</p>}
      {start.kind === "local" && start.zone !== null && (
        <p className="mail-event-warning">{v("zoneUnknown", { zone: start.zone })}</p>
      )}
      {before && (
        <p className="mail-event-muted">
          {v("before", { time: timeText(before.start!, before.end) })}
        </p>
      )}
      {next && <p>{v("next", { time: occurrenceText(next) })}</p>}
    </Row>
  );
}

function OtherDates({ events }: { readonly events: readonly CalendarEvent[] }): ReactNode {
  const shown = events.slice(0, LIMITS.maxEventsShown);
  return (
    <ul className="mail-event-conflicts">
      {shown.map((event, index) => {
        const start = event.start ?? event.recurrenceId;
        const time = start === null ? v("noTime") : timeText(start, event.end);
        return <li key={index}>{event.isCancelled ? <del>{time}</del> : time}</li>;
      })}
      {events.length > shown.length && (
        <li>{v("moreConflicts", { count: events.length - shown.length })}</li>
      )}
    </ul>
  );
}

function Row({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ReactNode;
}): ReactNode {
  if (children === null || children === undefined || children === false) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Where it leads is in sight, as of every link. */
function Meeting({ link }: { readonly link: string }): ReactNode {
  const ask = useLinkGuard();
  return (
    <>
      {ask ? (
        <Button size="small" onClick={() => ask(link)}>
          {v("join")}
        </Button>
      ) : (
        <ButtonLink href={link} target="_blank" rel="noopener noreferrer" size="small">
          {v("join")}
        </ButtonLink>
      )}
      <span className="mail-event-host">{new URL(link).host}</span>
    </>
  );
}

/** Links in one text. */
const MOST_LINKS = 20;

function Linked({ text }: { readonly text: string }): ReactNode {
  return findLinks(text, MOST_LINKS).map((piece, index) =>
    piece.href === undefined ? (
      piece.text
    ) : (
      <MailLink key={index} className="a-link" href={piece.href}>
        {piece.text}
      </MailLink>
    ),
  );
}

function Details({ text }: { readonly text: string }): ReactNode {
  const shown = text.slice(0, LIMITS.maxDescriptionShown);
  return (
    <div className="mail-event-details" tabIndex={0} role="group" aria-label={v("details")}>
      <Linked text={shown.length < text.length ? `${shown}…` : shown} />
    </div>
  );
}

const STATES = new Map([
  ["ACCEPTED", "accepted"],
  ["DECLINED", "declined"],
  ["TENTATIVE", "tentative"],
  ["DELEGATED", "delegated"],
] as const) as ReadonlyMap<string | null, "accepted" | "declined" | "tentative" | "delegated">;

function Who({ name, email }: CalendarPerson): ReactNode {
  return name === null || name === email ? (
    email
  ) : (
    <>
      {name} <span className="mail-event-muted">{email}</span>
    </>
  );
}

function Attendees({ people }: { readonly people: readonly CalendarPerson[] }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const most = isWhole ? people.length : LIMITS.maxAttendeesShown;
  return (
    <>
      {formatList(people.slice(0, most).map(attendeeText))}
      {people.length > most && (
        <>
          {" "}
          <button type="button" className="a-link" onClick={() => setWhole(true)}>
            {v("showAll", { count: people.length - most })}
          </button>
        </>
      )}
    </>
  );
}

function attendeeText({ name, email, status, isOptional }: CalendarPerson): string {
  const state = STATES.get(status);
  const words = [
    ...(state === undefined ? [] : [v(state)]),
    ...(isOptional ? [v("optional")] : []),
  ];
  const who = name ?? email;
  return words.length === 0 ? who : `${who} (${words.join(", ")})`;
}
