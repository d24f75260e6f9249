import { describe, expect, it, test } from "vitest";
import { parseMessage } from "../mime/index.ts";
import { compileScript, runScript, type Outcome, type Script, type Surroundings } from "./index.ts";
import {
  MAX_CAPTURES,
  MAX_DUPLICATES,
  MAX_EDITS,
  MAX_FILED,
  MAX_FLAGS,
  MAX_INCLUDED,
  MAX_REDIRECTS,
  MAX_VARIABLE,
  MAX_VARIABLES,
} from "./limits.ts";

const MESSAGE = `From: "Ann" <ann@example.org>
To: bob@example.com
Subject: Hello World
Message-ID: <one@example.org>
X-Kind: a
X-Kind: b

Body
`.replaceAll("\n", "\r\n");

function surroundings(text = MESSAGE, more: Partial<Surroundings> = {}): Surroundings {
  const bytes = new TextEncoder().encode(text);
  return {
    message: parseMessage(bytes),
    size: bytes.length,
    envelope: { from: "ann@example.org", to: "bob@example.com" },
    now: new Date("2026-07-01T12:00:00Z"),
    timeZone: "Asia/Seoul",
    mailboxes: { exists: () => false, existsId: () => false, hasUse: () => false },
    scripts: new Map(),
    seen: new Map(),
    ...more,
  };
}

/** @param capabilities between commas */
function run(capabilities: string, script: string, given = surroundings()): Outcome {
  const list = capabilities.split(",").map((capability) => JSON.stringify(capability.trim()));
  return runScript(compileScript(`require [${list.join()}];\n${script}`), given);
}

const KEPT = [{ mailbox: null, flags: [], edits: null }];
const repeated = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join("\n");

describe("a script that goes wrong keeps the message, as it came, and does nothing else", () => {
  test.each<[what: string, capabilities: string, script: string, line: number, message: string]>([
    [
      "an address that is none",
      "variables",
      'redirect "${none}";',
      2,
      "“” is not an email address",
    ],
    [
      "a rejection after a delivery",
      "reject,fileinto",
      'fileinto "A";\nreject "no";',
      3,
      "A message that is filed, redirected or answered cannot be rejected",
    ],
    [
      "a delivery after a rejection",
      "reject",
      'reject "no";\nkeep;',
      3,
      "A rejected message cannot be filed",
    ],
    ["a second rejection", "reject", 'reject "no"; reject "no";', 2, "A message is rejected twice"],
    [
      "a second answer",
      "vacation",
      'vacation "a";\nvacation "b";',
      3,
      "“vacation” can be used only once",
    ],
    [
      "an answer to what is rejected",
      "vacation,reject",
      'reject "a";\nvacation "b";',
      3,
      "A rejected message cannot be answered",
    ],
    ["a script that is not there", "include", 'include "x";', 2, "The script “x” does not exist"],
    [
      "an expression that a variable spoils",
      "regex,variables",
      'set "a" "(";\nif header :regex "subject" "${a}" {}',
      3,
      "“(” is not a valid regular expression",
    ],
    [
      "a zone that a variable spoils",
      "date,variables",
      'if currentdate :zone "${a}" "hour" "1" {}',
      2,
      '“” is not a time zone such as "+0200"',
    ],
    [
      "a field that a variable spoils",
      "editheader,variables",
      'addheader "${a}" "x";',
      2,
      "“” is not a valid header field name",
    ],
    [
      "an author that a variable spoils",
      "vacation,variables",
      'vacation :from "${a}" "x";',
      2,
      "“” is not an email address",
    ],
  ])("%s", (_, capabilities, script, line, message) => {
    const before =
      'addheader "X-New" "1"; addflag "a"; redirect :copy "x@y.example"; if duplicate {}\n';
    const needs = `${capabilities},editheader,imap4flags,copy,duplicate`;
    const outcome = run(needs, script);
    expect(outcome).toMatchObject({ filed: KEPT, error: { line, message } });
    const later = run(
      needs.replace("reject", "ereject"),
      before + script.replaceAll(/\breject/g, "ereject"),
    );
    expect(later).toEqual({
      filed: KEPT,
      redirects: [],
      reject: null,
      vacation: null,
      duplicates: [],
      unanswered: [],
      acted: [],
      error: { line: expect.any(Number) as number, message: expect.any(String) as string },
    });
  });
});

