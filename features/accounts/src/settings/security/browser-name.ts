/** What a person recognises of a User-Agent header: the browser and the system, where they are known. */
export function browserName(userAgent: string): { browser?: string; system?: string } {
  const browser = BROWSERS.find(([mark]) => userAgent.includes(mark))?.[1];
  const system = SYSTEMS.find(([mark]) => userAgent.includes(mark))?.[1];
  return { ...(browser && { browser }), ...(system && { system }) };
}

/** Whether a system is one that is held in the hand. */
export const isPhone = (system: string | undefined): boolean =>
  system === "Android" || system === "iPhone" || system === "iPad";

/** Browsers name their ancestors too: the more particular mark stands first. */
const BROWSERS: readonly (readonly [mark: string, name: string])[] = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Whale/", "Whale"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
];

const SYSTEMS: readonly (readonly [mark: string, name: string])[] = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
];
