import { decodeOctets } from "../mime/charset.ts";

/** Windows' numbers of character sets that are not in the names themselves. */
const NAMES: Readonly<Record<number, string>> = {
  437: "cp437",
  850: "cp850",
  866: "ibm866",
  874: "windows-874",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  1200: "utf-16le",
  1201: "utf-16be",
  10000: "macintosh",
  20127: "us-ascii",
  20866: "koi8-r",
  20932: "euc-jp",
  20936: "gbk",
  20949: "euc-kr",
  21866: "koi8-u",
  50220: "iso-2022-jp",
  50221: "iso-2022-jp",
  50222: "iso-2022-jp",
  50225: "iso-2022-kr",
  51932: "euc-jp",
  51936: "gbk",
  51949: "euc-kr",
  52936: "hz-gb-2312",
  54936: "gb18030",
  65000: "utf-7",
  65001: "utf-8",
};

function charsetOf(codePage: number): string {
  const known = NAMES[codePage];
  if (known !== undefined) return known;
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`;
  if (codePage >= 28_591 && codePage <= 28_606) return `iso-8859-${codePage - 28_590}`;
  return "windows-1252";
}

/** Text in the character set that Windows gives this number. */
export function decodeCodePage(bytes: Uint8Array, codePage: number): string {
  return decodeOctets(bytes, charsetOf(codePage)).value;
}
