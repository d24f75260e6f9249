import { describe, expect, it } from "vitest";
import {
  asRaw,
  asText,
  decodeWords,
  findHeader,
  parseAddresses,
  parseDate,
  parseGroups,
  parseMessage,
  parseMessageIds,
  parseText,
  parseUrls,
} from "./index.ts";
import { parseParameters } from "./parameters.ts";

const octets = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

describe("the Raw and Text forms", () => {
  const message = parseMessage(
    octets("Subject:  folded \r\n\tvalue\0 \xfcber\r\nsubject : last\r\n\r\n"),
  );
  it("keep everything in Raw but what is no UTF-8 and NUL", () => {
    expect(asRaw(message.bytes, message.headers[0]!)).toBe("  folded \r\n\tvalue \uFFFDber");
  });
  it("unfold in Text, and take another charset where the caller knows one", () => {
    expect(asText(message.bytes, message.headers[0]!)).toBe("folded \tvalue \uFFFDber");
    expect(asText(message.bytes, message.headers[0]!, "iso-8859-1")).toBe("folded \tvalue über");
  });
  it("are of the last field of a name, with obsolete white space before the colon too", () => {
    expect(asText(message.bytes, findHeader(message.headers, "SUBJECT")!)).toBe("last");
  });
});

describe("encoded words", () => {
  it.each([
    ["=?ISO-8859-1?Q?a?=", "a"],
    ["=?ISO-8859-1?Q?a?= b", "a b"],
    ["=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=", "ab"],
    ["=?ISO-8859-1?Q?a?=  \t =?utf-8?b?Yg==?=", "ab"],
    ["=?ISO-8859-1?Q?a_b?=", "a b"],
    ["=?utf-8*en?q?=E2=82=AC?=", "€"],
    ["=?utf-8?B?7ZqM?= =?utf-8?B?7J2Y?=", "회의"],
    ["=?utf-8?q?=ED=9A?= =?utf-8?q?=8C?=", "회"],
    ["=?utf-8?b?7Zo=?= =?utf-8?b?jA==?=", "회"],
    ["=?iso-2022-kr?b?GyQpQw4+SDNnD0hp?=", "안녕Hi"],
    ["=?utf-8?q?what a day?=", "what a day"],
    ["=?utf-8?q??=", ""],
    ["=?x-nobody-knows?q?caf=C3=A9?=", "café"],
    ["=?utf-8?x?a?=", "=?utf-8?x?a?="],
    ["=?utf-8?q?open", "=?utf-8?q?open"],
    ["=?a?q?=?b?q?c?=", "=?a?q?c"],
    ["1=?utf-8?q?2?=3", "123"],
    ["plain", "plain"],
  ])("%j is %j", (text, expected) => {
    expect(decodeWords(text)).toBe(expected);
  });

  it("come out in NFC and without NUL", () => {
    expect(parseText("  =?utf-8?q?e=CC=81=00?= ")).toBe("é");
  });
});

