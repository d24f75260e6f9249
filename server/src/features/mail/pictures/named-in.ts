import { decodeEntities } from "@atrium/formats/mail-html";

/** Whether a mail's HTML holds an address as it is, or in one of the ways in which HTML and CSS write it. */
export function createNamedIn(html: string): (address: string) => boolean {
  const ways = [
    html,
    decodeEntities(html),
    html.replaceAll(/&amp;/gi, "&"),
    // CSS: a backslash before a sign, or before its number.
    html.replaceAll(/\\(?:([0-9a-f]{1,6})\s?|([^0-9a-f\n]))/gi, (_, hex?: string, sign?: string) =>
      hex === undefined ? sign! : characterOf(parseInt(hex, 16)),
    ),
  ];
  return (address) => address !== "" && ways.some((text) => text.includes(address));
}

const characterOf = (code: number): string =>
  code <= 0x10ffff ? String.fromCodePoint(code) : "\uFFFD";
