import { differs, failed, no, refused, run, yes, type Group } from "./pair.fixture.ts";

/** Extensions that add actions, and those about mailboxes and MIME parts. */

const FLAGS: Group = {
  about: "imap4flags (RFC 5232)",
  requires: ["imap4flags", "fileinto", "variables", "relational", "comparator-i;ascii-numeric"],
  pairs: [
    run("plain", 'setflag "\\\\Seen";', "keep [\\seen]"),
    run("plain", 'setflag "\\\\Seen"; keep;', "keep [\\seen]"),
    run("plain", 'addflag "\\\\Seen"; addflag "$Work"; keep;', "keep [$Work \\seen]"),
    run("plain", 'addflag ["\\\\Seen", "$Work"]; removeflag "\\\\Seen"; keep;', "keep [$Work]"),
    run("plain", 'addflag "\\\\Seen $Work  x"; keep;', "keep [$Work \\seen x]"),
    run("plain", 'addflag "x"; addflag "X"; keep;', "keep [x]"),
    run("plain", 'addflag ["a", "b"]; removeflag "A"; keep;', "keep [b]"),
    run("plain", 'addflag "a"; setflag "b"; keep;', "keep [b]"),
    run("plain", 'addflag "a"; setflag ""; keep;', "keep"),
    run("plain", 'keep :flags "\\\\Flagged";', "keep [\\flagged]"),
    run("plain", 'addflag "a"; keep :flags "b";', "keep [b]"),
    run("plain", 'addflag "a"; fileinto "A";', "file A [a]"),
    run("plain", 'addflag "a"; fileinto :flags "" "A";', "file A"),
    run("plain", 'fileinto :flags ["a", "\\\\Answered"] "A";', "file A [\\answered a]"),
    run("plain", 'fileinto :flags "a" "A"; fileinto :flags "b" "A";', "file A [b]"),
    run("plain", 'fileinto :flags "a" "A"; addflag "b"; keep;', "file A [a], keep [b]"),
    run("plain", 'addflag ["\\\\Recent", "\\\\Unknown", "a"]; keep;', "keep [a]"),
    run("plain", 'addflag ["(x", "a%", "b*", "c]", "d\\"e", "f"]; keep;', "keep [f]"),
    run("plain", 'addflag "한글"; keep;', "keep"),
    run("plain", 'setflag "v" "\\\\Seen"; keep;', "keep"),
    run("plain", 'setflag "v" ["\\\\Seen", "a"]; keep :flags "${v}";', "keep [\\seen a]"),
    run("plain", 'addflag "v" "a"; addflag "v" "b"; fileinto "${v}";', "file a b"),
    run("plain", 'addflag "v" ["a", "b"]; removeflag "v" "a"; fileinto "${v}";', "file b"),
    run("plain", 'set "v" "a b"; addflag "v" "b c"; fileinto "${v}";', "file a b c"),
    run("plain", 'addflag "a"; discard;', "discard"),
    run("plain", 'addflag "a"; if hasflag "a" { discard; }', "discard"),
    run("plain", 'addflag "a"; if hasflag "A" { discard; }', "discard"),
    run("plain", 'addflag "a"; if hasflag "b" { discard; } setflag "";', "keep"),
    run("plain", 'addflag "abc"; if hasflag :contains "b" { discard; } setflag "";', "discard"),
    run("plain", 'addflag "abc"; if hasflag :matches "a*" { discard; } setflag "";', "discard"),
    run("plain", 'addflag ["a", "b"]; if hasflag ["x", "b"] { discard; }', "discard"),
    run("plain", 'set "v" "a b"; if hasflag "v" "b" { discard; }', "discard"),
    run("plain", 'set "v" "a"; set "w" "b"; if hasflag ["v", "w"] "b" { discard; }', "discard"),
    run(
      "plain",
      'addflag ["a", "b"]; if hasflag :count "eq" :comparator "i;ascii-numeric" "2" { discard; }',
      "discard",
    ),
    run("plain", 'addflag ["a", "b"]; if hasflag :is "b A" { discard; }', "discard"),
    run("plain", 'set "v" "a b"; if hasflag "v" "x b" { discard; }', "discard"),
    run(
      "plain",
      'set "v" "a b A"; set "w" "b c"; if hasflag :count "eq" :comparator "i;ascii-numeric" ["v", "w"] "4" { discard; }',
      "discard",
    ),
    no("plain", 'hasflag ""'),
    no("plain", 'hasflag "\\\\Seen"'),
    refused("setflag;"),
    refused('keep :flags "a" :flags "b";'),
    refused('keep :flag "a";'),
  ],
};

