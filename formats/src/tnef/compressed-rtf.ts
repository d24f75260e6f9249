import { cursorOf, latin1 } from "./cursor.ts";

const COMPRESSED = 0x75465a4c;
const UNCOMPRESSED = 0x414c454d;
const WINDOW = 4096;
/** A longer text is not shown; the attachments do not depend on it. */
const MAX_LENGTH = 16_000_000;

/** What the window holds before the first octet (MS-OXRTFCP §2.1.2.1). */
const INITIAL =
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript " +
  "\\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n" +
  "\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";

/** The RTF of PR_RTF_COMPRESSED (MS-OXRTFCP) as characters of its octets; as far as it can be read. */
export function readRtf(bytes: Uint8Array): string {
  const cursor = cursorOf(bytes);
  cursor.u32();
  const length = Math.min(cursor.u32(), MAX_LENGTH);
  const kind = cursor.u32();
  cursor.u32();
  if (kind === UNCOMPRESSED) return latin1(cursor.take(length));
  if (kind !== COMPRESSED) return "";

  const window = new Uint8Array(WINDOW);
  for (let at = 0; at < INITIAL.length; at++) window[at] = INITIAL.charCodeAt(at);
  let place = INITIAL.length;
  // A reference of two octets becomes seventeen at most, so the claimed length cannot ask for much more memory.
  const written = new Uint8Array(Math.min(length, bytes.length * 9));
  let count = 0;
  const write = (octet: number): void => {
    window[place] = octet;
    place = (place + 1) % WINDOW;
    written[count] = octet;
    count += 1;
  };
  while (cursor.left > 0 && count < written.length) {
    const control = cursor.u8();
    for (let bit = 0; bit < 8 && cursor.left > 0 && count < written.length; bit++) {
      if (((control >> bit) & 1) === 0) {
        write(cursor.u8());
        continue;
      }
      const reference = cursor.u8() * 256 + cursor.u8();
      const from = reference >> 4;
      // A reference to the present place is the end.
      if (from === place) return latin1(written, 0, count);
      const run = (reference & 0xf) + 2;
      for (let n = 0; n < run && count < written.length; n++) write(window[(from + n) % WINDOW]!);
    }
  }
  return latin1(written, 0, count);
}