describe("what one run may do is bounded", () => {
  test.each<[what: string, capabilities: string, most: number, script: (count: number) => string]>([
    [
      "mailboxes",
      "fileinto",
      MAX_FILED,
      (count) => repeated(count, (index) => `fileinto "${index}";`),
    ],
    [
      "redirects",
      "copy",
      MAX_REDIRECTS,
      (count) => repeated(count, (index) => `redirect "${index}@b.example";`),
    ],
    [
      "flags",
      "imap4flags",
      MAX_FLAGS,
      (count) => repeated(count, (index) => `addflag "k${index}";`),
    ],
    [
      "variables",
      "variables",
      MAX_VARIABLES,
      (count) => repeated(count, (index) => `set "v${index}" "";`),
    ],
    [
      "changes of the header",
      "editheader",
      MAX_EDITS,
      (count) => repeated(count, () => 'addheader "X-A" "b";'),
    ],
    [
      "ids of duplicates",
      "duplicate",
      MAX_DUPLICATES,
      (count) => repeated(count, (index) => `if duplicate :uniqueid "${index}" {}`),
    ],
  ])("%s", (_, capabilities, most, script) => {
    expect(run(capabilities, script(most)).error).toBeNull();
    expect(run(capabilities, script(most + 1))).toMatchObject({
      filed: KEPT,
      error: { message: expect.stringMatching(new RegExp(`more than ${most} `, "i")) as string },
    });
  });

  it("how deep scripts include each other", () => {
    const chain = (depth: number): Map<string, Script> =>
      new Map(
        Array.from({ length: depth }, (_, index) => [
          `s${index}`,
          compileScript(
            index + 1 === depth ? "discard;" : `require "include"; include "s${index + 1}";`,
          ),
        ]),
      );
    const start = (depth: number): Outcome =>
      run("include", 'include "s0";', surroundings(MESSAGE, { scripts: chain(depth) }));
    expect(start(MAX_INCLUDED)).toMatchObject({ filed: [], error: null });
    expect(start(MAX_INCLUDED + 1)).toMatchObject({
      filed: KEPT,
      error: { message: "“s10” includes itself, or is nested too deep" },
    });
  });

  it("the value of a variable, which is cut", () => {
    const doubling = `set "a" "12345678";\n${repeated(30, () => 'set "a" "${a}${a}";')}`;
    const { filed } = run(
      "variables,fileinto",
      `${doubling}\nset :length "n" "\${a}"; fileinto "\${n}";`,
    );
    expect(filed).toMatchObject([{ mailbox: { name: String(MAX_VARIABLE) } }]);
  });

  it("what wildcards and groups capture", () => {
    const stars = "?".repeat(40);
    const given = surroundings(`Subject: ${"abcdefgh".repeat(5)}\r\n\r\n`);
    const last = MAX_CAPTURES - 1;
    const script = `if header :matches "subject" "${stars}" { fileinto "\${${last}}-\${${last + 1}}"; }`;
    expect(run("variables,fileinto", script, given).filed).toMatchObject([
      { mailbox: { name: "g-" } },
    ]);
  });
});

describe("each copy has the header as it was when it was filed", () => {
  const names = (outcome: Outcome): unknown =>
    outcome.filed.map(({ mailbox, edits }) => [
      mailbox?.name ?? "keep",
      edits && [
        edits.removed.map(({ name }) => name),
        edits.first.map(({ name, value }) => `${name}: ${value}`),
        edits.last.map(({ name, value }) => `${name}: ${value}`),
      ],
    ]);

  it("before, between and after changes", () => {
    const outcome = run(
      "editheader,fileinto,copy",
      `fileinto "A"; addheader "X-One" "1"; fileinto "B"; addheader :last "X-Two" "2";
       redirect "x@y.example"; deleteheader "x-kind"; deleteheader "X-ONE"; keep;`,
    );
    expect(names(outcome)).toEqual([
      ["A", null],
      ["B", [[], ["X-One: 1"], []]],
      ["keep", [["X-Kind", "X-Kind"], [], ["X-Two: 2"]]],
    ]);
    expect(outcome.redirects).toMatchObject([
      { address: "x@y.example", edits: { first: [{ name: "X-One" }], last: [{ name: "X-Two" }] } },
    ]);
  });

  it("is left alone where changes undo each other", () => {
    const outcome = run("editheader", 'addheader "X-A" "b"; deleteheader :index 1 "X-A";');
    expect(outcome.filed).toEqual(KEPT);
  });

  it("gets values of one line, without what could end a field", () => {
    const outcome = run(
      "editheader",
      'addheader "Subject" " a\r\nBcc: evil@example.org\u0000\r\n\r\nb ";',
    );
    expect(outcome.filed[0]?.edits?.first).toEqual([
      { name: "Subject", value: "a Bcc: evil@example.org b" },
    ]);
  });
});

