import type { Choice } from "../choice.ts";

/** Texts that readers of mail have been slow at, or wrong about, when there are many of them in a row. */
const PATTERNS = [
  "(", "\\(", "(\\(", "()", "<", "<>", "@", "a@b,", "<a@b>", "<a@b> ", '"', '\\"', '"a" ', ",", ", ,", ";", ":", "g:a@b;", ".",
  "=?utf-8?B?", "=?utf-8?q?=20", "=?utf-8?q?a?= ", "=?=?", "=?x?b?==?=", "=", "=3D", "=\r\n", "=\t\r\n", "==",
  ";a*0=b", "; a*0*=utf-8''%", "; a=\"", "; name*99=x", "%", "%20", "'", "''",
  " ", "\t", " \t", "\r\n ", "\r\n\t", "\r\n", "\r\n\r\n", "-", "--", "--b\r\n", "\r\n--b", "--b--\r\n",
  "<div>", "<b", "</", "<!--", "-->", "<!", "<![CDATA[", "<style>", "<style>@import url(", "@media{", "<a href=", "<a href='x'>", "&", "&amp", "&#x41;", "&#", "<table><tr><td>",
  "<p style='display:none'>", "<head>", "<title>", "<script>", "<base href=x>", "<img src=cid:", "\"", "{", "}", "[", "]", "[[", "/*", "*/", "url(",
  "http://", "http://a.b/?", "mailto:a@b?", "<http://x>, ", "www.", "a.", "a-", "_", "*", "> ", ">", "On x wrote:\r\n", "-- \r\n",
  "{\\rtf1", "{\\*\\", "\\'", "\\u", "BEGIN:VEVENT\r\n", "END:VEVENT\r\n", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n", "RRULE:FREQ=SECONDLY;", "ATTENDEE:mailto:a@b\r\n", "X;X=\"", "\\n", "\\,",
  "a=b;", "d=a; ", "b=;", "h=from:", "i=1;", "dkim=pass header.d=a.test; ", "(\\(\\(\\(", "spf=pass (", "v=1;",
  "A", "z ", "가", "가나다 ", "éü", "\u0000", "\u00a0", "\u200b", "\u202e", "\ud7ff", "😀", "ﷺ", "ı", "İ", "ß", "e\u0301", "__proto__ ", "constructor ",
  "1", "0", "99999999999999999999", "-1", "T", "Mon, ", "+0000 ", "x@[", "x@[127.0.0.1]", "undefined", "AAAA", "AAA\r\n", "Cg==", "DQoK", "////", "begin 644 x\r\n",
] as const;

/** Some of them, so many times; at most `limit` octets. */
export function filling(choice: Choice, limit: number): string {
  const count = 1 + (choice.oneIn(3) ? choice.below(3) : 0);
  const pattern = Array.from({ length: count }, () => choice.of(PATTERNS)).join("");
  return repeated(pattern, choice.size(limit));
}

/** In octets: what is written as text is sent as UTF-8. */
export function repeated(pattern: string, limit: number): string {
  const octets = Buffer.from(pattern).toString("latin1");
  return octets.repeat(Math.floor(limit / octets.length));
}
