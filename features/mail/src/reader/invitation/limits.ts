/** How much mail is looked at to say what has become of an invitation. */
export const INVITATION_LIMITS = {
  /** Messages about the same event: invitations, updates, answers. */
  maxRelatedMessages: 40,
  /** Messages with events, the newest, among which others at the same time are looked for. */
  maxConflictMessages: 60,
  /** Octets of a calendar object that are read. */
  maxInvitationOctets: 250_000,
  /** Calendar objects of one message. */
  maxCalendarParts: 3,
  /** Downloads at a time. */
  maxCalendarDownloads: 6,
  /** Calendar objects that a window remembers. */
  maxCalendarsKept: 300,
  /** Different events that one message shows, and dates of one that it lists. */
  maxEventsShown: 5,
  /** Occurrences that are compared with others' times, and how far ahead. */
  maxOccurrencesCompared: 10,
  maxDaysCompared: 60,
  /** Others that are named. */
  maxConflictsShown: 3,
  /** Attendees that are named before one asks for all. */
  maxAttendeesShown: 8,
  /** Characters of a note to the organiser, and of a description that are shown. */
  maxReplyNote: 2000,
  maxDescriptionShown: 4000,
} as const;
