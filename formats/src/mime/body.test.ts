import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { decodeHeaderOctets, decodeOctets } from "./charset.ts";
import { DOS_CHARSETS } from "./old-charsets.ts";
import { cutText, decodeText, decodeTransfer, parseMessage } from "./index.ts";

const octets = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));
const text = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

describe("transfer encodings", () => {
  it.each([
    ["aGVsbG8=", "hello"],
    ["aGVs\r\n bG8", "hello"],
    ["aGVsbG8=aGk=", "hellohi"],
    ["aGVsbG8=\r\n-- \r\nA list's footer", "hello"],
    ["", ""],
    ["a", ""],
    ["This is no base64, it has marks.", "This is no base64, it has marks."],
  ])("base64 %j is %j", (encoded, expected) => {
    expect(text(decodeTransfer(octets(encoded), "base64")).slice(0, 40)).toContain(expected);
    if (!encoded.includes("footer")) {
      expect(text(decodeTransfer(octets(encoded), "base64"))).toBe(expected);
    }
  });

  it.each([
    ["caf=C3=A9", "caf\xc3\xa9"],
    ["caf=c3=a9", "caf\xc3\xa9"],
    ["soft=\r\nbreak=  \nagain=", "softbreakagain"],
    ["space at end   \r\nnext =20  \nlast", "space at end\r\nnext  \nlast"],
    ["no=code =4 ==41", "no=code =4 =A"],
    ["\r\n\r\n", "\r\n\r\n"],
  ])("quoted-printable %j is %j", (encoded, expected) => {
    expect(text(decodeTransfer(octets(encoded), "quoted-printable"))).toBe(expected);
  });
});

