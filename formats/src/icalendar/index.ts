export {
  addressIn,
  eventIds,
  occurrenceKey,
  readCalendar,
  type CalendarEvent,
  type CalendarObject,
  type CalendarPerson,
} from "./calendar-event.ts";
export { instantOf, wallOfTime, type CalendarTime } from "./calendar-time.ts";
export { contentText } from "./content-text.ts";
export { webAddress } from "./meeting-link.ts";
export { occurrencesOf, type Occurrence, type Range } from "./occurrences.ts";
export { dayBudget } from "./recurrence.ts";
export { WEEKDAYS, type RecurrenceRule } from "./recurrence-rule.ts";
export { changesBetween, compareVersions, type Change } from "./versions.ts";
export { writeReply, type Reply, type ReplyStatus } from "./write-reply.ts";
export { ianaName, wallAt, type Zone } from "./zones.ts";
