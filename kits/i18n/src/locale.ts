/** The languages that the suite is written in. */
export const LOCALES = ["en", "ko"] as const;
export type Locale = (typeof LOCALES)[number];

/** Each language's name in itself, as a chooser shows it. */
export const LOCALE_NAMES: Record<Locale, string> = { en: "English", ko: "한국어" };

let language: Locale | undefined;
let region: string | undefined;

/** The language of this window. Decided from the browser's own list when nobody decided before. */
export function locale(): Locale {
  return language ?? decideLocale();
}

/** The tag for `Intl`: the language with the region that the browser prefers for it, as `en-GB`. */
export function regionalTag(): string {
  return region ?? locale();
}

/**
 * Decides the language of this window, once, before anything is shown: the first wanted tag (BCP 47)
 * whose language the suite speaks, then the browser's list, then English. Sets `<html lang>`.
 */
export function decideLocale(...wanted: readonly (string | null | undefined)[]): Locale {
  const browser = typeof navigator === "undefined" ? [] : (navigator.languages ?? []);
  const tags = [...wanted, ...browser].filter((tag): tag is string => typeof tag === "string");
  language = tags.map(spoken).find((found) => found !== undefined) ?? "en";
  region =
    tags.find((tag) => spoken(tag) === language && tag !== language && isTag(tag)) ?? language;
  if (typeof document !== "undefined") document.documentElement.lang = language;
  return language;
}

function spoken(tag: string): Locale | undefined {
  const primary = tag.toLowerCase().split(/[-_]/)[0];
  return LOCALES.find((known) => known === primary);
}

function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