const VACATION: Group = {
  about: "vacation (RFC 5230, RFC 6131)",
  requires: ["vacation", "vacation-seconds", "variables", "reject", "fileinto"],
  pairs: [
    run("plain", 'vacation "Away";', "keep, vacation 604800"),
    run("plain", 'vacation :days 3 "Away";', "keep, vacation 259200"),
    run("plain", 'vacation :days 1 "Away";', "keep, vacation 86400"),
    run("plain", 'vacation :seconds 1800 "Away";', "keep, vacation 1800"),
    run("plain", 'vacation :subject "Gone" "Away";', "keep, vacation 604800 Gone"),
    run("plain", 'vacation :from "bob@example.com" "Away";', "keep, vacation 604800"),
    run(
      "plain",
      'vacation :addresses ["b@example.com", "c@example.com"] "Away";',
      "keep, vacation 604800",
    ),
    run("plain", 'vacation :handle "h" "Away"; discard;', "vacation 604800"),
    run("plain", 'vacation "Away"; fileinto "A";', "file A, vacation 604800"),
    run(
      "plain",
      'if header :matches "subject" "*" { vacation :subject "Re: ${1}" "Away"; }',
      "keep, vacation 604800 Re: Hello World",
    ),
    run(
      "plain",
      "vacation :mime text:\r\nContent-Type: text/plain\r\n\r\nAway\r\n.\r\n;",
      "keep, vacation 604800",
    ),
    failed("plain", 'vacation "Away"; vacation "Still away";'),
    failed("plain", 'vacation "Away"; reject "No";'),
    failed("plain", 'reject "No"; vacation "Away";'),
    refused('vacation :days 3 :seconds 4 "Away";'),
    refused('vacation :from "nobody" "Away";'),
    refused('vacation :days "3" "Away";'),
    refused("vacation;"),
  ],
};

const REJECT: Group = {
  about: "reject (RFC 5429)",
  requires: ["reject", "fileinto", "variables"],
  pairs: [
    run("plain", 'reject "No thanks";', "reject No thanks"),
    run("plain", 'reject "No"; discard;', "reject No"),
    run("plain", 'discard; reject "No";', "reject No"),
    run("plain", 'if header :matches "subject" "* *" { reject "No ${2}"; }', "reject No World"),
    failed("plain", 'reject "No"; reject "Never";'),
    failed("plain", 'reject "No"; keep;'),
    failed("plain", 'keep; reject "No";'),
    failed("plain", 'fileinto "A"; reject "No";'),
    failed("plain", 'reject "No"; fileinto "A";'),
    failed("plain", 'reject "No"; redirect "x@y.example";'),
    failed("plain", 'redirect "x@y.example"; reject "No";'),
    refused("reject;"),
    refused('reject ["No"];'),
  ],
};

const EREJECT: Group = {
  about: "ereject (RFC 5429 §2.1)",
  requires: ["ereject"],
  pairs: [
    run("plain", 'ereject "No";', "reject No", differs("refused", "sieve-test has no ereject")),
    run("plain", 'ereject "No"; keep;', "failed", differs("refused", "sieve-test has no ereject")),
  ],
};

