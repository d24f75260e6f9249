/** Meaningful names, and values that are expensive or dangerous to match, expand or store. */
export const VALUES: readonly string[] = [
  ["subject", "from", "to", "cc", "date", "received", "content-type", "message-id", "x-none"],
  ["from", "to", "a", "b", "c", "INBOX", "Archive", "\\Seen", "\\Flagged $a b", "\\Archive"],
  ["ann@example.org", "Bob <bob@example.com>", "nobody", "a@b.example, c@d.example", ""],
  ["year", "weekday", "std11", "iso8601", "julian", "+0900", "2026", "0", "42", "007x"],
  ["${a}", "${a}${a}${b}", "${0}${1}${2}${31}${99}", "${global.a}", "${none}", "${", "$"],
  ["${hex:41 42}", "${unicode:1f600}", "${hex:ff}", "${vnd.x.y}"],
  ["*", "?", "**", "*a*", "\\*\\?", "?".repeat(100), "*a".repeat(200), `${"*?".repeat(100)}z`],
  ["(a|a)*b", "(.*a){12}", "((x{10}){10}){10}", "(a*)*(a*)*$", "[[:alpha:]]+", "\\p{L}+", "("],
  [".{0,1000}".repeat(4), "(".repeat(500), "a{1001}", "[^]", "(?i)x", "\\1"],
  ["한글 제목", "Grüße", "😀", "\uFFFD", "a\r\nb", "\t", "\u0000", "İıſK", "e\u0301", "\uFB01"],
  ["text", "text/plain", "multipart", "message/rfc822", "name", "filename", "boundary"],
  ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"],
  ["Content-Type", "Auto-Submitted", "Received", "X-Long ", "a b", ":", "\u00e9"],
  ["x".repeat(5000), "a@b.example ".repeat(400), "=?utf-8?b?7ZWc6riA?=".repeat(50)],
].flat();

const NAMES = ["a", "b", "c", "global.a", "global.b"];
const ADDRESSES = ["from", "To", "cc", "sender", "resent-to"];
const FIELDS = ["subject", "X-Note", "Content-Type", "Received", "${a}"];

/** Valid values of tags and first arguments, so that most scripts compile. */
export const LISTED: Readonly<Record<string, readonly string[] | undefined>> = {
  ":comparator": ["i;octet", "i;ascii-casemap", "i;ascii-numeric", "i;unicode-casemap"],
  ":value": ["gt", "ge", "lt", "le", "eq", "ne"],
  ":count": ["gt", "ge", "lt", "le", "eq", "ne"],
  ":zone": ["+0000", "-0330", "+1400", "${a}"],
  ":name": ["a", "b"],
  ":from": ["ann@example.org", "${b}"],
  set: NAMES,
  extracttext: NAMES,
  global: ["a", "b", "c", "d"],
  setflag: NAMES,
  addflag: NAMES,
  removeflag: NAMES,
  hasflag: NAMES,
  include: ["a", "b", "c", "none"],
  redirect: ["ann@example.org", "Bob <bob@example.com>", "${a}", "${b}@example.org"],
  address: ADDRESSES,
  envelope: ["from", "to"],
  addheader: FIELDS,
  deleteheader: FIELDS,
};
