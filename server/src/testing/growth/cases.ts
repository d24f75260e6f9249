import {
  compressRtf,
  embeddedObject,
  writeTnef,
} from "../../../../formats/src/testing/write-tnef.ts";
import { seededRandom } from "../../../../formats/src/testing/random.ts";

/** A message that a stranger could make, in any size. */
export interface GrowthCase {
  readonly name: string;
  /** The field that is filled, in lower case; null where it is a body. */
  readonly field: string | null;
  readonly make: (octets: number) => Buffer;
}

/** Signs that open what other signs close, separators, and what looks like more than it is. */
const FILLINGS = [
  "(",
  "\\(",
  "(\\",
  "()",
  "((a)",
  ")",
  '"',
  '\\"',
  '"a" ',
  "<",
  "<>",
  "<a@b>",
  "<a@b",
  "[",
  "[]",
  "@",
  "a@b ",
  "@a",
  ",",
  "a,",
  ";",
  "a;",
  "; a=b",
  '; a*0="x"',
  "; a*1*='%20",
  ":",
  "a:;",
  "=",
  "=?",
  "=?utf-8?q?a?= ",
  "=?utf-8?b?",
  "=?utf-8?b? ",
  "=?utf-8?q? ",
  "=?utf-8?q?_",
  "=?x?q?\xe4",
  " ",
  "\t",
  "a ",
  " \r\n ",
  "\r\n\t.",
  "*",
  "%",
  "'",
  "\\",
  "\0",
  "\xe4",
  "\xb0\xa1",
  "a",
  "1",
  ".",
  "a.",
  "-",
  "re:",
  "[a] ",
  "i=1; ",
  "h=a:",
  "한",
] as const;

/** In which the fillings stand, after the beginning that makes programs go on to read. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  From: ["", "a@b.example, "],
  Sender: [""],
  "Reply-To": [""],
  To: ["", "group: "],
  Cc: [""],
  Bcc: [""],
  "Resent-From": [""],
  Subject: ["", "Re: "],
  Date: ["", "Mon, 2 Mar 2026 10:00:00 "],
  "Message-ID": ["", "<"],
  "In-Reply-To": [""],
  References: ["", "<a@b> "],
  Received: ["", "from a (b) by c; "],
  "Return-Path": ["", "<"],
  "Delivered-To": [""],
  "Auto-Submitted": ["", "no "],
  Precedence: [""],
  "Disposition-Notification-To": [""],
  "Authentication-Results": ["", "mx.demo.test; "],
  "DKIM-Signature": ["", "v=1; a=rsa-sha256; d=b.example; s=s; bh=AA==; b=AA==; h=from; z="],
  "ARC-Seal": ["", "i=1; cv=none; a=rsa-sha256; d=b.example; s=s; b="],
  "ARC-Message-Signature": ["", "i=1; a=rsa-sha256; d=b.example; s=s; bh=AA==; b=AA==; h="],
  "ARC-Authentication-Results": ["", "i=1; mx.example; dmarc=pass "],
  "Received-SPF": [""],
  "List-Id": ["", "name <"],
  "List-Unsubscribe": ["", "<mailto:"],
  "List-Unsubscribe-Post": [""],
  "List-Post": [""],
  "Content-Type": [
    "",
    "text/plain; charset=",
    "text/plain; charset*=utf-8''%0a",
    "text/plain; name*0*=",
    'multipart/mixed; boundary="',
    "multipart/report; ",
  ],
  "Content-Disposition": ["", "attachment; filename=", "attachment; filename*=utf-8''"],
  "Content-Transfer-Encoding": [""],
  "Content-ID": ["", "<"],
  "Content-Language": [""],
  "Content-Location": [""],
  "MIME-Version": [""],
  Status: [""],
  "X-Gmail-Labels": [""],
  "X-Anything": [""],
};

/** Octets of the text again and again. Never ends inside the pattern: half a character would be decoded another way than whole ones. */
function filled(octets: number, pattern: string): Buffer {
  const unit = Buffer.from(pattern, /[^\0-\xff]/.test(pattern) ? "utf8" : "latin1");
  const count = Math.max(1, Math.floor(octets / unit.length));
  return Buffer.alloc(count * unit.length, unit);
}

