import { expect, test } from "vitest";
import { compileScript } from "./compile.ts";
import { SieveError } from "./errors.ts";
import { CAPABILITIES } from "./grammar.ts";

/** What is wrong with a script, with its line. */
function refusal(script: string): string {
  try {
    compileScript(script);
  } catch (error) {
    if (error instanceof SieveError) return `${error.line}: ${error.message}`;
    throw error;
  }
  return "";
}

const ALL = `require ["${[...CAPABILITIES].join('", "')}"];\n`;

test("every capability can be required, and vacation-seconds brings vacation", () => {
  expect(refusal(ALL)).toBe("");
  expect(refusal('require "vacation-seconds"; vacation "x";')).toBe("");
});

test.each([
  ["fileinto", 'fileinto "a";'],
  ["copy", 'redirect :copy "a@b.example";'],
  ["imap4flags", 'keep :flags "a";'],
  ["variables", 'set "a" "b";'],
  ["relational", 'if header :count "eq" "a" "1" {}'],
  ["regex", 'if header :regex "a" "b" {}'],
  ["subaddress", 'if address :detail "to" "b" {}'],
  ["index", 'if header :index 1 "a" "b" {}'],
  ["mime", 'if header :mime "a" "b" {}'],
  ["comparator-i;ascii-numeric", 'if header :comparator "i;ascii-numeric" "a" "1" {}'],
  ["comparator-i;unicode-casemap", 'if header :comparator "i;unicode-casemap" "a" "1" {}'],
  ["envelope", 'if envelope "to" "a" {}'],
  ["body", 'if body "a" {}'],
  ["date", 'if currentdate "year" "2026" {}'],
  ["vacation", 'vacation "a";'],
  ["editheader", 'addheader "a" "b";'],
  ["include", 'include "a";'],
  ["foreverypart", "foreverypart {}"],
  ["duplicate", "if duplicate {}"],
  ["reject", 'reject "a";'],
  ["ereject", 'ereject "a";'],
  ["mailbox", 'if mailboxexists "a" {}'],
  ["mailboxid", 'if mailboxidexists "a" {}'],
  ["special-use", 'if specialuse_exists "\\\\a" {}'],
])("what needs %s is refused without it", (capability, command) => {
  expect(refusal(command)).toMatch(new RegExp(`^1: “.*” needs require "${capability}"$`));
  expect(refusal(`require "${capability}";\n${command}`)).toBe("");
});