describe("addresses", () => {
  it.each([
    ["a@b.c", [[null, "a@b.c"]]],
    [
      "Ann <a@b.c>, bob@d.e",
      [
        ["Ann", "a@b.c"],
        [null, "bob@d.e"],
      ],
    ],
    ['"Smith, Ann \\"A\\"" <a@b.c>', [['Smith, Ann "A"', "a@b.c"]]],
    ["a@b.c (Ann (of) B)", [["Ann (of) B", "a@b.c"]]],
    ["root (Cron Daemon)", [["Cron Daemon", "root"]]],
    ["Undisclosed", [["Undisclosed", ""]]],
    ["=?utf-8?b?7KeA66+8?= <jimin@demo.test>", [["지민", "jimin@demo.test"]]],
    ['"=?utf-8?q?=C3=A9?=" <a@b.c>', [["é", "a@b.c"]]],
    ['"Ann  \t Lee" <a@b.c>', [["Ann  \t Lee", "a@b.c"]]],
    ['"  Ann\u3000Lee  " <a@b.c>', [["Ann\u3000Lee", "a@b.c"]]],
    ['Ann   \t "van  der"\tLee <a@b.c>', [["Ann van  der Lee", "a@b.c"]]],
    ["=?utf-8?q?Ann__=20?=  =?utf-8?q?_Lee?= <a@b.c>", [["Ann    Lee", "a@b.c"]]],
    ["=?utf-8?q?Ann=0D=0ALee?= <a@b.c>", [["Ann  Lee", "a@b.c"]]],
    ["a@b.c (Ann  Lee )", [["Ann  Lee", "a@b.c"]]],
    ["J. R. Doe <a@b.c>", [["J. R. Doe", "a@b.c"]]],
    [
      "Pete(A nice \\) chap) <pete(his account)@silly.test(his host)>",
      [["Pete", "pete@silly.test"]],
    ],
    ["<@route.a,@route.b:a@b.c>", [[null, "a@b.c"]]],
    ['"john doe"@b.c', [[null, '"john doe"@b.c']]],
    ['"john"@b.c', [[null, "john@b.c"]]],
    ["a . b @ c . d", [[null, "a.b@c.d"]]],
    ["Ann ann@b.c", [["Ann", "ann@b.c"]]],
    ["a@[IPv6:::1]", [[null, "a@[IPv6:::1]"]]],
    ["jürgen@bücher.example", [[null, "jürgen@bücher.example"]]],
    [", ,a@b.c,,", [[null, "a@b.c"]]],
    ["Ann <a@b.c", [["Ann", "a@b.c"]]],
    ["", []],
  ])("%j is %j", (value, expected) => {
    expect(parseAddresses(value).map(({ name, email }) => [name, email])).toEqual(expected);
  });

  it("come in groups", () => {
    const value = 'a@b.c, "The Group": Ann <d@e.f>, g@h.i;, Undisclosed recipients:;, j@k.l';
    const one = (email: string, name: string | null = null): object => ({ name, email });
    expect(parseGroups(value)).toEqual([
      { name: null, addresses: [one("a@b.c")] },
      { name: "The Group", addresses: [one("d@e.f", "Ann"), one("g@h.i")] },
      { name: "Undisclosed recipients", addresses: [] },
      { name: null, addresses: [one("j@k.l")] },
    ]);
  });

  it("are at most 20,000 and cost what their text costs", () => {
    expect(parseAddresses("a@b.c,".repeat(100_000))).toHaveLength(20_000);
    expect(parseAddresses("(".repeat(200_000))).toHaveLength(1);
    expect(parseAddresses("<".repeat(200_000))).toHaveLength(1);
    expect(parseAddresses("a:".repeat(100_000)).length).toBeLessThanOrEqual(1);
    expect(parseAddresses("a ".repeat(200_000))).toHaveLength(1);
    expect(parseAddresses("[".repeat(200_000))).toHaveLength(1);
    // The colons open no group behind an address; to know it, the words are not looked through each time.
    expect(parseAddresses(`${"x ".repeat(300_000)}a@b ${": ".repeat(300_000)}`)).toHaveLength(1);
  });
});

describe("dates", () => {
  it.each([
    ["Wed, 17 May 2000 19:18:39 -0400", "2000-05-17T19:18:39-04:00"],
    ["17 May 2000 19:18 +0900 (KST)", "2000-05-17T19:18:00+09:00"],
    ["Wed, 17 May 00 19:18:39 GMT", "2000-05-17T19:18:39Z"],
    ["Fri, 21 Nov 97 09(comment):   55  :  06 -0600", "1997-11-21T09:55:06-06:00"],
    ["Fri, 21 Nov 97 09:55:06 EST", "1997-11-21T09:55:06-05:00"],
    ["Mon, 22 Mar 103 13:34:51 Q", "2003-03-22T13:34:51Z"],
    ["Thu Nov 13 10:11:12 2025", "2025-11-13T10:11:12Z"],
    ["2025-11-13T10:11:12.5+01:00", "2025-11-13T10:11:12+01:00"],
    ["Sat, 31 Dec 2016 23:59:60 +0000", "2016-12-31T23:59:59Z"],
    ["Thu, 29 Feb 2024 00:00:00 +0530", "2024-02-29T00:00:00+05:30"],
    ["Wed, 29 Feb 2023 00:00:00 +0000", null],
    ["Wed, 17 May 2000 24:00:00 +0000", null],
    ["Wed, 17 Mai 2000 19:18:39 +0000", null],
    ["17 May 2000 19:18 constructor", "2000-05-17T19:18:00Z"],
    ["Whenever", null],
    ["", null],
  ])("%j is %j", (value, expected) => {
    expect(parseDate(value)).toBe(expected);
  });
});