const ASCII_FROM = "From: a@b.example\r\n";

function fieldCases(): GrowthCase[] {
  return Object.entries(FIELDS).flatMap(([name, beginnings]) =>
    beginnings.flatMap((beginning) =>
      FILLINGS.map((filling) => ({
        name: `${name}: ${beginning}${JSON.stringify(filling)}…`,
        field: name.toLowerCase(),
        make: (octets: number) =>
          Buffer.concat([
            Buffer.from(`${name === "From" ? "" : ASCII_FROM}${name}: ${beginning}`),
            filled(octets, filling),
            Buffer.from("\r\n\r\nbody\r\n"),
          ]),
      })),
    ),
  );
}

/** Headers of many fields, and lines that are none. */
function headerCases(): GrowthCase[] {
  const lines = {
    "one field again and again": "X: a\r\n",
    "From again and again": "From: a@b.example\r\n",
    "List-Id again and again": "List-Id: <a.b>\r\n",
    "DKIM-Signature again and again":
      "DKIM-Signature: v=1; a=rsa-sha256; d=a.b; s=c; h=from; bh=A; b=B\r\n",
    "ARC-Seal again and again": "ARC-Seal: i=1; cv=none; a=rsa-sha256; d=a.b; s=c; b=B\r\n",
    "Authentication-Results again and again": "Authentication-Results: (a) x; spf=pass\r\n",
    "lines that are no fields": "no field\r\n",
    "names without values": "A:\r\n",
    "folds of nothing": "X:\r\n \r\n",
  };
  const many = Object.entries(lines).map(([name, line]) => ({
    name,
    field: "x",
    make: (octets: number) =>
      Buffer.concat([Buffer.from(ASCII_FROM), filled(octets, line), Buffer.from("\r\n\r\nbody")]),
  }));
  const first = FILLINGS.map((filling) => ({
    name: `a first line of ${JSON.stringify(filling)}…`,
    field: "from",
    make: (octets: number) =>
      Buffer.concat([
        Buffer.from("a"),
        filled(octets, filling),
        Buffer.from(`a:\r\n${ASCII_FROM}\r\nbody`),
      ]),
  }));
  const names = {
    name: "names that all differ",
    field: "x",
    make: (octets: number) =>
      Buffer.from(
        `${ASCII_FROM}${Array.from({ length: octets / 10 }, (_, at) => `X${at}: a\r\n`).join("")}\r\n`,
      ),
  };
  return [...many, ...first, names];
}

const HTML_FILLINGS = [
  "<a ",
  "<a b='",
  '<a b="c',
  "<a b=",
  "= ",
  "<!--",
  "<!",
  "<?",
  "-->",
  "</",
  "<div>",
  "<p hidden>",
  '<p style="',
  "<p style='display:none'>",
  "<p style = ",
  "<blockquote>a",
  "<style>",
  "<style>@import url(",
  "<script>",
  "</script",
  "<title>a",
  "<pre>\n",
  "<td>a",
  "<img alt='a'>",
  "&",
  "&amp",
  "&#x",
  "&#1234567;",
  "<svg>",
];

const TEXT_FILLINGS = [
  "\r\n",
  "\n> ",
  "> a\r\n",
  ">>>>",
  "-- \r\n",
  "On a wrote:\r\n",
  "On a\r\n",
  "From: a\r\n",
  "--\r\n",
  "--B",
  "--B\r\n",
  "\r\n--",
  "From \r\n",
  "\r\n\r\nFrom a Mon Mar  2 10:00:00 2026\r\n",
  "한글",
  "\u200b",
  "\u{1f468}\u200d",
  "a\u0301",
  "\u1100\u1161\u11a8",
  "ﷺ",
  "BEGIN:VEVENT\r\n",
  'ATTENDEE;CN="',
  ';A="b"',
  ',"',
  "ATTENDEE:mailto:a@b\r\n",
  "=\r\n",
  "=2",
  "= \r\n",
  "=20",
  "AAAA",
  "begin 644 a\r\nM",
  "+AAA-",
  "+",
  "\x1b$B!!\x1b(B",
  "\x0e!!\x0f",
  "~{!!~}",
  "\xff\xfe",
];