test.each<[command: string, message: string]>([
  ["unknown;", "Unknown command “unknown”"],
  ["if unknown {}", "Unknown test “unknown”"],
  ['require "unknown";', "“unknown” is not supported"],
  ['keep; require "copy";', "“require” must come first"],
  ["else {}", "“else” does not follow an “if”"],
  ["if true {} keep; elsif true {}", "“elsif” does not follow an “if”"],
  ["if true {} else {} else {}", "“else” does not follow an “if”"],
  ["if true;", "“if” needs a block"],
  ["keep {}", "“keep” takes no block"],
  ["if {}", "Wrong number of tests for “if”"],
  ["if anyof true {}", "Wrong number of tests for “anyof”"],
  ["if not (true) {}", "Wrong number of tests for “not”"],
  ["keep true;", "Wrong number of tests for “keep”"],
  ["fileinto;", "Wrong number of arguments for “fileinto”"],
  ['fileinto "a" "b";', "Wrong number of arguments for “fileinto”"],
  ['fileinto ["a"];', "“fileinto” needs a string"],
  ["fileinto 1;", "“fileinto” needs a string"],
  ['if size :over "1" {}', "“size” needs a number"],
  ['if header 1 "a" {}', "“header” needs strings"],
  ['vacation :days "1" "a";', "“:days” needs a number"],
  ["keep :flags;", "“:flags” needs strings"],
  ["keep :copy;", "“keep” takes no “:copy”"],
  ["keep :constructor;", "“keep” takes no “:constructor”"],
  ["discard :tostring;", "“discard” takes no “:tostring”"],
  ['if header :is :contains "a" "b" {}', "“:contains” conflicts with an earlier argument"],
  ['keep :flags "a" :flags "b";', "“:flags” conflicts with an earlier argument"],
  ['if header :value "xx" "a" "1" {}', "“:value” takes gt, ge, lt, le, eq or ne"],
  ['if header :comparator "i;basic" "a" "1" {}', "Unknown comparator “i;basic”"],
  ['if header :last "a" "b" {}', "“:last” needs “:index”"],
  ['if header :index 0 "a" "b" {}', "“:index” counts from 1"],
  ['deleteheader :last "a";', "“:last” needs “:index”"],
  ['if header :regex "a" "(" {}', "“(” is not a valid regular expression"],
  ['if header :regex "a" "(a)\\\\1" {}', "“(a)\\1” is not a valid regular expression"],
  [
    'fileinto :mailboxid "M1" :specialuse "\\\\Archive" "a";',
    "“:specialuse” conflicts with an earlier argument",
  ],
  ['fileinto :specialuse "Archive" "a";', '“Archive” is not a special use such as "\\\\Archive"'],
  ['if specialuse_exists "Archive" {}', '“Archive” is not a special use such as "\\\\Archive"'],
  ["if size 1 {}", "“size” needs “:over” or “:under”"],
  ['if address "subject" "a" {}', "“subject” is not an address field"],
  ['if envelope "helo" "a" {}', "Unknown envelope part “helo”"],
  ['if currentdate :zone "KST" "hour" "1" {}', '“KST” is not a time zone such as "+0200"'],
  ['redirect "a@b.example, c@d.example";', "“a@b.example, c@d.example” is not an email address"],
  ['vacation :from "me" "x";', "“me” is not an email address"],
  ['set "1a" "x";', "“1a” is not a valid variable name"],
  ['set "${a}" "x";', "“set” must not contain variables"],
  ['set "a" "1"; global "A";', "“A” is set before it is declared global"],
  ['keep :flags "${vnd.a}";', "Unknown variable “vnd.a”"],
  ['keep :flags "${global.a.b}";', "Unknown variable “global.a.b”"],
  ['keep :flags "${unicode:d800}";', "“${unicode:d800}” is not a character"],
  ['include "${a}";', "“include” must not contain variables"],
  ["break;", "“break” can only be used inside “foreverypart”"],
  ["foreverypart {} break;", "“break” can only be used inside “foreverypart”"],
  [
    'foreverypart :name "a" {} foreverypart { break :name "a"; }',
    "“break” is not inside a “foreverypart” named “a”",
  ],
  ['extracttext "a";', "“extracttext” can only be used inside “foreverypart”"],
  ['if header :param "a" "b" "c" {}', "“:param” needs “:mime”"],
  ['addheader "a b" "c";', "“a b” is not a valid header field name"],
])("%s is refused", (command, message) => {
  const line = command.startsWith("require") ? 1 : 2;
  const script = line === 1 ? command : `${ALL}${command}`;
  expect(refusal(script)).toBe(`${line}: ${message}`);
});

test("a script names those that it includes, and no others", () => {
  const { includes } = compileScript(`${ALL}if true { include "a"; include :optional "b"; }`);
  expect(includes).toEqual(["a", "b"]);
});

test("regular expressions are bounded one by one and together", () => {
  const using = (...patterns: string[]) =>
    refusal(`require "regex";\nif header :regex "a" ${JSON.stringify(patterns)} {}`);
  expect(using("x".repeat(1001))).toMatch(/^2: “x{100}” is too large a regular expression$/);
  expect(using(`(${"x".repeat(900)}){1000}`)).toMatch(/is too large a regular expression$/);
  expect(using("((x{10}){10}){10}")).toBe("");
  expect(using("(x{100}){99}")).toMatch(/is not a valid regular expression$/);
  expect(using(".{1000}".repeat(6))).toMatch(/is too large/);
  expect(using("[!-￿]".repeat(50))).toMatch(/is too large a regular expression$/);
  expect(using("\\p{L}".repeat(51))).toMatch(/is too large a regular expression$/);
  expect(using("[가-힣]{2,4} [가-힣]+", "[a-z]".repeat(200))).toBe("");
  const different = Array.from({ length: 60 }, (_, index) => `${index}.{1000}`);
  expect(using(...different)).toBe("2: The regular expressions are too large together");
});
