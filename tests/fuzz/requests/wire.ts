import { randomBytes } from "node:crypto";
import type { Choice } from "../choice.ts";
import { filling } from "../messages/fillings.ts";

/** Requests that are octets on a connection: HTTP as no library writes it, frames of a WebSocket, SMTP. */

const PATHS = [
  "/",
  "/jmap/api",
  "/jmap/session",
  "/.well-known/jmap",
  "/jmap/upload/@account0",
  "/jmap/download/@account0/@blob0/x",
  "/jmap/eventsource",
  "/jmap/ws",
  "/api/session",
  "/mail/",
  "/assets/x.js",
  "/service-worker.js",
  "/image-proxy/1/2?url=http://x",
  "/readyz",
  "/help/",
  "//",
  "/%00",
  "/..%2f..%2fetc/passwd",
  "*",
  "http://x/",
];
const HEADERS = [
  "host",
  "content-length",
  "transfer-encoding",
  "content-type",
  "connection",
  "upgrade",
  "expect",
  "range",
  "if-none-match",
  "if-range",
  "accept-encoding",
  "accept-language",
  "origin",
  "authorization",
  "cookie",
  "x-forwarded-for",
  "forwarded",
  "sec-fetch-mode",
  "last-event-id",
  "te",
  "trailer",
];
const VALUES = [
  "",
  "0",
  "-1",
  "5",
  "99999999999999999999",
  "chunked",
  "chunked, chunked",
  "gzip",
  "identity",
  "close",
  "keep-alive",
  "upgrade",
  "websocket",
  "100-continue",
  "bytes=0-",
  "bytes=-1",
  "bytes=5-1,2-3",
  "*",
  "Basic AAAA",
  "Basic !!!",
  "Bearer x",
  "Bearer ",
  "text/plain",
  "application/json; charset=utf-16",
  "null",
  "http://evil.test",
];

export function httpOctets(choice: Choice): Buffer {
  const method = choice.of([
    "GET",
    "POST",
    "HEAD",
    "OPTIONS",
    "PUT",
    "DELETE",
    "TRACE",
    "CONNECT",
    "PRI",
    "get",
    "\u0000",
  ]);
  const lines = [
    `${method} ${choice.of(PATHS)} HTTP/${choice.of(["1.1", "1.0", "2.0", "0.9", "1.1 "])}`,
    ...(choice.oneIn(8) ? [] : ["host: 127.0.0.1"]),
  ];
  for (let at = choice.size(6); at > 0; at -= 1) {
    const value = choice.oneIn(4)
      ? filling(choice, 3000).replaceAll(/[\r\n]/g, "")
      : choice.of(VALUES);
    lines.push(`${choice.of(HEADERS)}: ${value}`);
  }
  if (choice.oneIn(40)) for (let at = 0; at < 2500; at += 1) lines.push(`x${at}: y`);
  const body = choice.of([
    "",
    "{}",
    "0\r\n\r\n",
    "5\r\nhello\r\n0\r\n\r\n",
    "ffffffffff\r\nx",
    "GET / HTTP/1.1\r\n\r\n",
  ]);
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`, "latin1");
}

/** RFC 6455 §4.1. */
export const upgrade = (cookie: string, origin: string): string =>
  `GET /jmap/ws HTTP/1.1\r\nhost: ${new URL(origin).host}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString("base64")}\r\nsec-websocket-protocol: jmap\r\norigin: ${origin}\r\ncookie: ${cookie}\r\n\r\n`;

/** RFC 6455 §5.2; most are as they should be around what they carry. */
export function frame(payload: Buffer, choice: Choice): Buffer {
  const opcode = choice.oneIn(10) ? choice.below(16) : 1;
  const first = (choice.oneIn(12) ? 0 : 0x80) | (choice.oneIn(30) ? 0x40 : 0) | opcode;
  const isMasked = !choice.oneIn(20);
  const length = choice.oneIn(30) ? payload.length + 1 + choice.size(100_000) : payload.length;
  const head =
    length < 126
      ? Buffer.from([first, (isMasked ? 0x80 : 0) | length])
      : length < 65_536
        ? Buffer.from([first, (isMasked ? 0x80 : 0) | 126, length >> 8, length & 255])
        : Buffer.concat([
            Buffer.from([first, (isMasked ? 0x80 : 0) | 127, 0, 0, 0, 0]),
            uint32(length),
          ]);
  if (!isMasked) return Buffer.concat([head, payload]);
  const mask = Buffer.from([
    choice.below(256),
    choice.below(256),
    choice.below(256),
    choice.below(256),
  ]);
  return Buffer.concat([head, mask, payload.map((octet, at) => octet ^ mask[at & 3]!)]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const COMMANDS = [
  "EHLO",
  "HELO",
  "MAIL FROM:",
  "RCPT TO:",
  "DATA",
  "BDAT",
  "RSET",
  "NOOP",
  "VRFY",
  "EXPN",
  "HELP",
  "AUTH PLAIN",
  "AUTH LOGIN",
  "AUTH",
  "STARTTLS",
  "QUIT",
  "PROXY TCP4",
  "XCLIENT",
  "XFORWARD",
  "TURN",
  "ETRN",
  "WIZ",
  "",
];
const WORDS = [
  "<ann@sender.test>",
  "<carol@demo.test>",
  "<Postmaster>",
  "<postmaster@demo.test>",
  "<>",
  "<@a,@b:c@demo.test>",
  '<"a b"@demo.test>',
  "<지민@demo.test>",
  "<a@[127.0.0.1]>",
  "<a@[IPv6:::1]>",
  "<carol+x@demo.test>",
  "sender.test",
  "[127.0.0.1]",
  "SIZE=1",
  "SIZE=99999999999",
  "BODY=8BITMIME",
  "BODY=x",
  "SMTPUTF8",
  "RET=HDRS",
  "ENVID=+0",
  "NOTIFY=NEVER,SUCCESS",
  "ORCPT=rfc822;a+40b",
  "AUTH=<>",
  "0 LAST",
  "5",
  "-1 LAST",
  "99999999999999",
  "AGJvYgB4",
  "=",
  "*",
  "__proto__=1",
];

/** Lines that a mail server may receive, in any order, and at last the end of whatever they began. */
export function smtpOctets(choice: Choice): Buffer {
  const line = (): string => {
    if (choice.oneIn(8)) return filling(choice, 5000);
    const words = Array.from({ length: choice.below(4) }, () => choice.of(WORDS));
    return `${choice.of(COMMANDS)}${choice.of([" ", " ", "", "\t", "  "])}${words.join(" ")}`;
  };
  const lines = choice.oneIn(2)
    ? ["EHLO sender.test", "MAIL FROM:<ann@sender.test>", "RCPT TO:<carol@demo.test>"].slice(
        0,
        1 + choice.below(3),
      )
    : [];
  for (let at = 1 + choice.size(12); at > 0; at -= 1) lines.push(line());
  return Buffer.from(
    `${lines.join(choice.of(["\r\n", "\r\n", "\r\n", "\n", "\r"]))}\r\n.\r\nRSET\r\nQUIT\r\n`,
    "latin1",
  );
}
