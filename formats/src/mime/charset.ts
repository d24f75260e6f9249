import { decodeKorean, looksKorean } from "./korean.ts";
import { fromLatin1, latin1 } from "./octets.ts";
import {
  decodeDosText,
  decodeHz,
  decodeIso2022Kr,
  decodeUtf32,
  decodeUtf7,
  DOS_CHARSETS,
} from "./old-charsets.ts";

export interface DecodedText {
  readonly value: string;
  /** Octets did not fit the charset, or nobody knows the charset. */
  readonly isEncodingProblem: boolean;
}

/** Names that occur in mail and that the Encoding Standard, by which TextDecoder goes, does not know. */
const ALIASES: Readonly<Record<string, string>> = {
  cp932: "shift_jis",
  "windows-932": "shift_jis",
  cp936: "gbk",
  ms936: "gbk",
  cp950: "big5",
  "iso-2022-jp-1": "iso-2022-jp",
  "iso-2022-jp-2": "iso-2022-jp",
  "iso-2022-jp-ms": "iso-2022-jp",
  cp874: "windows-874",
  tis620: "windows-874",
  maccyrillic: "x-mac-cyrillic",
  utf8mb4: "utf-8",
  "utf-8-mac": "utf-8",
  iso8859_1: "iso-8859-1",
};

/** Every name of it in the Encoding Standard, and those that only occur in mail. */
const KOREAN = [
  "cseuckr",
  "csksc56011987",
  "euc-kr",
  "iso-ir-149",
  "korean",
  "ks_c_5601-1987",
  "ks_c_5601-1989",
  "ksc5601",
  "ksc_5601",
  "windows-949",
  "cp949",
  "ms949",
  "uhc",
  "x-windows-949",
];

const OWN: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  "utf-7": decodeUtf7,
  utf7: decodeUtf7,
  "unicode-1-1-utf-7": decodeUtf7,
  "x-unicode-2-0-utf-7": decodeUtf7,
  "iso-2022-kr": decodeIso2022Kr,
  "hz-gb-2312": decodeHz,
  hz: decodeHz,
  ...Object.fromEntries(KOREAN.map((label) => [label, decodeKorean])),
  "utf-32": (bytes) => decodeUtf32(bytes),
  "utf-32be": (bytes) => decodeUtf32(bytes, false),
  "utf-32le": (bytes) => decodeUtf32(bytes, true),
  ...Object.fromEntries(
    DOS_CHARSETS.flatMap((name) =>
      // IANA calls cp858 IBM00858.
      [name, name.replace("cp", "ibm"), name.replace("cp", "ibm00")].map((label) => [
        label,
        (bytes: Uint8Array) => decodeDosText(bytes, name),
      ]),
    ),
  ),
};

const ASCII = new Set(["us-ascii", "ascii", "ansi_x3.4-1968", "iso646-us", "7bit", "unknown-8bit"]);

/**
 * Octets to text. Without a charset, or with US-ASCII, octets above 127 are tried as UTF-8, then taken for Korean if
 * they look like it, else for windows-1252. A problem never loses text: what does not fit becomes U+FFFD.
 */
export function decodeOctets(bytes: Uint8Array, charset: string | null): DecodedText {
  const label = labelOf(charset ?? "");
  if (isAscii(label)) return decodeUndeclared(bytes);

  if (Object.hasOwn(OWN, label)) {
    const value = OWN[label]!(bytes);
    return { value, isEncodingProblem: value.includes("\uFFFD") };
  }
  const name = label === "utf-16" ? utf16Order(bytes) : known(label);
  const decoder = decoderOf(name, true);
  if (!decoder) return { value: decodeUndeclared(bytes).value, isEncodingProblem: true };
  try {
    return { value: decoder.decode(bytes), isEncodingProblem: false };
  } catch {
    return { value: decoderOf(name, false)?.decode(bytes) ?? "", isEncodingProblem: true };
  }
}

/** The Encoding Standard's name. */
const known = (label: string): string => (Object.hasOwn(ALIASES, label) ? ALIASES[label]! : label);

/** RFC 2231 §5: a language may follow the charset. */
function labelOf(charset: string): string {
  return charset
    .trim()
    .toLowerCase()
    .replace(/^["']|["']$/g, "")
    .replace(/\*.*$/s, "");
}

function isAscii(charset: string): boolean {
  const label = labelOf(charset);
  return label === "" || ASCII.has(label);
}

function decodeUndeclared(bytes: Uint8Array): DecodedText {
  if (bytes.every((octet) => octet < 0x80)) {
    return { value: latin1(bytes), isEncodingProblem: false };
  }
  const value =
    decodeUtf8(bytes) ??
    (looksKorean(bytes)
      ? decodeKorean(bytes)
      : (decoderOf("windows-1252", false)?.decode(bytes) ?? ""));
  return { value, isEncodingProblem: true };
}

/**
 * Octets of a header: UTF-8 (RFC 6532), else the charset expected there or Korean, else with U+FFFD.
 * Without a charset, not even `null`, nothing is guessed (RFC 8621 §4.1.2.1, the Raw form).
 */
export function decodeHeaderOctets(bytes: Uint8Array, charset?: string | null): string {
  const text = decodeUtf8(bytes);
  if (text !== null) return text;
  if (charset && !isAscii(charset)) {
    const other = decodeOctets(bytes, charset);
    if (!other.isEncodingProblem) return other.value;
  }
  if (charset !== undefined && looksKorean(bytes)) return decodeKorean(bytes);
  return decoderOf("utf-8", false)?.decode(fromLatin1(escapeInWords(latin1(bytes)))) ?? "";
}

/** Raw octets inside an encoded word are in the word's charset, not UTF-8: they are written as the codes they lack. */
function escapeInWords(text: string): string {
  return text.replace(/=\?[^?\s]{1,64}\?q\?[^?]*\?=/gi, (word) =>
    word.replace(/[\x80-\xff]/g, (octet) => `=${octet.charCodeAt(0).toString(16)}`),
  );
}

/** The text, or `null` when the octets are not UTF-8. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return decoderOf("utf-8", true)?.decode(bytes) ?? null;
  } catch {
    return null;
  }
}

/** RFC 2781 §4.3: big-endian unless a byte order mark says otherwise. */
function utf16Order(bytes: Uint8Array): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-16be";
}

// Node's types know the class by its value alone.
type Decoder = InstanceType<typeof TextDecoder>;

const decoders = new Map<string, Decoder | null>();

/** `null` when the platform does not know the charset. The labels come from strangers, so few are remembered. */
function decoderOf(label: string, fatal: boolean): Decoder | null {
  const key = `${label} ${fatal}`;
  const known = decoders.get(key);
  if (known !== undefined) return known;
  let decoder: Decoder | null = null;
  try {
    decoder = new TextDecoder(label, { fatal });
  } catch {
    // A RangeError: no such charset.
  }
  if (decoders.size >= 200) decoders.clear();
  decoders.set(key, decoder);
  return decoder;
}
