import { latin1 } from "../mime/octets.ts";
import { type Random, seededRandom } from "./random.ts";

/** A part as it was meant: text by its value, a file in base64. */
export type MeantPart =
  | { readonly type: string; readonly children: readonly MeantPart[] }
  | { readonly type: string; readonly name: string | null; readonly content: string };

export interface Generated {
  readonly bytes: Uint8Array;
  readonly truth: { readonly subject: string; readonly root: MeantPart };
}

const WORDS = [
  "plan",
  "회의록",
  "für",
  "naïve",
  "会議",
  "--",
  "=",
  "From here",
  ".",
  "😀",
  "",
] as const;
const NAMES = ["plan.pdf", "회의록.hwp", 'a "b".bin', "naïve.png"] as const;

/** A well-formed message with a random tree, boundaries that begin alike, and every transfer encoding. */
export function generateMessage(seed: number, options: { isPadded?: boolean } = {}): Generated {
  const random = seededRandom(seed);
  const subject = line(random).trim() || "None";
  const { source, meant } = multipart(random, "b", 0, options.isPadded === true);
  const header = [
    "From: Ann <ann@example.com>",
    `To: ${encodedWord("지민")} <jimin@demo.test>, "Smith, Bob" <bob@example.com>`,
    `Subject: ${encodedWord(subject)}`,
    "MIME-Version: 1.0",
  ];
  const text = `${header.join("\r\n")}\r\n${source}`;
  const ends = random.pick(["\r\n", "\n"]);
  const bytes = utf8(text.replaceAll("\r\n", ends));
  return { bytes, truth: { subject, root: meant } };
}

interface Written {
  readonly source: string;
  readonly meant: MeantPart;
}

function multipart(random: Random, boundary: string, depth: number, isPadded: boolean): Written {
  const type = `multipart/${random.pick(["mixed", "related", "alternative"])}`;
  const children = Array.from({ length: 1 + random.below(4) }, (_, index) =>
    depth < 3 && random.below(3) === 0
      ? // One boundary begins as the other: only whole lines may count.
        multipart(random, `${boundary}${index}`, depth + 1, isPadded)
      : leaf(random),
  );
  const preamble = random.pick(["", "A preamble.\r\n-- not it\r\n"]);
  const padding = isPadded ? random.pick(["", " ", "\t "]) : "";
  const body = children.map((child) => `--${boundary}${padding}\r\n${child.source}`).join("\r\n");
  const epilogue = random.pick(["", "\r\nAn epilogue.\r\n"]);
  return {
    source: `Content-Type: ${type};\r\n boundary="${boundary}"\r\n\r\n${preamble}${body}\r\n--${boundary}--${epilogue}`,
    meant: { type, children: children.map((child) => child.meant) },
  };
}

function leaf(random: Random): Written {
  return random.below(2) === 0 ? textPart(random) : filePart(random);
}

function textPart(random: Random): Written {
  const type = random.pick(["text/plain", "text/html"]);
  const lines = Array.from({ length: random.below(8) }, () => line(random));
  const encoding = random.pick(["8bit", "quoted-printable", "base64"]);
  const content = lines.join("\n");
  const octets = utf8(content.replaceAll("\n", "\r\n"));
  const header = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}`;
  const body =
    encoding === "8bit"
      ? content.replaceAll("\n", "\r\n")
      : encoding === "base64"
        ? base64Lines(octets)
        : quotedPrintable(octets);
  return { source: `${header}\r\n\r\n${body}`, meant: { type, name: null, content } };
}

function filePart(random: Random): Written {
  const type = random.pick(["application/pdf", "image/png", "application/octet-stream"]);
  const name = random.pick(NAMES);
  const octets = Uint8Array.from(
    Array.from({ length: random.below(random.pick([4, 300])) }, () => random.below(256)),
  );
  const header = `Content-Type: ${type}\r\nContent-Disposition: attachment; ${fileName(random, name)}\r\nContent-Transfer-Encoding: base64`;
  return {
    source: `${header}\r\n\r\n${base64Lines(octets)}`,
    meant: { type, name, content: btoa(latin1(octets)) },
  };
}

function fileName(random: Random, name: string): string {
  const escaped = encodeURIComponent(name);
  if (random.below(2) === 0) return `filename*=utf-8''${escaped}`;
  // An escape must not be split (RFC 2231 §4.1).
  const half = escaped.lastIndexOf("%") === -1 ? 3 : escaped.lastIndexOf("%");
  return `\r\n filename*0*=utf-8''${escaped.slice(0, half)};\r\n filename*1*=${escaped.slice(half)}`;
}

function line(random: Random): string {
  const words = Array.from({ length: random.below(12) }, () => random.pick(WORDS));
  return words.join(" ").trim();
}

function encodedWord(text: string): string {
  return `=?utf-8?B?${btoa(latin1(utf8(text)))}?=`;
}

function base64Lines(octets: Uint8Array): string {
  return btoa(latin1(octets)).replace(/.{76}(?=.)/g, "$&\r\n");
}

function quotedPrintable(octets: Uint8Array): string {
  return latin1(octets)
    .split("\r\n")
    .map((text) =>
      text
        .replace(
          /[^\x20-\x3c\x3e-\x7e]/g,
          (octet) => `=${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
        )
        .replace(/.{60}(?=.)/g, "$&=\r\n")
        .replace(/=(=\r\n)(..)/g, "$1=$2")
        .replace(/=(.)(=\r\n)(.)/g, "=$1$3$2"),
    )
    .join("\r\n");
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