const CHARSETS = [
  "us-ascii",
  "utf-8",
  "iso-2022-kr",
  "iso-2022-jp",
  "utf-7",
  "hz-gb-2312",
  "euc-kr",
  "utf-16",
  "utf-32",
  "cp437",
  "big5",
  "gb18030",
  "no-such-charset",
];

const part = (type: string, body: Buffer, encoding = "8bit"): Buffer =>
  Buffer.concat([
    Buffer.from(`Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`),
    body,
  ]);

/** A message of one part; base64 is written in one go, the octets are those that are sent. */
const single =
  (type: string, encoding: string, body: (octets: number) => Buffer) =>
  (octets: number): Buffer =>
    Buffer.concat([
      Buffer.from(ASCII_FROM),
      part(
        type,
        encoding === "base64"
          ? Buffer.from(body((octets * 3) / 4).toString("base64"))
          : body(octets),
        encoding,
      ),
    ]);

function bodyCases(): GrowthCase[] {
  const types = ["text/plain", "text/html", "text/enriched", "text/calendar", "message/rfc822"];
  const fillings = [...FILLINGS, ...TEXT_FILLINGS];
  const plain = types.flatMap((type) =>
    [...fillings, ...(type === "text/html" ? HTML_FILLINGS : [])].flatMap((filling) =>
      ["8bit", "quoted-printable", "base64"].map((encoding) => {
        const begin = type === "text/calendar" ? "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nX" : "";
        return {
          name: `${type} in ${encoding} of ${JSON.stringify(filling)}…`,
          make: single(`${type}; charset=utf-8`, encoding, (octets) =>
            Buffer.concat([Buffer.from(begin), filled(octets, filling)]),
          ),
        };
      }),
    ),
  );
  const charsets = CHARSETS.flatMap((charset) =>
    ["a", " ", "\xe4", "\xb0\xa1", "\0", "+", "+AAA-", "~{", "\x0e", "\x1b$B", "\xff", "\r\n"].map(
      (filling) => ({
        name: `text/plain in ${charset} of ${JSON.stringify(filling)}…`,
        make: single(`text/plain; charset=${charset}`, "8bit", (octets) => filled(octets, filling)),
      }),
    ),
  );
  const noise = ["text/plain", "text/html", "application/gzip", "application/ms-tnef"].map(
    (type) => ({
      name: `${type} of noise`,
      make: single(type, "base64", (octets) => {
        const random = seededRandom(octets);
        return Buffer.from(Uint8Array.from({ length: octets }, () => random.below(256)));
      }),
    }),
  );
  return [...plain, ...charsets, ...noise, ...reports(), ...trees(), ...tnefs()].map((one) => ({
    ...one,
    field: null,
  }));
}

type Body = Omit<GrowthCase, "field">;

function reports(): Body[] {
  const kinds = ["delivery-status", "global-delivery-status", "disposition-notification"];
  return kinds.flatMap((kind) =>
    [
      "\n",
      "\r\n",
      "a: b\n",
      "A: b\n\n",
      " \n",
      ":",
      "Final-Recipient: rfc822;a\n\n",
      "\\x{41}",
    ].map((filling) => ({
      name: `a report with message/${kind} of ${JSON.stringify(filling)}…`,
      make: (octets: number) =>
        Buffer.concat([
          Buffer.from(`${ASCII_FROM}Content-Type: multipart/report; boundary="B"\r\n\r\n--B\r\n`),
          part(
            `message/${kind}`,
            Buffer.from(filled((octets * 3) / 8, filling).toString("base64")),
            "base64",
          ),
          Buffer.from("\r\n--B\r\n"),
          part("message/rfc822", filled(octets / 2, filling)),
          Buffer.from("\r\n--B--\r\n"),
        ]),
    })),
  );
}

