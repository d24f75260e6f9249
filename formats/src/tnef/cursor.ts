import { latin1 } from "../mime/octets.ts";

/** Reads little-endian values one after another; beyond the end they are zero, and `isOver` says so. */
export interface Cursor {
  readonly at: number;
  /** Something was asked for that is not there. */
  readonly isOver: boolean;
  readonly left: number;
  u8(): number;
  u16(): number;
  u32(): number;
  /** A view of so many octets, of fewer at the end. */
  take(length: number): Uint8Array;
}

export function cursorOf(bytes: Uint8Array): Cursor {
  let at = 0;
  let isOver = false;
  const number = (length: number): number => {
    let value = 0;
    for (let n = 0; n < length; n++) value += (bytes[at + n] ?? 0) * 2 ** (8 * n);
    step(length);
    return value;
  };
  const step = (length: number): void => {
    if (at + length > bytes.length) isOver = true;
    at = Math.min(at + length, bytes.length);
  };
  return {
    get at() {
      return at;
    },
    get isOver() {
      return isOver;
    },
    get left() {
      return bytes.length - at;
    },
    u8: () => number(1),
    u16: () => number(2),
    u32: () => number(4),
    take(length) {
      const start = at;
      step(length);
      return bytes.subarray(start, at);
    },
  };
}

/** Octets as hexadecimal digits. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (octet) => octet.toString(16).padStart(2, "0")).join("");
}

/** A string up to its first NUL. */
export function untilNul(text: string): string {
  const end = text.indexOf("\0");
  return end === -1 ? text : text.slice(0, end);
}

export { latin1 };
