/** Writes winmail.dat files for tests, as MS-OXTNEF describes them. */

const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value & 0xffff);
  return bytes;
};
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};
const padded = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

/** One MAPI property: a number, a truth value, Unicode text, or octets. */
export type Property = readonly [
  id: number,
  value: number | boolean | string | Buffer | Date | { readonly text8: Buffer },
];

function propertyBytes([id, value]: Property): Buffer {
  const long = (type: number, bytes: Buffer) =>
    Buffer.concat([u16(type), u16(id), u32(1), u32(bytes.length), padded(bytes)]);
  if (typeof value === "number") return Buffer.concat([u16(3), u16(id), u32(value)]);
  if (typeof value === "boolean")
    return Buffer.concat([u16(0x0b), u16(id), u16(Number(value)), u16(0xdead)]);
  if (typeof value === "string") return long(0x1f, Buffer.from(`${value}\0`, "utf16le"));
  if (Buffer.isBuffer(value)) return long(0x102, value);
  if (value instanceof Date) {
    const ticks = (BigInt(value.getTime()) + 11_644_473_600_000n) * 10_000n;
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(ticks);
    return Buffer.concat([u16(0x40), u16(id), bytes]);
  }
  return long(0x1e, Buffer.concat([value.text8, Buffer.alloc(1)]));
}

export const propertyList = (properties: readonly (Property | Buffer)[]): Buffer =>
  Buffer.concat([
    u32(properties.length),
    ...properties.map((one) => (Buffer.isBuffer(one) ? one : propertyBytes(one))),
  ]);

/** A property that goes by a text for a name. */
export const namedProperty = (name: string, value: string): Buffer => {
  const text = Buffer.from(`${name}\0`, "utf16le");
  const [type, rest] = [
    propertyBytes([0x8001, value]).subarray(0, 4),
    propertyBytes([0x8001, value]).subarray(4),
  ];
  return Buffer.concat([type, Buffer.alloc(16, 7), u32(1), u32(text.length), padded(text), rest]);
};

export function attribute(level: 1 | 2, id: number, bytes: Buffer): Buffer {
  const checksum = bytes.reduce((sum, octet) => (sum + octet) & 0xffff, 0);
  return Buffer.concat([Buffer.from([level]), u32(id), u32(bytes.length), bytes, u16(checksum)]);
}

export interface WrittenAttachment {
  readonly title?: Buffer;
  readonly data?: Buffer;
  readonly properties?: readonly (Property | Buffer)[];
}

/** A whole winmail.dat. */
export function writeTnef(message: {
  readonly codePage?: number;
  readonly properties?: readonly (Property | Buffer)[];
  readonly body?: Buffer;
  readonly subject?: Buffer;
  readonly attachments?: readonly WrittenAttachment[];
}): Buffer {
  const { codePage, properties, body, subject, attachments = [] } = message;
  return Buffer.concat([
    u32(0x223e9f78),
    u16(1),
    attribute(1, 0x00089006, u32(0x00010000)),
    ...(codePage === undefined
      ? []
      : [attribute(1, 0x00069007, Buffer.concat([u32(codePage), u32(0)]))]),
    ...(subject === undefined
      ? []
      : [attribute(1, 0x00018004, Buffer.concat([subject, Buffer.alloc(1)]))]),
    ...(body === undefined
      ? []
      : [attribute(1, 0x0002800c, Buffer.concat([body, Buffer.alloc(1)]))]),
    ...(properties === undefined ? [] : [attribute(1, 0x00069003, propertyList(properties))]),
    ...attachments.flatMap((one) => [
      attribute(2, 0x00069002, Buffer.alloc(14)),
      ...(one.data === undefined ? [] : [attribute(2, 0x0006800f, one.data)]),
      ...(one.title === undefined
        ? []
        : [attribute(2, 0x00018010, Buffer.concat([one.title, Buffer.alloc(1)]))]),
      ...(one.properties === undefined
        ? []
        : [attribute(2, 0x00069005, propertyList(one.properties))]),
    ]),
  ]);
}

/** IID_IMessage and a message, as the data of an attachment that is one. */
export const embeddedObject = (tnef: Buffer): Buffer =>
  Buffer.concat([Buffer.from("0703020000000000c000000000000046", "hex"), tnef]);

/** PR_RTF_COMPRESSED with nothing but literal octets, or stored as it is. */
export function compressRtf(rtf: string, kind: "compressed" | "stored" = "compressed"): Buffer {
  const raw = Buffer.from(rtf, "latin1");
  if (kind === "stored")
    return Buffer.concat([u32(raw.length + 12), u32(raw.length), u32(0x414c454d), u32(0), raw]);
  const pieces: Buffer[] = [];
  for (let at = 0; at < raw.length; at += 8)
    pieces.push(Buffer.from([0]), raw.subarray(at, at + 8));
  const body = Buffer.concat(pieces);
  return Buffer.concat([u32(body.length + 12), u32(raw.length), u32(0x75465a4c), u32(0), body]);
}
