import { decodeCodePage } from "./code-pages.ts";
import { cursorOf, untilNul, type Cursor } from "./cursor.ts";

/** Property ids of MAPI that say something about what people see (MS-OXPROPS). */
export const PROPERTY = {
  subject: 0x0037,
  submitTime: 0x0039,
  representingName: 0x0042,
  representingAddress: 0x0065,
  messageId: 0x1035,
  senderName: 0x0c1a,
  senderAddress: 0x0c1f,
  senderSmtp: 0x5d01,
  displayCc: 0x0e03,
  displayTo: 0x0e04,
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  displayName: 0x3001,
  data: 0x3701,
  extension: 0x3703,
  fileName: 0x3704,
  method: 0x3705,
  longFileName: 0x3707,
  mimeType: 0x370e,
  contentId: 0x3712,
  internetCodePage: 0x3fde,
  hidden: 0x7ffe,
} as const;

const MULTIPLE = 0x1000;
const STRING_8 = 0x001e;
const UNICODE = 0x001f;
const OBJECT = 0x000d;
const BINARY = 0x0102;

/** Octets of a value by its type; every one stands at a multiple of four. */
const FIXED = new Map([
  [0x0001, 0],
  [0x0002, 4],
  [0x0003, 4],
  [0x0004, 4],
  [0x0005, 8],
  [0x0006, 8],
  [0x0007, 8],
  [0x000a, 4],
  [0x000b, 4],
  [0x0014, 8],
  [0x0040, 8],
  [0x0048, 16],
]);

interface Value {
  readonly type: number;
  readonly bytes: Uint8Array;
}

/** The properties of a message or an attachment, the first value of each. */
export interface Properties {
  text(id: number): string | null;
  binary(id: number): Uint8Array | null;
  number(id: number): number | null;
  /** A time as Windows counts it. */
  time(id: number): Date | null;
}

/** Reads a list of properties (MS-OXTNEF §2.1.3.4). What comes after something unreadable is left out. */
export function readProperties(bytes: Uint8Array, codePage: number): Properties {
  const values = new Map<number, Value>();
  const cursor = cursorOf(bytes);
  for (let count = cursor.u32(); count > 0 && cursor.left >= 4; count--) {
    const type = cursor.u16();
    const id = cursor.u16();
    const isNamed = id >= 0x8000;
    if (isNamed) skipName(cursor);
    const value = readValue(cursor, type);
    if (value === null) break;
    if (!isNamed && !values.has(id)) values.set(id, { type: type & ~MULTIPLE, bytes: value });
  }
  const binary = (id: number): Uint8Array | null => values.get(id)?.bytes ?? null;
  const u32 = (id: number): number | null => {
    const found = binary(id);
    return found === null || found.length < 4 ? null : cursorOf(found).u32();
  };
  return {
    binary,
    text(id) {
      const found = values.get(id);
      if (found === undefined) return null;
      const page = found.type === UNICODE ? 1200 : codePage;
      return untilNul(decodeCodePage(found.bytes, page));
    },
    // A truth value takes two octets, and what fills the other two is nobody's.
    number: (id) => {
      const value = u32(id);
      return value !== null && values.get(id)?.type === 0x000b ? value & 0xffff : value;
    },
    time(id) {
      const found = binary(id);
      if (found === null || found.length < 8) return null;
      const cursor = cursorOf(found);
      const ticks = cursor.u32() + cursor.u32() * 2 ** 32;
      // From 1601, in steps of 100 ns.
      const time = new Date(ticks / 10_000 - 11_644_473_600_000);
      return Number.isNaN(time.getTime()) ? null : time;
    },
  };
}

/** A property beyond 0x8000 goes by a name of its own, which nothing here looks at. */
function skipName(cursor: Cursor): void {
  cursor.take(16);
  const isText = cursor.u32() === 1;
  if (isText) takePadded(cursor, cursor.u32());
  else cursor.u32();
}

/** The first value; `null` when the type is unknown or the bytes end. */
function readValue(cursor: Cursor, type: number): Uint8Array | null {
  const single = type & ~MULTIPLE;
  const size = FIXED.get(single);
  const isLong = [STRING_8, UNICODE, OBJECT, BINARY].includes(single);
  if (size === undefined && !isLong) return null;
  // Values of any length are counted even when there can be only one.
  let count = isLong || (type & MULTIPLE) !== 0 ? cursor.u32() : 1;
  let first: Uint8Array | null = null;
  // An empty value takes no octets, so that only the first one of many says something.
  if (size === 0) count = Math.min(count, 1);
  for (; count > 0; count--) {
    const value = size === undefined ? takePadded(cursor, cursor.u32()) : cursor.take(size);
    first ??= value;
    if (cursor.isOver) break;
  }
  return first ?? new Uint8Array();
}

function takePadded(cursor: Cursor, length: number): Uint8Array {
  const value = cursor.take(length);
  cursor.take(Math.min((4 - (length % 4)) % 4, cursor.left));
  return value;
}
