import { plural } from "@atrium/i18n";

type Count = { readonly count: number };

/** What is said about invitations and other events in messages. */
export const en = {
  invitation: "Invitation",
  update: "Updated invitation",
  event: "Event",
  cancelled: "Cancelled",
  reply: "Answer to an invitation",
  proposal: "Proposed change",
  untitled: "Untitled event",

  when: "When",
  repeats: "Repeats",
  where: "Where",
  meeting: "Online",
  organiser: "Organiser",
  invited: "Invited",
  details: "Details",
  changedDates: "Other dates",
  comment: "Note",

  allDay: "{date}, all day",
  inZone: "{time} ({zone})",
  zoneUnknown: "The time zone “{zone}” is not known here. Ask the organiser which time is meant.",
  before: "Before: {time}",
  next: "Next: {time}",
  noTime: "No date given",

  everyDay: ({ count }: Count) => plural(count, { one: "Every day", other: "Every {count} days" }),
  everyWeek: ({ count }: Count) =>
    plural(count, { one: "Every week", other: "Every {count} weeks" }),
  everyMonth: ({ count }: Count) =>
    plural(count, { one: "Every month", other: "Every {count} months" }),
  everyYear: ({ count }: Count) =>
    plural(count, { one: "Every year", other: "Every {count} years" }),
  onDays: "{every} on {days}",
  onNth: "{every} on the {nth} {day}",
  nth1: "first",
  nth2: "second",
  nth3: "third",
  nth4: "fourth",
  "nth-1": "last",
  until: "{repeats}, until {date}",
  times: ({ count, repeats }: Count & { readonly repeats: string }) =>
    plural(count, { one: `${repeats}, once`, other: `${repeats}, {count} times` }),
  onSeveral: "On several dates",

  join: "Join the meeting",
  accepted: "accepted",
  declined: "declined",
  tentative: "maybe",
  delegated: "delegated",
  optional: "optional",
  showAll: ({ count }: Count) => plural(count, { one: "and one more", other: "and {count} more" }),

  changed: "Changed: {what}",
  changedTime: "time",
  changedRepeats: "repetition",
  changedTitle: "title",
  changedPlace: "place",
  changedLink: "meeting link",
  changedNote: "details",
  changedPeople: "who is invited",

  newer: "There is a newer version of this invitation.",
  newerCancelled: "The organiser has cancelled this event since.",
  openNewer: "Open it",
  wasCancelled: "The organiser cancelled this event.",
  dateCancelled: "The organiser cancelled this date.",
  notFromOrganiser:
    "This message is from {from}, not from the organiser. An answer goes to {organiser}.",
  cancelUnproven:
    "This message says that the event is cancelled, but it is not from the organiser. Ask {organiser} before you rely on it.",
  notInvited: "You are not on the list of those invited. You would answer as {email}.",
  noOrganiser: "This event has no organiser with an email address, so it cannot be answered here.",
  yours: "You are the organiser.",

  whoAccepted: "{who} accepted",
  whoDeclined: "{who} declined",
  whoTentative: "{who} may attend",
  whoDelegated: "{who} sends someone else",
  whoAnswered: "{who} answered",
  youAccepted: "You accepted.",
  youDeclined: "You declined.",
  youTentative: "You answered maybe.",
  replySentBy: "This answer was sent by {from}.",
  replyNotYours: "It answers an invitation that is not from you.",
  counter: "{who} proposes a change",
  counterWhy: "To accept it, send everyone an updated invitation from your calendar.",
  declineCounter: "{who} did not accept the proposed change",
  refresh: "{who} asks for the current version of this invitation",
  added: "The organiser added a date.",

  attend: "Will you attend?",
  yes: "Yes",
  maybe: "Maybe",
  no: "No",
  oldAnswer: "Your answer was to an earlier version: please answer again.",
  answerAs: "Answering as {email}",
  addNote: "Add a note",
  note: "Note to the organiser",
  sentYes: "Answer sent: yes",
  sentMaybe: "Answer sent: maybe",
  sentNo: "Answer sent: no",
  unsent: "Answer undone.",
  notSent: "Your answer could not be sent. Check your connection and try again.",

  subjectYes: "Accepted: {title}",
  subjectMaybe: "Maybe: {title}",
  subjectNo: "Declined: {title}",
  textYes: "{name} accepted the invitation.",
  textMaybe: "{name} answered maybe to the invitation.",
  textNo: "{name} declined the invitation.",
  textWhen: "When: {time}",

  conflicts: "At the same time",
  conflictYes: "{title}, {time}",
  conflictMaybe: "{title}, {time} (maybe)",
  conflictOpen: "{title}, {time} (not answered)",
  moreConflicts: ({ count }: Count) =>
    plural(count, { one: "and one more", other: "and {count} more" }),

  addToCalendar: "Add to calendar",
  moreEvents: ({ count }: Count) =>
    plural(count, {
      one: "One more event is in this message.",
      other: "{count} more events are in this message.",
    }),
} as const;
