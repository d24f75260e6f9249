import { lineOf, unescapeText, type Component } from "./content-lines.ts";
import { ICALENDAR_LIMITS } from "./limits.ts";

/** Properties that hold the address of a meeting and nothing else, the surest first. */
const OWN = [
  "X-GOOGLE-CONFERENCE",
  "X-MICROSOFT-SKYPETEAMSMEETINGURL",
  "X-MICROSOFT-ONLINEMEETINGCONFLINK",
  "X-ZOOM-JOIN-URL",
];

/** Where people meet whose addresses are also found in other properties: their hosts and how their paths begin. */
const SERVICES: readonly (readonly [host: RegExp, path: RegExp])[] = [
  [/(?:^|\.)zoom\.us$|(?:^|\.)zoomgov\.com$/, /^\/(?:j|my|s|w|wc)\//],
  [/^teams\.(?:microsoft|live)\.com$/, /^\/(?:l\/meetup-join|meet)\//],
  [/^meet\.google\.com$/, /^\/[a-z]/],
  [/^(?:meet\.jit\.si|8x8\.vc)$/, /^\/./],
  [/(?:^|\.)webex\.com$/, /^\/./],
  [/^meet\.proton\.me$/, /^\/./],
  [/^(?:[a-z0-9-]+\.)?whereby\.com$/, /^\/./],
  [/(?:^|\.)gotomeeting\.com$|^meet\.goto\.com$/, /^\/./],
  [/./, /^\/(?:index\.php\/)?call\/[a-z0-9]{6,40}$/],
];

const ADDRESS = /https?:\/\/[^\s<>"'`{}|\\^]{1,2000}/gi;
/** Addresses in one text that are looked at. */
const MOST_ADDRESSES = 50;

/** An address of the web as browsers write it; null for all others. */
export function webAddress(text: string): string | null {
  if (text.length > 2048 || !/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  // A name in front of the host is there to mislead.
  return url.username === "" && url.password === "" && url.hostname !== "" ? url.href : null;
}

/** Where to click to take part (RFC 7986 §5.11, and what programs did before). Null where there is nothing. */
export function meetingLink(event: Component): string | null {
  for (const name of OWN) {
    const found = webAddress(lineOf(event, name)?.value.trim() ?? "");
    if (found !== null) return found;
  }
  const conferences = event.lines
    .filter(({ name }) => name === "CONFERENCE")
    .slice(0, MOST_ADDRESSES)
    .sort((a, b) => Number(isVideo(b.parameters)) - Number(isVideo(a.parameters)));
  for (const { value } of conferences) {
    const found = webAddress(value.trim());
    if (found !== null) return found;
  }
  for (const name of ["LOCATION", "URL", "DESCRIPTION"])
    for (const found of addressesIn(event, name)) if (isMeeting(found)) return found;
  // A place that is an address is where it takes place, whoever runs it.
  return webAddress(unescapeText(lineOf(event, "LOCATION")?.value ?? "").trim());
}

const isVideo = (parameters: ReadonlyMap<string, string>): boolean =>
  /VIDEO/i.test(parameters.get("FEATURE") ?? "");

function addressesIn(event: Component, name: string): string[] {
  const text = unescapeText(
    (lineOf(event, name)?.value ?? "").slice(0, ICALENDAR_LIMITS.maxCalendarText),
  );
  const found: string[] = [];
  for (const [address] of text.matchAll(ADDRESS)) {
    if (found.length >= MOST_ADDRESSES) break;
    const link = webAddress(address.replace(/[.,;:!?)\]*_~…。]{1,20}$/u, ""));
    if (link !== null) found.push(link);
  }
  return found;
}

function isMeeting(link: string): boolean {
  const { hostname, pathname } = new URL(link);
  return SERVICES.some(([host, path]) => host.test(hostname) && path.test(pathname));
}
