import type { Random } from "./random.ts";

/** A file carried by a message. `cid` makes it an inline picture of the HTML text. */
export interface MailFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly cid?: string;
}

export interface MailContent {
  /** Header fields in order, unencoded. Addresses come from `formatAddress`. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text?: string;
  readonly html?: string;
  /** An iCalendar object that answers `method`, beside the text (RFC 6047). */
  readonly calendar?: { readonly method: "REQUEST" | "REPLY" | "CANCEL"; readonly text: string };
  readonly files?: readonly MailFile[];
}

/** A message as bytes with CRLF line ends. */
export function writeMail(mail: MailContent, random: Random): Buffer {
  const files = mail.files ?? [];
  const inline = files.filter((file) => file.cid !== undefined);
  const attached = files.filter((file) => file.cid === undefined);

  const bodies: Part[] = [];
  if (mail.text !== undefined) bodies.push(textPart("plain", mail.text));
  if (mail.html !== undefined) {
    const html = textPart("html", mail.html);
    bodies.push(
      inline.length ? multipart("related", [html, ...inline.map(filePart)], random) : html,
    );
  }
  if (mail.calendar) bodies.push(calendarPart(mail.calendar));
  const body =
    bodies.length === 1 && bodies[0] ? bodies[0] : multipart("alternative", bodies, random);
  const whole = attached.length
    ? multipart("mixed", [body, ...attached.map(filePart)], random)
    : body;

  const head = [
    ...mail.headers.map(([name, value]) => header(name, value)),
    "MIME-Version: 1.0",
    ...whole.head,
  ];
  const end = whole.body.at(-1) === 0x0a ? "" : "\r\n";
  return Buffer.concat([
    Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "utf8"),
    whole.body,
    Buffer.from(end),
  ]);
}

/** `Name <address>` with the name quoted or encoded where RFC 5322 and RFC 2047 ask for it. */
export function formatAddress(name: string, address: string): string {
  if (!name) return address;
  if (/[^\x20-\x7e]/.test(name)) return `${encodeWords(name)} <${address}>`;
  return /^[\w !#$%&'*+/=?^`{|}~-]+$/.test(name)
    ? `${name} <${address}>`
    : `"${name}" <${address}>`;
}

interface Part {
  readonly head: readonly string[];
  readonly body: Buffer;
}

function textPart(subtype: string, text: string, parameters = ""): Part {
  const bytes = Buffer.from(text.replaceAll(/\r?\n/g, "\r\n"), "utf8");
  const foreign = bytes.reduce((count, byte) => count + (byte > 0x7e ? 1 : 0), 0);
  const longest = Math.max(...text.split("\n").map((line) => line.length));
  const type = `Content-Type: text/${subtype}; charset=utf-8${parameters}`;
  if (foreign === 0 && longest < 900) {
    return { head: [type, "Content-Transfer-Encoding: 7bit"], body: bytes };
  }
  // Mostly Latin text stays readable as quoted-printable; Korean would triple in size.
  if (foreign * 6 < bytes.length) {
    return {
      head: [type, "Content-Transfer-Encoding: quoted-printable"],
      body: quotedPrintable(bytes),
    };
  }
  return { head: [type, "Content-Transfer-Encoding: base64"], body: base64(bytes) };
}

function calendarPart(calendar: NonNullable<MailContent["calendar"]>): Part {
  return textPart("calendar", calendar.text, `; method=${calendar.method}`);
}

function filePart(file: MailFile): Part {
  const name = parameter("name", file.name);
  const filename = parameter("filename", file.name);
  return {
    head: [
      `Content-Type: ${file.type};\r\n\t${name}`,
      `Content-Disposition: ${file.cid === undefined ? "attachment" : "inline"};\r\n\t${filename}`,
      ...(file.cid === undefined ? [] : [`Content-ID: <${file.cid}>`]),
      "Content-Transfer-Encoding: base64",
    ],
    body: base64(file.bytes),
  };
}

function multipart(subtype: string, parts: readonly Part[], random: Random): Part {
  const boundary = `=_${random.hex(24)}`;
  const chunks: Buffer[] = [];
  for (const part of parts) {
    chunks.push(
      Buffer.from(`--${boundary}\r\n${part.head.join("\r\n")}\r\n\r\n`, "utf8"),
      part.body,
      Buffer.from("\r\n"),
    );
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    head: [`Content-Type: multipart/${subtype};\r\n\tboundary="${boundary}"`],
    body: Buffer.concat(chunks),
  };
}

/** RFC 2231 when the value is not ASCII. */
function parameter(name: string, value: string): string {
  if (/[^\x20-\x7e]/.test(value)) return `${name}*=UTF-8''${encodeURIComponent(value)}`;
  return `${name}="${value}"`;
}

function header(name: string, value: string): string {
  const encoded = /[^\x20-\x7e]/.test(value) ? encodeWords(value) : value;
  const lines: string[] = [];
  let line = `${name}:`;
  for (const word of encoded.split(" ")) {
    if (line.length + word.length + 1 > 78 && line.trim() !== `${name}:`) {
      lines.push(line);
      line = "";
    }
    line += ` ${word}`;
  }
  return [...lines, line].join("\r\n");
}

/** RFC 2047 §2: words of at most 75 characters, never cut inside a character. */
function encodeWords(text: string): string {
  const words: string[] = [];
  let run = "";
  for (const character of text) {
    if (Buffer.byteLength(run + character) > 42) {
      words.push(run);
      run = "";
    }
    run += character;
  }
  words.push(run);
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join(" ");
}

function base64(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return Buffer.from(text.replaceAll(/.{76}(?=.)/g, "$&\r\n"), "latin1");
}

/** RFC 2045 §6.7 over bytes that already have CRLF line ends. */
function quotedPrintable(bytes: Buffer): Buffer {
  const lines = bytes
    .toString("latin1")
    .split("\r\n")
    .map((line) => {
      let out = "";
      let width = 0;
      for (let i = 0; i < line.length; i++) {
        const code = line.charCodeAt(i);
        const atEnd = i === line.length - 1;
        const plain = (code > 0x20 && code < 0x7f && code !== 0x3d) || (code === 0x20 && !atEnd);
        const token = plain
          ? line.charAt(i)
          : `=${code.toString(16).toUpperCase().padStart(2, "0")}`;
        if (width + token.length > 75) {
          out += "=\r\n";
          width = 0;
        }
        out += token;
        width += token.length;
      }
      return out;
    });
  return Buffer.from(lines.join("\r\n"), "latin1");
}