describe("duplicate", () => {
  const key = JSON.stringify([null, "<one@example.org>"]);

  it("asks once, and decides when it is answered", () => {
    const script = "if duplicate { discard; }";
    const question = { key, seconds: 604_800, isLast: false };
    expect(run("duplicate", script)).toMatchObject({
      filed: KEPT,
      duplicates: [question],
      unanswered: [question],
    });
    for (const isSeen of [true, false]) {
      const given = surroundings(MESSAGE, { seen: new Map([[key, isSeen]]) });
      const outcome = run("duplicate", script, given);
      expect(outcome).toMatchObject({ duplicates: [question], unanswered: [] });
      expect(outcome.filed).toHaveLength(isSeen ? 0 : 1);
    }
  });

  it("remembers the same id wherever it comes from, and apart by handle (RFC 7352 §3.2)", () => {
    const { duplicates } = run(
      "duplicate,variables",
      `if header :matches "message-id" "*" { if duplicate :uniqueid "\${0}" {} }
       if duplicate {} if duplicate :header "Message-Id" :last {} if duplicate :handle "" {}`,
    );
    expect(duplicates).toEqual([
      { key, seconds: 604_800, isLast: true },
      { key: JSON.stringify(["", "<one@example.org>"]), seconds: 604_800, isLast: false },
    ]);
  });

  it("remembers nothing without an id, for no time, or by a name that is none", () => {
    const script = `if duplicate :header "x-none" {} if duplicate :seconds 0 {} if duplicate :header "a b" {}`;
    expect(run("duplicate", script).duplicates).toEqual([]);
  });

  it("remembers for ninety days at most", () => {
    const { duplicates } = run("duplicate", "if duplicate :seconds 1000000000 {}");
    expect(duplicates).toMatchObject([{ seconds: 90 * 86_400 }]);
  });
});

describe("vacation", () => {
  it("says all that an answer needs", () => {
    const { vacation } = run(
      "vacation",
      `vacation :days 0 :subject "Away" :from "Bob <bob@example.com>" :addresses ["b@example.com"]
       :mime "Content-Type: text/plain\r\n\r\nBye";`,
    );
    expect(vacation).toEqual({
      seconds: 86_400,
      subject: "Away",
      from: "Bob <bob@example.com>",
      addresses: ["b@example.com"],
      isMime: true,
      handle: expect.stringContaining("Bye") as string,
      reason: "Content-Type: text/plain\r\n\r\nBye",
    });
  });

  it("tells answers apart by what they say, unless they have a handle (RFC 5230 §4.2)", () => {
    const handle = (script: string) => run("vacation", script).vacation?.handle;
    expect(handle('vacation "a";')).toBe(handle('vacation :days 3 "a";'));
    expect(handle('vacation "a";')).not.toBe(handle('vacation "b";'));
    expect(handle('vacation :subject "s" "a";')).not.toBe(handle('vacation "a";'));
    expect(handle('vacation :handle "h" "a";')).toBe(handle('vacation :handle "h" "b";'));
  });

  it("waits a year at most, and not at all where the script says so (RFC 6131)", () => {
    const seconds = (script: string) => run("vacation-seconds", script).vacation?.seconds;
    expect(seconds('vacation :days 1000000 "a";')).toBe(365 * 86_400);
    expect(seconds('vacation :seconds 0 "a";')).toBe(0);
  });
});