const EDITHEADER: Group = {
  about: "editheader (RFC 5293)",
  requires: ["editheader", "fileinto", "variables", "index"],
  pairs: [
    run("plain", 'addheader "X-New" "value"; if header "x-new" "value" { discard; }', "discard"),
    run("plain", 'addheader "X-New" "value"; if not exists "x-new" { discard; }', "keep"),
    run(
      "plain",
      'addheader "X-New" "  value "; if header "x-new" "value" { discard; }',
      "discard",
      differs("keep", "RFC 5228 §2.4.2.2: white space around a value is not compared"),
    ),
    run(
      "plain",
      'addheader "Subject" "New"; if header :index 1 "subject" "New" { discard; }',
      "discard",
    ),
    run(
      "plain",
      'addheader :last "Subject" "New"; if header :index 2 "subject" "New" { discard; }',
      "discard",
    ),
    run(
      "plain",
      'addheader "X-A" "1"; addheader "X-A" "2"; if header :index 1 "x-a" "2" { discard; }',
      "discard",
    ),
    run("plain", 'deleteheader "subject"; if exists "subject" { discard; }', "keep"),
    run("plain", 'deleteheader "KEYWORDS"; if not exists "keywords" { discard; }', "discard"),
    run(
      "plain",
      'deleteheader :index 1 "keywords"; if header :matches "keywords" "*" { fileinto "${1}"; }',
      "file green",
    ),
    run(
      "plain",
      'deleteheader :index 1 :last "keywords"; if header :matches "keywords" "*" { fileinto "${1}"; }',
      "file red",
    ),
    run(
      "plain",
      'deleteheader "keywords" "red"; if header :matches "keywords" "*" { fileinto "${1}"; }',
      "file green",
    ),
    run(
      "plain",
      'deleteheader :contains "keywords" ["x", "REE"]; if header :matches "keywords" "*" { fileinto "${1}"; }',
      "file red",
    ),
    run(
      "plain",
      'deleteheader :index 1 "keywords" "green"; if header :index 2 "keywords" "green" { discard; }',
      "discard",
    ),
    run(
      "plain",
      'deleteheader :index 9 "keywords"; if header "keywords" "red" { discard; }',
      "discard",
    ),
    run("plain", 'deleteheader "x-none"; discard;', "discard"),
    run("received", 'deleteheader "received"; if exists "received" { discard; }', "discard"),
    run(
      "bounce",
      'deleteheader "auto-submitted"; if exists "auto-submitted" { discard; }',
      "discard",
    ),
    run("plain", 'addheader "X-A" "1"; deleteheader "x-a"; if exists "x-a" { discard; }', "keep"),
    run(
      "plain",
      'deleteheader "subject"; addheader "Subject" "New"; if header "subject" "New" { discard; }',
      "discard",
    ),
    run(
      "plain",
      'if header :matches "subject" "*" { addheader "X-Was" "${1}"; } if header "x-was" "hello world" { discard; }',
      "discard",
    ),
    refused('addheader "X New" "value";'),
    refused('addheader "X:New" "value";'),
    refused('addheader "" "value";', differs("keep", "RFC 5293 §4: not the name of a field")),
    refused('deleteheader :last "subject";', differs("keep", "RFC 5293 §5: an error")),
    refused('addheader "X-New";'),
    refused(
      'deleteheader ["keywords"];',
      differs("keep", "RFC 5293 §5: the name of a field is a string"),
    ),
  ],
};

const MAILBOX: Group = {
  about: "mailbox and special-use (RFC 5490, RFC 8579)",
  requires: ["mailbox", "special-use", "fileinto"],
  pairs: [
    run("plain", 'fileinto :create "New";', "file New +create"),
    run("plain", 'fileinto :specialuse "\\\\Archive" "Old";', "file Old"),
    run("plain", 'fileinto :specialuse "\\\\Archive" :create "Old";', "file Old +create"),
    yes("plain", 'mailboxexists "INBOX"'),
    no("plain", 'mailboxexists "Nowhere"'),
    no("plain", 'mailboxexists ["INBOX", "Nowhere"]'),
    no("plain", 'specialuse_exists "\\\\Junk"'),
    yes("plain", 'specialuse_exists "\\\\Archive"'),
    refused('fileinto :specialuse "Archive" "Old";'),
    refused(
      'if specialuse_exists "Junk" { keep; }',
      differs("failed", "RFC 8579 §3: a flag begins with a backslash; sieve-test fails later"),
    ),
    refused('fileinto :create :create "New";'),
    refused("if mailboxexists { keep; }"),
  ],
};

const MAILBOXID: Group = {
  about: "mailboxid (RFC 9042)",
  requires: ["mailboxid", "fileinto"],
  pairs: [
    run(
      "plain",
      'fileinto :mailboxid "M1" "Work";',
      "file Work",
      differs("refused", "sieve-test has no mailboxid"),
    ),
    yes("plain", 'mailboxidexists "M1"', differs("refused", "sieve-test has no mailboxid")),
    no("plain", 'mailboxidexists ["M1", "M2"]', differs("refused", "sieve-test has no mailboxid")),
  ],
};

