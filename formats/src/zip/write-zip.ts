/** A file of a ZIP file that is written. */
export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly crc32: number;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  return value;
});

/** The check sum of octets, or of what `before` is the sum of with these behind it. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 0xff]! ^ (sum >>> 8);
  return ~sum >>> 0;
}

/**
 * What stands around the files of a ZIP file that stores them as they are: a header in front of each, and the end. Names are
 * UTF-8; no ZIP64, so it has less than 4 GB and 65,536 files.
 * @param at the date that the files get, in local time.
 */
export function writeZip(
  entries: readonly ZipEntry[],
  at: Date,
): { readonly headers: readonly Uint8Array<ArrayBuffer>[]; readonly end: Uint8Array<ArrayBuffer> } {
  const stamp = dosTime(at);
  const names = entries.map(({ name }) => new TextEncoder().encode(name));
  const headers = entries.map((entry, index) => {
    const name = names[index]!;
    const header = record(30 + name.length, 0x0403_4b50);
    common(header.view, 4, entry, name.length, stamp);
    header.bytes.set(name, 30);
    return header.bytes;
  });
  const size = names.reduce((sum, name) => sum + 46 + name.length, 0);
  const end = new Uint8Array(size + 22);
  let offset = 0;
  let place = 0;
  entries.forEach((entry, index) => {
    const name = names[index]!;
    const line = record(46 + name.length, 0x0201_4b50);
    line.view.setUint16(4, 20, true);
    common(line.view, 6, entry, name.length, stamp);
    line.view.setUint32(42, place, true);
    line.bytes.set(name, 46);
    end.set(line.bytes, offset);
    offset += line.bytes.length;
    place += headers[index]!.length + entry.size;
  });
  const last = record(22, 0x0605_4b50);
  last.view.setUint16(8, entries.length, true);
  last.view.setUint16(10, entries.length, true);
  last.view.setUint32(12, size, true);
  last.view.setUint32(16, place, true);
  end.set(last.bytes, size);
  return { headers, end };
}

function record(
  length: number,
  signature: number,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly view: DataView } {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, signature, true);
  return { bytes, view };
}

/** What a file's header and its line in the directory have in common (APPNOTE.TXT 4.3.7, 4.3.12). */
function common(
  view: DataView,
  at: number,
  { size, crc32 }: ZipEntry,
  nameLength: number,
  stamp: number,
): void {
  view.setUint16(at, 20, true);
  // The name is UTF-8.
  view.setUint16(at + 2, 0x0800, true);
  view.setUint32(at + 6, stamp, true);
  view.setUint32(at + 10, crc32, true);
  view.setUint32(at + 14, size, true);
  view.setUint32(at + 18, size, true);
  view.setUint16(at + 22, nameLength, true);
}

/** In steps of two seconds, from 1980 on. */
function dosTime(at: Date): number {
  const year = Math.min(127, Math.max(0, at.getFullYear() - 1980));
  const date = (year << 9) | ((at.getMonth() + 1) << 5) | at.getDate();
  const time = (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}
