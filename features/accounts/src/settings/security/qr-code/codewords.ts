import { checkBytes } from "./galois.ts";

/** Check bytes of each block at level M, by version (ISO/IEC 18004, table 9). */
const CHECK = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
/** Blocks at level M, by version. */
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];

/** Where the alignment patterns of a version are, along both axes (annex E). */
export function alignment(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const last = version * 4 + 10;
  const places = Array.from({ length: count - 1 }, (_, index) => last - index * step);
  return [6, ...places.reverse()];
}

/** Bytes, with those that check them, for which a version has room. */
function room(version: number): number {
  const size = version * 4 + 17;
  const along = alignment(version).length;
  // Finders with their borders and format; timing; alignment, of which some lie on the timing lines; version.
  const finders = 3 * 64 + 31;
  const timing = 2 * (size - 16);
  const patterns = along === 0 ? 0 : (along * along - 3) * 25 - 2 * (along - 2) * 5;
  const information = version >= 7 ? 36 : 0;
  return Math.floor((size * size - finders - timing - patterns - information) / 8);
}

/** The text as the bytes of the smallest version that takes it, at level M (15 % may be unreadable). */
export function codewords(text: string): { version: number; bytes: Uint8Array } {
  const data = new TextEncoder().encode(text);
  for (let version = 1; version <= CHECK.length; version += 1) {
    const check = CHECK[version - 1]!;
    const blocks = BLOCKS[version - 1]!;
    const capacity = room(version) - check * blocks;
    if (data.length + (version < 10 ? 2 : 3) <= capacity)
      return { version, bytes: interleave(segment(data, version, capacity), blocks, check) };
  }
  throw new RangeError("too long for a code that can be read from a screen");
}

/** Byte mode (0100), the length, the data, an end, and padding (§7.4). */
function segment(data: Uint8Array, version: number, capacity: number): Uint8Array {
  const length = data.length.toString(2).padStart(version < 10 ? 8 : 16, "0");
  const bits = `0100${length}${Array.from(data, (byte) => byte.toString(2).padStart(8, "0")).join("")}0000`;
  const bytes = new Uint8Array(capacity);
  const used = Math.min(Math.ceil(bits.length / 8), capacity);
  for (let place = 0; place < used; place += 1)
    bytes[place] = Number.parseInt(bits.slice(place * 8, place * 8 + 8).padEnd(8, "0"), 2);
  for (let place = used; place < capacity; place += 1)
    bytes[place] = (place - used) % 2 === 0 ? 0xec : 0x11;
  return bytes;
}

/** Blocks of nearly the same length, the shorter ones first, and their check bytes, each byte by byte in turn (§7.6). */
function interleave(data: Uint8Array, count: number, check: number): Uint8Array {
  const short = Math.floor(data.length / count);
  const long = data.length % count;
  const blocks: Uint8Array[] = [];
  for (let block = 0, from = 0; block < count; block += 1) {
    const to = from + short + (block >= count - long ? 1 : 0);
    blocks.push(data.subarray(from, to));
    from = to;
  }
  const inTurn = (parts: readonly Uint8Array[], length: number): number[] =>
    Array.from({ length }, (_, place) => parts.flatMap((part) => part[place] ?? [])).flat();
  const checks = blocks.map((block) => checkBytes(block, check));
  return new Uint8Array([...inTurn(blocks, short + 1), ...inTurn(checks, check)]);
}
