import { isAscii } from "node:buffer";
import { asMessageIds, findHeader, parseMessage } from "@atrium/formats/mime";
import { fieldsOf, KEPT_BACK } from "../../mail/message/header.ts";
import { needsUtf8, type OutgoingEnvelope } from "./envelope.ts";
import { inSevenBits } from "./seven-bits.ts";
import type { Reply } from "./replies.ts";

/** A message as it can be handed to one kind of server. */
export interface Rendered {
  /** Ends with a line end; has no lone CR or LF. */
  readonly bytes: Buffer;
  readonly size: number;
  readonly is8bit: boolean;
  readonly needsUtf8: boolean;
}

/** A message on its way out. */
export interface OutgoingMessage {
  /** Without angle brackets. */
  readonly messageId: string | null;
  /** In the form that a server with these extensions takes; or why there is none. */
  render(
    extensions: ReadonlyMap<string, string>,
    envelope: OutgoingEnvelope,
  ): Promise<Rendered | { readonly refusal: Reply }>;
}

/** Makes the header fields that sign a message; empty when nobody here signs for its author. */
export type Sign = (message: Buffer) => Promise<string>;

/** @param trace header fields that say how the message came here (RFC 5321 §4.4), with their line ends. */
export function outgoingMessage(stored: Buffer, trace: string, sign: Sign): OutgoingMessage {
  const plain = Buffer.concat([Buffer.from(trace, "utf8"), readyToLeave(stored)]);
  const bodyStart = startOfBody(plain);
  const headerIs8bit = has8bit(plain.subarray(0, bodyStart));
  const bodyIs8bit = has8bit(plain.subarray(bodyStart));
  const forms = new Map<string, Promise<Buffer>>();

  function form(name: string, make: () => Buffer): Promise<Buffer> {
    let bytes = forms.get(name);
    if (bytes === undefined) {
      bytes = (async () => {
        const unsigned = make();
        return Buffer.concat([Buffer.from(await sign(unsigned), "utf8"), unsigned]);
      })();
      forms.set(name, bytes);
    }
    return bytes;
  }

  return {
    messageId: messageIdOf(plain.subarray(0, bodyStart)),
    async render(extensions, { mailFrom, recipients }) {
      const utf8 =
        headerIs8bit || needsUtf8(mailFrom) || recipients.some(({ address }) => needsUtf8(address));
      if (utf8 && !extensions.has("SMTPUTF8"))
        return refusal(
          553,
          "5.6.7",
          "the recipient's server does not take addresses or header fields in UTF-8",
        );
      // RFC 6531 §3.1: whoever takes UTF-8 takes eight bits.
      const isConverted = bodyIs8bit && !extensions.has("8BITMIME") && !extensions.has("SMTPUTF8");
      const converted = isConverted ? inSevenBits(plain) : plain;
      if (converted === null)
        return refusal(
          554,
          "5.6.3",
          "the recipient's server takes no 8-bit text, and this message cannot be converted",
        );
      const bytes = await form(isConverted ? "7bit" : "8bit", () => converted);
      const limit = Number(extensions.get("SIZE") ?? 0);
      if (limit > 0 && bytes.length > limit)
        return refusal(
          552,
          "5.3.4",
          `the message is larger than the ${limit} octets that the recipient's server takes`,
        );
      return { bytes, size: bytes.length, is8bit: bodyIs8bit && !isConverted, needsUtf8: utf8 };
    },
  };
}

function refusal(code: number, status: string, words: string): { refusal: Reply } {
  return { refusal: { code, status, lines: [words], text: `${code} ${status} ${words}` } };
}

/** The stored bytes with line ends as SMTP has them, and without the fields that stay here. */
export function readyToLeave(stored: Buffer): Buffer {
  const bytes = withLineEnds(stored);
  const bodyStart = startOfBody(bytes);
  const fields = fieldsOf(bytes.subarray(0, bodyStart));
  const kept = fields.filter(({ name }) => !KEPT_BACK.includes(name));
  if (kept.length === fields.length) return bytes;
  return Buffer.concat([...kept.map(({ raw }) => raw), bytes.subarray(bodyStart)]);
}

/** RFC 5321 §2.3.8: CR and LF leave only together, whatever was stored; the last line has an end too. */
function withLineEnds(bytes: Buffer): Buffer {
  const CR = 0x0d;
  const LF = 0x0a;
  const pieces: Buffer[] = [];
  const CRLF = Buffer.from("\r\n");
  let from = 0;
  for (let at = 0; at < bytes.length; at++) {
    const octet = bytes[at];
    if (octet !== CR && octet !== LF) continue;
    if (octet === CR && bytes[at + 1] === LF) {
      at += 1;
      continue;
    }
    pieces.push(bytes.subarray(from, at), CRLF);
    from = at + 1;
  }
  pieces.push(bytes.subarray(from));
  const whole = pieces.length === 1 ? bytes : Buffer.concat(pieces);
  return whole.subarray(-2).equals(CRLF) ? whole : Buffer.concat([whole, CRLF]);
}

/** The first octet after the empty line. */
export function startOfBody(bytes: Buffer): number {
  if (bytes.subarray(0, 2).toString() === "\r\n") return 2;
  const at = bytes.indexOf("\r\n\r\n");
  return at < 0 ? bytes.length : at + 4;
}

const has8bit = (bytes: Buffer): boolean => !isAscii(bytes);

function messageIdOf(header: Buffer): string | null {
  const { headers } = parseMessage(header);
  const field = findHeader(headers, "message-id");
  return field === undefined ? null : (asMessageIds(header, field)?.[0] ?? null);
}