describe("mailboxes", () => {
  const given = surroundings(MESSAGE, {
    mailboxes: {
      exists: (name) => name === "Work",
      existsId: (id) => id === "M1",
      hasUse: (use, name) => use === "\\Archive" && (name === undefined || name === "Old"),
    },
  });
  const isTrue = (test: string): boolean =>
    run("mailbox,mailboxid,special-use", `if ${test} { discard; }`, given).filed.length === 0;

  it("are asked for by name, by id and by use", () => {
    expect(isTrue('mailboxexists ["Work"]')).toBe(true);
    expect(isTrue('mailboxexists ["Work", "Home"]')).toBe(false);
    expect(isTrue('mailboxidexists "M1"')).toBe(true);
    expect(isTrue('mailboxidexists "M2"')).toBe(false);
    expect(isTrue('specialuse_exists "\\\\Archive"')).toBe(true);
    expect(isTrue('specialuse_exists "Old" "\\\\Archive"')).toBe(true);
    expect(isTrue('specialuse_exists "Work" "\\\\Archive"')).toBe(false);
  });

  it("are named in every way that the script names them", () => {
    const { filed } = run(
      "fileinto,mailbox,mailboxid,special-use,imap4flags",
      'fileinto :mailboxid "M1" :create :flags "\\\\seen" "Work"; fileinto :specialuse "\\\\Archive" "Old";',
    );
    expect(filed).toEqual([
      {
        mailbox: { name: "Work", create: true, id: "M1" },
        flags: ["\\Seen"],
        edits: null,
      },
      {
        mailbox: { name: "Old", create: false, specialUse: "\\Archive" },
        flags: [],
        edits: null,
      },
    ]);
  });

  it("have names of a bounded length", () => {
    const { error } = run("fileinto", `fileinto "${"x".repeat(1001)}";`);
    expect(error?.message).toBe("The name of a mailbox has more than 1000 characters");
  });
});

describe("time", () => {
  it("is where the user is, with daylight saving time", () => {
    const names = (timeZone: string) =>
      run(
        "date,variables,fileinto",
        'if currentdate :matches "std11" "*" { fileinto "${1}"; }',
        surroundings(MESSAGE, { timeZone }),
      ).filed[0]?.mailbox?.name;
    expect(names("Asia/Seoul")).toBe("Wed, 01 Jul 2026 21:00:00 +0900");
    expect(names("Europe/Berlin")).toBe("Wed, 01 Jul 2026 14:00:00 +0200");
    expect(names("Nowhere/Else")).toBe("Wed, 01 Jul 2026 12:00:00 +0000");
  });
});

describe("an included script", () => {
  const MIXED = `From: outer@example.org
Subject: Outer
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain
X-Part: one

first words
--b
Content-Type: text/plain
X-Part: two

second words
--b--
`.replaceAll("\n", "\r\n");

  it("sees the part at which foreverypart is as though it were the message (RFC 6609 §3.5)", () => {
    const scripts = new Map([
      [
        "part",
        compileScript(`require ["body", "fileinto", "include"];
          if allof (header "x-part" "two", not exists "subject", body :contains "second words",
                    not body :contains "first words") { fileinto "Two"; }`),
      ],
    ]);
    const given = surroundings(MIXED, { scripts });
    const { filed, error } = run(
      "foreverypart,include",
      'foreverypart { include "part"; } keep;',
      given,
    );
    expect(error).toBeNull();
    expect(filed.map(({ mailbox }) => mailbox?.name)).toEqual(["Two", undefined]);
  });
});

test("a name from Object's own properties is an ordinary name", () => {
  const given = surroundings(`Content-Type: text/plain; constructor=x\r\nConstructor: y\r\n\r\n`);
  const { filed } = run(
    "mime,variables,fileinto",
    `set "__proto__" "p"; if header :mime :param ["toString", "constructor"] "content-type" "x" { fileinto "a"; }
     if header "constructor" "y" { fileinto "b\${__proto__}\${valueOf}"; }`,
    given,
  );
  expect(filed.map(({ mailbox }) => mailbox?.name)).toEqual(["a", "bp"]);
});
