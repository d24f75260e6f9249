/** How much of a calendar object is read; what is beyond is left out, so that no message takes more than a moment. */
export const ICALENDAR_LIMITS = {
  /** Characters of the object. */
  maxCalendarCharacters: 1_000_000,
  /** Content lines, unfolded. */
  maxCalendarLines: 20_000,
  /** Components inside one another. */
  maxCalendarDepth: 8,
  /** Events of one object. */
  maxEvents: 200,
  /** Time zones of one object, and changes of the clock that one of them lists. */
  maxZones: 20,
  maxZoneChanges: 200,
  /** Attendees of one event. */
  maxAttendees: 500,
  /** Added and excepted dates of one event, each. */
  maxEventDates: 1000,
  /** Characters of a property that people read. */
  maxCalendarText: 20_000,
  /** Characters of an identifier or an address of an event; a longer one is none. */
  maxCalendarId: 1000,
  /** Items of one part of a recurrence rule. */
  maxRuleItems: 400,
  /** Days that one recurrence is looked for on, and occurrences that are listed at most. */
  maxDaysTried: 50_000,
  maxOccurrences: 1000,
  /** Characters of a time zone that a reply repeats; times are in UTC instead where it is longer. */
  maxZoneRepeated: 20_000,
} as const;