const DUPLICATE: Group = {
  about: "duplicate (RFC 7352), the first time",
  requires: ["duplicate", "variables"],
  pairs: [
    no("plain", "duplicate"),
    no("plain", 'duplicate :header "x-none"'),
    no("plain", 'duplicate :header "not a name"'),
    no("plain", 'duplicate :uniqueid "${none}"'),
    no("plain", 'duplicate :handle "h" :seconds 60 :last :uniqueid "u"'),
    no("plain", "duplicate :seconds 0"),
    refused('if duplicate :header "a" :uniqueid "b" { keep; }'),
    refused('if duplicate "a" { keep; }'),
  ],
};

/** sieve-test reads included scripts when it compiles. */
const AT_RUN_TIME = differs("refused", "RFC 6609 §3.2: an error when the script runs, not before");

const INCLUDE: Group = {
  about: "include (RFC 6609)",
  requires: ["include", "variables", "fileinto"],
  pairs: [
    run("plain", 'include "one";', "file A", {
      includes: { one: 'require "fileinto"; fileinto "A";' },
    }),
    run("plain", 'include :personal "one"; fileinto "B";', "file B", {
      includes: { one: "discard;" },
    }),
    run("plain", 'include "one"; discard;', "keep", { includes: { one: "keep; stop;" } }),
    run("plain", 'include "one"; fileinto "B";', "file B", {
      includes: { one: 'require ["include", "fileinto"]; return; fileinto "A";' },
    }),
    run("plain", 'set "v" "x"; include "one";', "file -", {
      includes: { one: 'require ["variables", "fileinto"]; fileinto "-${v}";' },
    }),
    run("plain", 'include "one"; fileinto "-${v}";', "file -", {
      includes: { one: 'require ["variables"]; set "v" "x";' },
    }),
    run("plain", 'global "v"; set "v" "x"; include "one";', "file -x", {
      includes: {
        one: 'require ["include", "variables", "fileinto"]; global "v"; fileinto "-${v}";',
      },
    }),
    run("plain", 'global "v"; include "one"; fileinto "-${v}";', "file -x", {
      includes: { one: 'require ["include", "variables"]; global ["v", "w"]; set "v" "x";' },
    }),
    run("plain", 'set "global.v" "x"; include "one";', "file -x", {
      includes: { one: 'require ["include", "variables", "fileinto"]; fileinto "-${global.v}";' },
    }),
    run("plain", 'global "v"; set "global.v" "x"; fileinto "${v}";', "file x"),
    run("plain", 'include "one"; include "one"; fileinto "${global.n}";', "file ..", {
      includes: { one: 'require ["include", "variables"]; set "global.n" "${global.n}.";' },
    }),
    run("plain", 'include :once "one"; include :once "one"; fileinto "${global.n}";', "file .", {
      includes: { one: 'require ["include", "variables"]; set "global.n" "${global.n}.";' },
    }),
    run("plain", 'include "one";', "file A", {
      includes: {
        one: 'require "include"; include "two";',
        two: 'require "fileinto"; fileinto "A";',
      },
    }),
    run("plain", 'include :optional "absent"; discard;', "discard"),
    run(
      "plain",
      'if header :matches "subject" "*" { include "one"; fileinto "${1}"; }',
      "file Hello World",
      {
        includes: { one: 'if header :contains "subject" "x" { keep; }' },
      },
    ),
    run("plain", "return; discard;", "keep"),
    run("mixed", 'require "foreverypart"; foreverypart { include "one"; } discard;', "file inner", {
      includes: {
        one: 'require "fileinto"; if header "subject" "Forwarded" { fileinto "inner"; }',
      },
      ...differs("discard", "RFC 6609 §3.5: it sees the part as though it were the message"),
    }),
    failed("plain", 'include "loop";', {
      includes: { loop: 'require "include"; include "loop";' },
      ...AT_RUN_TIME,
    }),
    failed("plain", 'include "ping";', {
      includes: {
        ping: 'require "include"; include "pong";',
        pong: 'require "include"; include "ping";',
      },
      ...AT_RUN_TIME,
    }),
    failed("plain", 'include "absent";', AT_RUN_TIME),
    refused('set "v" "x"; global "v";'),
    refused('global "1";'),
    refused('global "a.b";'),
    refused('set "global.a.b" "x";'),
    refused('include ["a"];'),
    refused('include "${a}";'),
  ],
};

