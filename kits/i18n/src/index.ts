export { defineStrings, type Translation } from "./strings.ts";
export { decideLocale, locale, LOCALES, LOCALE_NAMES, regionalTag, type Locale } from "./locale.ts";
export {
  compareNames,
  formatBytes,
  formatShortDateTime,
  formatDate,
  formatDateTime,
  formatDay,
  formatList,
  formatListTime,
  formatNumber,
  formatRelative,
  formatTime,
  type Moment,
} from "./format.ts";
export { formatDuration } from "./duration.ts";
export { particle, plural } from "./grammar.ts";
export type { HelpArticle, HelpArticles, HelpBlock } from "./help.ts";
