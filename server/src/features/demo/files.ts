import { crc32, deflateSync } from "node:zlib";

/** A line of text on a page: position from the top left in points, size, and whether it is bold. */
export interface PageText {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly text: string;
  readonly bold?: boolean;
}

/** A straight line on a page, in points from the top left. */
export type PageLine = readonly [x1: number, y1: number, x2: number, y2: number];

const PAGE = { width: 595, height: 842 };

/** One A4 page with text and lines (PDF 1.4, built-in fonts). Characters outside Latin-1 become "?". */
export function pdf(texts: readonly PageText[], lines: readonly PageLine[] = []): Buffer {
  const content = [
    "0.6 w 0.35 G",
    ...lines.map(([x1, y1, x2, y2]) => `${x1} ${PAGE.height - y1} m ${x2} ${PAGE.height - y2} l S`),
    ...texts.map(
      ({ x, y, size, text, bold }) =>
        `BT /${bold ? "F2" : "F1"} ${size} Tf ${x} ${PAGE.height - y} Td (${escapePdf(text)}) Tj ET`,
    ),
  ].join("\n");
  const stream = Buffer.from(content, "latin1");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${stream.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
  ];
  let out = "%PDF-1.4\n";
  const offsets: string[] = [];
  objects.forEach((body, index) => {
    offsets.push(`${String(out.length).padStart(10, "0")} 00000 n \n`);
    out += `${index + 1} 0 obj\n${body}\nendobj\n`;
  });
  const table = out.length;
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  out += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(out, "latin1");
}

function escapePdf(text: string): string {
  return text.replaceAll(/[\\()]/g, "\\$&").replaceAll(/[^\u0020-\u00ff]/g, "?");
}

/** An RGB picture as PNG; `colour` gives red, green and blue (0–255) of a pixel. */
export function png(
  width: number,
  height: number,
  colour: (x: number, y: number) => readonly [number, number, number],
): Buffer {
  const stride = width * 3 + 1;
  const raw = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    // Filter "sub": neighbouring pixels are alike, so their differences compress well.
    raw[y * stride] = 1;
    let before: readonly [number, number, number] = [0, 0, 0];
    for (let x = 0; x < width; x++) {
      const now = colour(x, y);
      const at = y * stride + 1 + x * 3;
      raw[at] = (now[0] - before[0]) & 0xff;
      raw[at + 1] = (now[1] - before[1]) & 0xff;
      raw[at + 2] = (now[2] - before[2]) & 0xff;
      before = now;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(raw, { level: 7 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Rows as CSV (RFC 4180). */
export function csv(rows: readonly (readonly string[])[]): Buffer {
  const cell = (value: string): string =>
    /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  return Buffer.from(rows.map((row) => `${row.map(cell).join(",")}\r\n`).join(""), "utf8");
}

/** One event as iCalendar (RFC 5545), times in UTC, or on the clock of a zone that never changes its own. */
export function icalendar(event: {
  readonly method: "REQUEST" | "REPLY" | "CANCEL";
  readonly uid: string;
  readonly stamp: Date;
  readonly start: Date;
  readonly minutes: number;
  readonly summary: string;
  readonly place: string;
  readonly organiser: readonly [name: string, address: string];
  readonly guests: readonly (readonly [
    name: string,
    address: string,
    answer: "ACCEPTED" | "DECLINED" | "NEEDS-ACTION",
  ])[];
  /** Which version it is. */
  readonly sequence?: number;
  /** `offset` in hours east of UTC. */
  readonly zone?: { readonly name: string; readonly offset: number };
  /** Further lines of the event. */
  readonly more?: readonly string[];
}): string {
  const utc = (date: Date): string => `${date.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
  const text = (value: string): string =>
    value.replaceAll(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n");
  const name = (value: string): string => `"${value.replaceAll('"', "'")}"`;
  const { zone, sequence = event.method === "CANCEL" ? 1 : 0, more = [] } = event;
  const offset = zone === undefined ? "" : `+${String(zone.offset).padStart(2, "0")}00`;
  const time = (property: string, date: Date): string =>
    zone === undefined
      ? `${property}:${utc(date)}`
      : `${property};TZID=${zone.name}:${utc(new Date(date.getTime() + zone.offset * 3_600_000)).slice(0, -1)}`;
  const described =
    zone === undefined
      ? []
      : [
          "BEGIN:VTIMEZONE",
          `TZID:${zone.name}`,
          "BEGIN:STANDARD",
          "DTSTART:19700101T000000",
          `TZOFFSETFROM:${offset}`,
          `TZOFFSETTO:${offset}`,
          "END:STANDARD",
          "END:VTIMEZONE",
        ];
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Lanternfield//Calendar 1.0//EN",
    `METHOD:${event.method}`,
    ...described,
    "BEGIN:VEVENT",
    `UID:${event.uid}`,
    `DTSTAMP:${utc(event.stamp)}`,
    time("DTSTART", event.start),
    time("DTEND", new Date(event.start.getTime() + event.minutes * 60_000)),
    `SUMMARY:${text(event.summary)}`,
    `LOCATION:${text(event.place)}`,
    `ORGANIZER;CN=${name(event.organiser[0])}:mailto:${event.organiser[1]}`,
    ...event.guests.map(
      ([cn, address, answer]) =>
        `ATTENDEE;CN=${name(cn)};PARTSTAT=${answer};RSVP=TRUE:mailto:${address}`,
    ),
    `STATUS:${event.method === "CANCEL" ? "CANCELLED" : "CONFIRMED"}`,
    `SEQUENCE:${sequence}`,
    ...more,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return `${lines.map(foldLine).join("\r\n")}\r\n`;
}

/** RFC 5545 §3.1: at most 75 octets a line, not cut inside a character. */
function foldLine(line: string): string {
  let out = "";
  let width = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (width + size > 74) {
      out += "\r\n ";
      width = 1;
    }
    out += character;
    width += size;
  }
  return out;
}
