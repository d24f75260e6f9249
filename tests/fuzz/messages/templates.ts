import { generateMessage } from "../../../formats/src/testing/generate-message.ts";
import { compressRtf, writeTnef } from "../../../formats/src/testing/write-tnef.ts";
import type { Choice } from "../choice.ts";

/** Messages as they come every day, as octets in a string; what the mutations start from. */
type Template = (choice: Choice) => string;

const base64 = (bytes: Uint8Array | string): string =>
  Buffer.from(bytes)
    .toString("base64")
    .replace(/.{76}(?=.)/g, "$&\r\n");
const octets = (text: string): string => Buffer.from(text).toString("latin1");

function header(choice: Choice, subject: string, ...more: readonly string[]): string {
  const number = choice.below(1_000_000);
  return [
    `Received: from mx.sender.test (mx.sender.test [192.0.2.${number % 256}])\r\n\tby relay.test with ESMTPS id ${number};\r\n\tMon, 5 Oct 2026 10:11:12 +0900`,
    `From: "Ann Author" <ann${number}@sender.test>`,
    `To: Carol <carol@demo.test>, "Smith, Bob" <bob@demo.test>`,
    `Subject: ${subject}`,
    "Date: Mon, 5 Oct 2026 10:11:12 +0900",
    `Message-ID: <${number}@sender.test>`,
    `References: <${number % 100}@sender.test> <${number % 1000}@sender.test>`,
    `In-Reply-To: <${number % 1000}@sender.test>`,
    "MIME-Version: 1.0",
    ...more,
  ].join("\r\n");
}

interface Part {
  readonly type: string;
  readonly body: string;
  readonly fields?: readonly string[];
}

function multipart(type: string, parts: readonly Part[], boundary = "b"): string {
  const written = parts.map(
    ({ type, body, fields = [] }) =>
      `--${boundary}\r\n${[`Content-Type: ${type}`, ...fields].join("\r\n")}\r\n\r\n${body}\r\n`,
  );
  return `Content-Type: ${type}; boundary="${boundary}"\r\n\r\n${written.join("")}--${boundary}--\r\n`;
}

