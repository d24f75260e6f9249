/** A message as it arrives. */
interface Arriving {
  readonly from: string;
  readonly to: string;
  /** Without carriage returns. */
  readonly text: string;
}

const arriving = (lines: readonly string[], envelope: Partial<Arriving> = {}): Arriving => ({
  from: "ann@example.org",
  to: "bob+lists@example.com",
  text: lines.join("\n"),
  ...envelope,
});

const MESSAGES = {
  plain: arriving([
    'From: "Ann Example" <ann@example.org>',
    "To: bob+lists@example.com, carol@example.net",
    "Cc: Team: dan@example.com, eve@EXAMPLE.com;",
    "Subject: Hello World",
    "Date: Wed, 25 Nov 2026 10:20:30 +0900",
    "Message-ID: <plain@example.org>",
    "X-Priority: 3",
    "X-Score: 42",
    "Keywords: red",
    "Keywords: green",
    "X-Empty:",
    "X-Folded: one",
    "  two",
    "\tthree",
    "X-Special: a*b?c\\d",
    "",
    "Dear Bob,",
    "the missile is at these coordinates.",
    "100% true",
    "",
  ]),
  korean: arriving([
    "From: =?utf-8?B?6rmA66+87KeA?= <minji@example.kr>",
    "To: <bob@example.com>",
    "Subject: =?utf-8?B?7ZqM7J2YIOyViOuCtA==?=",
    "X-Latin: =?iso-8859-1?Q?Gr=FC=DFe?=",
    "Date: Mon, 02 Mar 2026 23:30:00 +0900",
    "Message-ID: <korean@example.kr>",
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    "7JWI64WV7ZWY7IS47JqULiBIZWxsbyBpbiBiYXNlNjQu",
    "",
  ]),
  mixed: arriving([
    "From: Ann <ann@example.org>",
    "To: bob@example.com",
    "Subject: Report",
    "Date: Thu, 01 Jan 2026 00:30:00 -0500",
    "Message-ID: <mixed@example.org>",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="outer"; x-kind="report"',
    "",
    "This is a MIME message.",
    "--outer",
    'Content-Type: multipart/alternative; boundary="inner"',
    "",
    "--inner",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "Plain words of the report",
    "--inner",
    "Content-Type: text/html; charset=utf-8",
    "",
    "<p>Marked <b>words</b> of the report</p>",
    "--inner--",
    "--outer",
    'Content-Type: application/pdf; name="report.pdf"',
    "Content-Description: The report",
    'Content-Disposition: attachment; filename="report.pdf"',
    "Content-Transfer-Encoding: base64",
    "",
    "JVBERi0xLjcK",
    "--outer",
    "Content-Type: message/rfc822",
    "",
    "From: inner@example.net",
    "Subject: Forwarded",
    "",
    "Words inside",
    "--outer--",
    "",
  ]),
  received: arriving([
    "Received: from b.example by c.example with ESMTP; Fri, 03 Apr 2026 12:00:00 +0200",
    "Received: from a.example by b.example with ESMTP; Fri, 03 Apr 2026 05:59:50 -0400",
    "Received: from host by a.example; Fri, 03 Apr 2026 09:59:40 +0000",
    "From: ann@example.org",
    "To: bob@example.com",
    "Resent-To: carol+x@example.net",
    "Subject: Route",
    "Date: Fri, 3 Apr 2026 09:59:30 GMT",
    "Message-ID: <received@example.org>",
    "",
    "Body",
    "",
  ]),
  list: arriving(
    [
      "Return-Path: <dev-bounces@lists.example.org>",
      "From: Dev <dev@lists.example.org>",
      "To: dev@lists.example.org",
      "Subject: [dev] Release 1.2.3",
      "List-Id: Developers <dev.lists.example.org>",
      "List-Unsubscribe: <https://lists.example.org/u/1>",
      "Precedence: list",
      "Date: Sun, 28 Feb 2027 23:59:59 +0000",
      "Message-ID: <list@lists.example.org>",
      "",
      "line one",
      "",
      "line three",
      "",
    ],
    { from: "dev-bounces@lists.example.org", to: "bob@example.com" },
  ),
  bounce: arriving(
    [
      "From: MAILER-DAEMON@example.org",
      "To: bob@example.com",
      "Subject: Undelivered",
      "Auto-Submitted: auto-replied",
      "Date: Tue, 15 Dec 2026 08:00:00 +0000",
      "",
      "Sorry",
      "",
    ],
    { from: "", to: "bob@example.com" },
  ),
  odd: arriving([
    "from: no address here",
    "TO: <>",
    "Subject:    spaced   out   ",
    "Date: not a date",
    "X-Number: 007",
    "X-Number: seven",
    "X-Long: =?utf-8?Q?caf=C3=A9?= =?utf-8?Q?_noir?=",
    "X-Broken: =?utf-8?Q?unfinished",
    "",
    "",
  ]),
  bare: arriving(["From: ann@example.org", "Subject: Header only", ""]),
} as const satisfies Readonly<Record<string, Arriving>>;

export type MessageName = keyof typeof MESSAGES;

/** The octets of a message, with CRLF. */
export const octetsOf = (name: MessageName): Uint8Array =>
  new TextEncoder().encode(MESSAGES[name].text.replaceAll("\n", "\r\n"));

export const envelopeOf = (name: MessageName): { from: string; to: string } => {
  const { from, to } = MESSAGES[name];
  return { from, to };
};