const MIME: Group = {
  about: "mime, foreverypart, extracttext (RFC 5703)",
  requires: [
    "mime",
    "foreverypart",
    "extracttext",
    "variables",
    "fileinto",
    "relational",
    "comparator-i;ascii-numeric",
  ],
  pairs: [
    yes("mixed", 'header :mime :type "content-type" "multipart"'),
    yes("mixed", 'header :mime :subtype "content-type" "mixed"'),
    yes("mixed", 'header :mime :contenttype "content-type" "multipart/mixed"'),
    no("mixed", 'header :mime :type "content-type" "text"'),
    yes("mixed", 'header :mime :anychild :type "content-type" "text"'),
    yes("mixed", 'header :mime :anychild :contenttype "content-type" "application/pdf"'),
    no("mixed", 'header :mime :anychild :contenttype "content-type" "image/png"'),
    yes("mixed", 'header :mime :param "x-kind" "content-type" "report"'),
    yes("mixed", 'header :mime :anychild :param "filename" "content-disposition" "report.pdf"'),
    yes("mixed", 'header :mime :anychild :param ["name", "x"] :contains "content-type" ".pdf"'),
    yes("mixed", 'header :mime :anychild :is "content-description" "The report"'),
    no("mixed", 'header :mime :is "content-description" "The report"'),
    yes("mixed", 'header :mime :anychild :matches "content-disposition" "attachment*"'),
    yes("mixed", 'header :mime :anychild :type :is "content-disposition" "attachment"'),
    no("mixed", 'header :mime :anychild :type :is "content-disposition" "inline"'),
    yes("mixed", 'exists :mime :anychild "content-disposition"'),
    no("mixed", 'exists :mime "content-disposition"'),
    yes("mixed", 'address :mime :anychild "from" "inner@example.net"'),
    no("mixed", 'address :mime "from" "inner@example.net"'),
    run("mixed", 'foreverypart { set "n" "${n}."; } fileinto "${n}";', "file ......."),
    run(
      "mixed",
      'foreverypart { if header :mime :contenttype :matches "content-type" "*" { set "n" "${n},${1}"; } } fileinto "${n}";',
      "file ,multipart/mixed,multipart/alternative,text/plain,text/html,application/pdf,message/rfc822",
    ),
    run(
      "mixed",
      'foreverypart { foreverypart { set "n" "${n}."; } set "n" "${n}|"; } fileinto "${n}";',
      "file ......|..||||.||",
      differs("failed", "RFC 5703 §3; sieve-test calls its own compiled script corrupt"),
    ),
    run(
      "mixed",
      'foreverypart { if header :mime :subtype "content-type" "html" { break; } set "n" "${n}."; } fileinto "${n}";',
      "file ...",
    ),
    run(
      "mixed",
      'foreverypart :name "a" { foreverypart { break :name "a"; } } discard;',
      "discard",
    ),
    run(
      "mixed",
      'foreverypart { if header :mime :subtype "content-type" "plain" { extracttext "t"; fileinto "${t}"; stop; } }',
      "file Plain words of the report",
    ),
    run(
      "mixed",
      'foreverypart { if header :mime :subtype "content-type" "plain" { extracttext :first 5 :upper "t"; fileinto "${t}"; } }',
      "file PLAIN",
    ),
    run(
      "korean",
      'foreverypart { extracttext :first 2 "t"; fileinto "${t}"; }',
      "file 안녕",
      differs("failed", "RFC 5703 §7: characters; sieve-test cuts one in two"),
    ),
    run("plain", 'foreverypart { extracttext :length "t"; fileinto "${t}"; }', "file 60", {}),
    run(
      "mixed",
      'if header :mime :anychild :count "eq" :comparator "i;ascii-numeric" "content-type" "6" { discard; }',
      "discard",
    ),
    refused("break;"),
    refused('foreverypart { break :name "b"; }'),
    refused('extracttext "t";'),
    refused('foreverypart { extracttext "1"; }'),
    refused('if header :anychild "content-type" "a" { keep; }'),
    refused('if header :type "content-type" "a" { keep; }'),
    refused('if header :mime :type :subtype "content-type" "a" { keep; }'),
    refused("foreverypart keep;"),
  ],
};

export const ACTING: readonly Group[] = [
  FLAGS,
  VACATION,
  REJECT,
  EREJECT,
  EDITHEADER,
  MAILBOX,
  MAILBOXID,
  DUPLICATE,
  INCLUDE,
  MIME,
];