function trees(): Body[] {
  const tree = (name: string, head: string, unit: string): Body => ({
    name,
    make: (octets) =>
      Buffer.concat([Buffer.from(`${ASCII_FROM}${head}\r\n\r\n`), filled(octets, unit)]),
  });
  const mixed = 'Content-Type: multipart/mixed; boundary="B"';
  return [
    tree("parts without a header", mixed, "\r\n--B\r\n\r\na"),
    tree("parts with names", mixed, '\r\n--B\r\nContent-Type: a/b; name="c"\r\n\r\na'),
    tree("parts in parts with one boundary", mixed, `\r\n--B\r\n${mixed}\r\n\r\n`),
    tree("a boundary of one sign", "Content-Type: multipart/mixed; boundary=-", "\r\n---"),
    tree("boundaries that never end", mixed, "\r\n--BB"),
    tree("closing boundaries", mixed, "\r\n--B--"),
    tree("boundaries with white space behind", mixed, `\r\n--B${" ".repeat(200)}`),
    tree(
      "messages in messages",
      "Content-Type: message/rfc822",
      "Content-Type: message/rfc822\r\n\r\n",
    ),
    tree(
      "alternatives",
      'Content-Type: multipart/alternative; boundary="B"',
      "\r\n--B\r\nContent-Type: text/html\r\n\r\n<p>a",
    ),
    tree(
      "pictures with ids",
      'Content-Type: multipart/related; boundary="B"',
      "\r\n--B\r\nContent-Type: image/png\r\nContent-ID: <a>\r\n\r\na",
    ),
    {
      name: "multiparts in multiparts",
      make: (octets) => {
        const levels = Array.from({ length: Math.ceil(octets / 60) }, (_, at) => at);
        const text = levels.map(
          (at) => `Content-Type: multipart/mixed; boundary="b${at}"\r\n\r\n--b${at}\r\n`,
        );
        return Buffer.from(`${ASCII_FROM}${text.join("")}`);
      },
    },
  ];
}

const RTF_BODY = 0x1009;
const ATTACH_DATA = 0x3701;
const TNEF_TYPE = 'application/ms-tnef; name="winmail.dat"';

function tnefs(): Body[] {
  const rtf = (kind: "compressed" | "stored") =>
    ["{", "}", "\\", "\\'", "\\'e4", "\\par", "\\u1", "{\\*\\x", "\\htmlrtf", "a", "\r\n"].map(
      (filling): Body => ({
        name: `TNEF with ${kind} RTF of ${JSON.stringify(filling)}…`,
        make: single(TNEF_TYPE, "base64", (octets) =>
          writeTnef({
            properties: [
              [
                RTF_BODY,
                compressRtf(
                  `{\\rtf1\\fromhtml1 ${filled(octets * 0.8, filling).toString("latin1")}`,
                  kind,
                ),
              ],
            ],
          }),
        ),
      }),
    );
  const packed: Body = {
    name: "TNEF with RTF of references alone",
    make: single(TNEF_TYPE, "base64", (octets) => {
      const body = compressRtf("", "compressed");
      body.writeUInt32LE(0xffffffff, 4);
      const references = Buffer.alloc(
        octets,
        Buffer.from("ff000f000f000f000f000f000f000f000f", "hex"),
      );
      return writeTnef({ properties: [[RTF_BODY, Buffer.concat([body, references])]] });
    }),
  };
  const nested: Body = {
    name: "TNEF in TNEF",
    make: single(TNEF_TYPE, "base64", (octets) => {
      let inner = writeTnef({ body: filled(octets / 2, "a\n") });
      for (let depth = 0; depth < 8; depth++)
        inner = writeTnef({
          attachments: [{ properties: [[ATTACH_DATA, embeddedObject(inner)]] }],
        });
      return inner;
    }),
  };
  const many: Body = {
    name: "TNEF with many files",
    make: single(TNEF_TYPE, "base64", (octets) =>
      writeTnef({
        attachments: Array.from({ length: Math.ceil(octets / 60) }, () => ({
          title: Buffer.from("a.txt"),
          data: Buffer.from("a"),
        })),
      }),
    ),
  };
  return [...rtf("compressed"), ...rtf("stored"), packed, nested, many];
}

/** Every field, every kind of part, each with every filling. */
export function growthCases(): GrowthCase[] {
  return [...fieldCases(), ...headerCases(), ...bodyCases()];
}