describe("charsets", () => {
  const high = Uint8Array.from({ length: 128 }, (_, index) => index + 128);
  it.each([...DOS_CHARSETS])("%s is as iconv has it", (charset) => {
    const low = charset === "viscii" ? [2, 5, 6, 20, 25, 30, 65] : [65, 10];
    const bytes = Uint8Array.from([...low, ...high]);
    expect(decodeOctets(bytes, charset).value).toBe(iconv.decode(Buffer.from(bytes), charset));
  });

  it.each(
    [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16]
      .map((part) => `iso-8859-${part}`)
      .concat("koi8-r", "cp866"),
  )("%s is as iconv has it where it has letters", (charset) => {
    for (const octet of high.slice(32)) {
      const bytes = Buffer.from([65, octet, 66]);
      const theirs = iconv.decode(bytes, charset);
      expect(decodeOctets(bytes, charset).value, octet.toString(16)).toBe(theirs);
    }
  });

  it.each(["euc-kr", "cp949", "shift_jis", "cp932", "euc-jp", "gbk", "gb2312", "big5"])(
    "%s has the characters that iconv has",
    (charset) => {
      let count = 0;
      const others: string[] = [];
      for (let lead = 0x81; lead < 0xff; lead++) {
        // What was added to Big5 later is more than Node knows.
        if (charset === "big5" && !/^(?:a[4-9a-f]|[bdef]|c[0-59a-f])/.test(lead.toString(16)))
          continue;
        if (charset === "big5" && lead > 0xf8) continue;
        for (let trail = 0x40; trail < 0xff; trail++) {
          const bytes = Buffer.from([lead, trail]);
          const [ours, theirs] = [decodeOctets(bytes, charset).value, iconv.decode(bytes, charset)];
          if (!/^[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]$/u.test(theirs)) continue;
          count += 1;
          if (ours !== theirs) others.push(`${bytes.toString("hex")} is ${ours}, not ${theirs}`);
        }
      }
      expect(others).toEqual([]);
      expect(count).toBeGreaterThan(2000);
    },
  );

  it("Korean has all syllables of Hangul, and half a pair costs no more than itself", () => {
    const all = Array.from({ length: 0xd7a4 - 0xac00 }, (_, n) =>
      String.fromCharCode(0xac00 + n),
    ).join("");
    expect(decodeOctets(iconv.encode(all, "cp949"), "ks_c_5601-1987")).toEqual({
      value: all,
      isEncodingProblem: false,
    });
    expect(decodeOctets(Uint8Array.from([0xb0, 0x3c, 0x62, 0xff, 0xa1, 0xc8]), "euc-kr")).toEqual({
      value: "\uFFFD<b\uFFFD\uFFFD",
      isEncodingProblem: true,
    });
  });

  it("UTF-32 is read in either order", () => {
    for (const charset of ["utf-32", "utf-32be", "utf-32le"]) {
      const text = "A회의\u{1f600}";
      const bytes = iconv.encode(text, charset === "utf-32" ? "utf-32be" : charset, {
        addBOM: charset === "utf-32",
      });
      expect(decodeOctets(bytes, charset)).toEqual({ value: text, isEncodingProblem: false });
    }
    expect(decodeOctets(Uint8Array.from([0, 0x11, 0, 0, 65]), "utf-32be").value).toBe(
      "\uFFFD\uFFFD",
    );
  });

  it.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
    "nobody knows a charset called %s",
    (charset) => {
      expect(decodeOctets(octets("text"), charset)).toEqual({
        value: "text",
        isEncodingProblem: true,
      });
    },
  );

  it("without a name, octets are Korean when they can hardly be anything else", () => {
    const korean = iconv.encode("회의 자료를 보냅니다, 「확인」 ok", "euc-kr");
    expect(decodeOctets(korean, null)).toEqual({
      value: "회의 자료를 보냅니다, 「확인」 ok",
      isEncodingProblem: true,
    });
    expect(decodeHeaderOctets(korean)).toContain("\uFFFD");
    expect(decodeHeaderOctets(korean, null)).toBe("회의 자료를 보냅니다, 「확인」 ok");
    for (const western of ["Größe, naïve café", "«ça»", "ñandú ÀÉÎÕÜ"])
      expect(decodeOctets(iconv.encode(western, "windows-1252"), null).value).toBe(western);
    expect(decodeHeaderOctets(iconv.encode("naïve", "latin1"), null)).toBe("na\uFFFDve");
  });

  it.each(["Fr+APY-sche", "a+-b", "+2D3cqQ-", "Hi Mom -+Jjo--!", "+ZeVnLIqe-, +AGE"])(
    "UTF-7 %j is as iconv has it",
    (encoded) => {
      expect(decodeOctets(octets(encoded), "utf-7").value).toBe(
        iconv.decode(Buffer.from(encoded), "utf-7"),
      );
    },
  );

  it.each([
    ["euc-kr", [0xc8, 0xb8, 0xc0, 0xc7], "회의"],
    ["ks_c_5601-1987", [0xc8, 0xb8, 0xc0, 0xc7], "회의"],
    ["CP949", [0xc8, 0xb8, 0xc0, 0xc7], "회의"],
    ["iso-2022-kr", [...octets("\x1b$)C\n\x0eH8@G\x0f ok")], "\n회의 ok"],
    ["hz-gb-2312", [...octets("~{VPND~} ~~ x")], "中文 ~ x"],
    ["iso-2022-jp", [...octets("\x1b$B2q5D\x1b(B.")], "会議."],
    ["tis-620", [0xa1], "ก"],
    ["utf-16", [0x00, 0x41], "A"],
    ["utf-16", [0xff, 0xfe, 0x41, 0x00], "A"],
    ["iso-8859-1", [0x93, 0x68, 0x69, 0x94], "“hi”"],
  ])("%s is read", (charset, bytes, expected) => {
    const decoded = decodeOctets(Uint8Array.from(bytes), charset);
    expect(decoded).toEqual({ value: expected, isEncodingProblem: false });
  });

  it("that are unknown or do not fit are a problem, and the text is kept", () => {
    expect(decodeOctets(octets("caf\xc3\xa9"), "x-none")).toEqual({
      value: "café",
      isEncodingProblem: true,
    });
    expect(decodeOctets(octets("caf\xe9"), null)).toEqual({
      value: "café",
      isEncodingProblem: true,
    });
    expect(decodeOctets(octets("a\xffb"), "utf-8")).toEqual({
      value: "a\uFFFDb",
      isEncodingProblem: true,
    });
  });
});