const BASE64 = "Content-Transfer-Encoding: base64";
const HTML = `<html><head><title>News</title><style>@media (max-width:600px){.a{color:red}}</style></head><body><div style="display:none">Preheader</div><table><tr><td><a href="http://news.test/?u=1">안녕하세요</a> <img src="cid:one@news.test" alt="x"></td></tr></table><blockquote>Zitat &amp; mehr &#8364;</blockquote></body></html>`;
const CALENDAR = `BEGIN:VCALENDAR\r\nPRODID:-//x//y//EN\r\nVERSION:2.0\r\nMETHOD:REQUEST\r\nBEGIN:VTIMEZONE\r\nTZID:Asia/Seoul\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0900\r\nTZOFFSETTO:+0900\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nBEGIN:VEVENT\r\nUID:1@sender.test\r\nDTSTAMP:20261005T010203Z\r\nDTSTART;TZID=Asia/Seoul:20261010T100000\r\nDURATION:PT1H\r\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU;COUNT=10\r\nSUMMARY;LANGUAGE=en:Planning\\, again\r\nDESCRIPTION:Line one\\nline two\r\nORGANIZER;CN="Ann":mailto:ann@sender.test\r\nATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:carol@demo.test\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
const ARC = [
  "ARC-Seal: i=1; a=rsa-sha256; cv=none; d=sender.test; s=one; t=1500000000; b=AAAA BBBB",
  "ARC-Message-Signature: i=1; a=rsa-sha256; c=relaxed/relaxed; d=sender.test; s=one; h=from:to:subject; bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=; b=AAAA",
  "ARC-Authentication-Results: i=1; mx.sender.test; dkim=pass header.d=sender.test; spf=pass (because\r\n\tit is) smtp.mailfrom=ann@sender.test",
];
const DKIM = [
  "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/simple; d=sender.test; s=one; t=1500000000;\r\n\th=From:To:Subject:Date; bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=; b=QUFB\r\n\tQUFB",
  "DKIM-Signature: v=1; a=ed25519-sha256; c=simple/relaxed; d=sender.test; s=two; l=10; h=from; bh=AAAA; b=AAAA",
];
const DSN = `Reporting-MTA: dns; mx.sender.test\r\nArrival-Date: Mon, 5 Oct 2026 10:11:12 +0900\r\n\r\nOriginal-Recipient: rfc822;someone@sender.test\r\nFinal-Recipient: rfc822; someone@sender.test\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 unknown\r\n`;
const MDN = `Reporting-UA: mail; program\r\nFinal-Recipient: rfc822;carol@demo.test\r\nOriginal-Message-ID: <1@demo.test>\r\nDisposition: manual-action/MDN-sent-manually; displayed\r\n`;
const RETURNED =
  "From: carol@demo.test\r\nTo: someone@sender.test\r\nMessage-ID: <1@demo.test>\r\nSubject: Was that right?\r\n\r\nHello\r\n";

const report =
  (kind: string, type: string, status: string): Template =>
  (choice) => {
    const encoded = choice.oneIn(2);
    const parts = [
      { type: "text/plain; charset=utf-8", body: "It could not be delivered." },
      { type, body: encoded ? base64(status) : status, ...(encoded && { fields: [BASE64] }) },
      { type: choice.of(["message/rfc822", "text/rfc822-headers"]), body: RETURNED },
    ];
    return `${header(choice, "Report", "Auto-Submitted: auto-replied")}\r\n${multipart(`multipart/report; report-type=${kind}`, parts)}`;
  };

const TEMPLATES: readonly Template[] = [
  (choice) =>
    `${header(choice, "Plain")}\r\nContent-Type: text/plain; charset=utf-8; format=flowed\r\n\r\n${octets("Hello Carol,\r\n\r\nsee http://sender.test/a?b=c und grüß Bob.\r\n> quoted\r\n-- \r\nAnn\r\n")}`,
  (choice) =>
    `${header(choice, "=?utf-8?B?7ZqM7J2YIOyekOujjA==?= =?iso-8859-1?q?gr=FC=DF?=")}\r\n${multipart(
      "multipart/alternative",
      [
        {
          type: "text/plain; charset=euc-kr",
          fields: ["Content-Transfer-Encoding: quoted-printable"],
          body: "=B0=A1=B3=AA=\r\n=B4=D9 plain",
        },
        { type: "text/html; charset=utf-8", body: octets(HTML) },
      ],
    )}`,
  (choice) =>
    `${header(choice, "Newsletter", "List-Id: News <news.sender.test>", "List-Unsubscribe: <https://news.test/u>, <mailto:u@news.test?subject=off>", "List-Unsubscribe-Post: List-Unsubscribe=One-Click", "Precedence: bulk", ...DKIM)}\r\n${multipart(
      'multipart/related; type="text/html"',
      [
        { type: "text/html; charset=utf-8", fields: [BASE64], body: base64(HTML) },
        {
          type: "image/png; name=one.png",
          fields: [
            BASE64,
            "Content-ID: <one@news.test>",
            "Content-Disposition: inline; filename*=utf-8''%ED%9A%8C.png",
          ],
          body: base64("\x89PNG not really"),
        },
      ],
    )}`,
  (choice) =>
    `${header(choice, "Invitation", ...ARC)}\r\n${multipart("multipart/mixed", [
      { type: "text/plain", body: "Come." },
      { type: "text/calendar; charset=utf-8; method=REQUEST", body: CALENDAR },
      {
        type: "application/ics; name=invite.ics",
        fields: [BASE64, "Content-Disposition: attachment; filename=invite.ics"],
        body: base64(CALENDAR),
      },
    ])}`,
  (choice) => {
    const tnef = writeTnef({
      codePage: 1252,
      subject: Buffer.from("From Outlook"),
      body: Buffer.from("In the winmail.dat"),
      properties: [
        [
          0x1009,
          compressRtf("{\\rtf1\\ansi\\fromhtml1 {\\*\\htmltag <b>}Hello{\\*\\htmltag </b>}}"),
        ],
      ],
      attachments: [{ title: Buffer.from("a.txt"), data: Buffer.from("attached") }],
    });
    return `${header(choice, "From Outlook")}\r\n${multipart("multipart/mixed", [
      { type: "text/plain", body: "See attachment." },
      { type: "application/ms-tnef; name=winmail.dat", fields: [BASE64], body: base64(tnef) },
      {
        type: "application/rtf",
        fields: [BASE64],
        body: base64(compressRtf("{\\rtf1\\ansi Hello \\b there}")),
      },
    ])}`;
  },
  (choice) =>
    `${header(choice, "Fwd: all of it", "X-Priority: 1", "Reply-To: list:a@sender.test, b@sender.test;")}\r\n${multipart(
      "multipart/mixed",
      [
        { type: "text/plain", body: "Forwarded." },
        {
          type: "message/rfc822",
          body: `${header(choice, "Inner")}\r\n${multipart(
            "multipart/mixed",
            [
              { type: "text/html", body: HTML },
              { type: "message/rfc822", body: RETURNED },
            ],
            "c",
          )}`,
        },
        { type: "message/partial; id=x; number=1; total=2", body: RETURNED },
        { type: 'message/external-body; access-type=URL; URL="http://x"', body: RETURNED },
      ],
    )}`,
  (choice) =>
    `${header(choice, "Files")}\r\n${multipart("multipart/mixed", [
      {
        type: "text/csv; charset=utf-16le",
        fields: [BASE64, 'Content-Disposition: attachment; filename="=?utf-8?q?a=2Ecsv?="'],
        body: base64(Buffer.from("a;b;c\r\n1;2;3\r\n", "utf16le")),
      },
      {
        type: "text/vcard; charset=utf-8",
        body: "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ann Author\r\nEMAIL:ann@sender.test\r\nEND:VCARD",
      },
      {
        type: 'application/pdf; name*0=long; name*1="er.pdf"',
        fields: [BASE64],
        body: base64("%PDF-1.7 not really"),
      },
      { type: "text/plain; charset=iso-2022-jp", body: "\x1b$B2q5D\x1b(B" },
    ])}`,
  (choice) =>
    `${header(choice, "Re: signed", ...DKIM, ...ARC, "Authentication-Results: mx.sender.test; spf=pass smtp.mailfrom=a@b.test; dkim=pass (good) header.d=sender.test header.s=one")}\r\n${multipart(
      'multipart/signed; micalg=pgp-sha256; protocol="application/pgp-signature"',
      [
        { type: "text/plain; charset=us-ascii", body: "Signed text" },
        {
          type: "application/pgp-signature; name=signature.asc",
          body: "-----BEGIN PGP SIGNATURE-----\r\n\r\nAAAA\r\n-----END PGP SIGNATURE-----",
        },
      ],
    )}`,
  report("delivery-status", "message/delivery-status", DSN),
  report("disposition-notification", "message/disposition-notification", MDN),
  report(
    "feedback-report",
    "message/feedback-report",
    "Feedback-Type: abuse\r\nUser-Agent: x\r\nVersion: 1\r\n",
  ),
  (choice) =>
    Buffer.from(
      generateMessage(choice.below(100_000), { isPadded: choice.oneIn(2) }).bytes,
    ).toString("latin1"),
];

/** One of them, or of those that others wrote. */
export function template(choice: Choice, corpus: readonly string[]): string {
  if (corpus.length > 0 && choice.oneIn(3)) return choice.of(corpus);
  return choice.of(TEMPLATES)(choice);
}