describe("raw octets of old mail", () => {
  it("are read in the charset of the text, in names of files too", () => {
    const korean = "\xc8\xb8\xc0\xc7";
    const source = [
      `Subject: ${korean}`,
      "Content-Type: multipart/mixed; boundary=b",
      "",
      "--b",
      "Content-Type: text/plain; charset=euc-kr",
      "",
      korean,
      "--b",
      `Content-Type: application/x-hwp; name="${korean}.hwp"`,
      "",
      "--b",
      "Content-Type: application/x-hwp",
      `Content-Disposition: attachment; filename="${korean} 2.hwp"`,
      "",
      "--b--",
      "",
    ].join("\r\n");
    const message = parseMessage(octets(source));
    expect(message.charset).toBe("euc-kr");
    expect(asText(message.bytes, message.headers[0]!, message.charset)).toBe("회의");
    expect(message.attachments.map((part) => part.name)).toEqual(["회의.hwp", "회의 2.hwp"]);
  });
});

describe("lists in brackets", () => {
  it("are message ids, with or without the rules kept", () => {
    expect(parseMessageIds("<a@b> (note <x@y>)\r\n <c@d>,<e f@g>")).toEqual(["a@b", "c@d", "ef@g"]);
    expect(parseMessageIds("a@b")).toEqual(["a@b"]);
    expect(parseMessageIds("nothing here")).toBeNull();
    expect(parseMessageIds("<")).toBeNull();
    expect(parseMessageIds("<a(b@c> (never closed <d@f>")).toEqual(["a(b@c", "d@f"]);
    expect(parseMessageIds("a@b (without brackets)")).toEqual(["a@b"]);
  });
  it("are URLs", () => {
    expect(parseUrls("<mailto:x@y?subject=u>, (by web) <https://example.com/\r\n u>")).toEqual([
      "mailto:x@y?subject=u",
      "https://example.com/u",
    ]);
    expect(parseUrls("(comment <https://no.example>) <https://example.com/a_(b)>")).toEqual([
      "https://example.com/a_(b)",
    ]);
    expect(parseUrls("none")).toBeNull();
  });
});

describe("parameters", () => {
  it.each([
    ["text/plain; charset=utf-8", { charset: "utf-8" }],
    ['TEXT/Plain ; Name = "a\\"b;c" ;x=(comment)y', { name: 'a"b;c', x: "y" }],
    ["a/b; name*=utf-8''%ED%9A%8C.txt", { name: "회.txt" }],
    ["a/b; name*0*=euc-kr''%C8%B8; name*1=\" plain\"; name*2*=%C0%C7", { name: "회 plain의" }],
    ["a/b; name*1=b; name*0=a; name=other", { name: "ab" }],
    ["a/b; name=two words.txt; x=1", { name: "two words.txt", x: "1" }],
    ['a/b; x=1 y="2"', { x: "1", y: "2" }],
    ["a/b; x=1; X=2;; ; z", { x: "1" }],
    ['a/b; name="open', { name: "open" }],
    ["a/b; name=smile :(", { name: "smile :(" }],
    ["a/b;", {}],
  ])("of %j are %j", (value, expected) => {
    expect(parseParameters(value).parameters).toEqual(expected);
  });

  it("cannot become more than a thousand, nor something of an object", () => {
    expect(Object.keys(parseParameters(`a;${"x=1;".repeat(50_000)}`).parameters)).toHaveLength(1);
    const odd = parseParameters("a/b; __proto__=x; constructor=y").parameters;
    expect(Object.entries(odd)).toEqual([
      ["__proto__", "x"],
      ["constructor", "y"],
    ]);
  });
});