describe("a body's text", () => {
  it("has LF and no NUL", () => {
    const bytes = octets("Content-Type: text/plain\r\n\r\na\r\nb\0c\n");
    expect(decodeText(bytes, parseMessage(bytes).root)).toEqual({
      value: "a\nbc\n",
      isEncodingProblem: false,
    });
  });

  it("is a problem when the transfer encoding is unknown or broken", () => {
    for (const [encoding, body] of [
      ["x-unknown", "text"],
      ["base64", "not, at all"],
    ] as const) {
      const bytes = octets(`Content-Transfer-Encoding: ${encoding}\r\n\r\n${body}`);
      expect(decodeText(bytes, parseMessage(bytes).root)).toEqual({
        value: body,
        isEncodingProblem: true,
      });
    }
  });

  it("is cut between characters and outside tags", () => {
    expect(cutText("회의록", 6)).toEqual({ value: "회의", isTruncated: true });
    expect(cutText("회의록", 8)).toEqual({ value: "회의", isTruncated: true });
    expect(cutText("회의록", 9)).toEqual({ value: "회의록", isTruncated: false });
    expect(cutText("a😀", 4)).toEqual({ value: "a", isTruncated: true });
    expect(cutText("all", 0)).toEqual({ value: "all", isTruncated: false });
    expect(cutText('ab<a href="x">c</a>', 8, true)).toEqual({ value: "ab", isTruncated: true });
    expect(cutText("<b>abcdef", 5, true)).toEqual({ value: "<b>ab", isTruncated: true });
  });
});

it.each(["constructor", "__proto__", "tostring"])("%s is a charset that nobody knows", (name) => {
  expect(decodeOctets(octets("caf\xc3\xa9"), name)).toEqual({
    value: "café",
    isEncodingProblem: true,
  });
});

describe("a paper clip", () => {
  const part = (type: string, ...fields: string[]): string =>
    [`Content-Type: ${type}`, ...fields, "", "x"].join("\r\n");
  const inline = "Content-Disposition: inline; filename=x";
  const attached = "Content-Disposition: attachment; filename=x";
  const cid = "Content-ID: <x@y>";
  const shows = (subtype: string, ...parts: string[]): boolean =>
    parseMessage(
      octets(
        [`Content-Type: multipart/${subtype}; boundary=b\r\n`, ...parts]
          .join("\r\n--b\r\n")
          .concat("\r\n--b--\r\n"),
      ),
    ).hasAttachment;

  it.each([
    ["a file", "mixed", [part("application/pdf", attached)], true],
    ["a file that stands in the message", "mixed", [part("application/pdf", inline)], true],
    ["a message in it", "mixed", [part("message/rfc822", inline)], true],
    ["a calendar in it", "mixed", [part("text/calendar", inline)], true],
    ["a text with a name", "mixed", [part("text/plain", inline)], true],
    ["a text without one", "mixed", [part("text/plain", "Content-Disposition: inline")], false],
    ["a picture as a file", "related", [part("image/png", attached, cid)], true],
    ["a picture in the text", "mixed", [part("image/png", inline)], false],
    ["a picture that the HTML shows", "related", [part("image/png", cid)], false],
    ["a PDF that the HTML names", "related", [part("application/pdf", inline, cid)], true],
  ])("for %s: %s %j is %s", (_, subtype, parts, expected) => {
    expect(shows(subtype, part("text/html"), ...parts)).toBe(expected);
  });
});
