import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { allParts, attachedMessage, decodeText, parseMessage } from "@atrium/formats/mime";
import { embeddedObject, writeTnef } from "../../../../../formats/src/testing/write-tnef.ts";
import { testPlatform } from "../../../testing/index.ts";
import { mailFixture, type Mailer, type MailFixture } from "../mail.fixture.ts";

let fixture: MailFixture;
let alice: Mailer;

beforeAll(async () => {
  fixture = mailFixture(await testPlatform());
  alice = await fixture.person("alice");
});

type Part = readonly string[];

const leaf = (type: string, body: string, ...fields: readonly string[]): Part => [
  `Content-Type: ${type}`,
  ...fields,
  "",
  ...body.split(/\r?\n/),
];
const encoded = (type: string, body: string | Buffer, ...fields: readonly string[]): Part =>
  leaf(
    type,
    Buffer.from(body).toString("base64").replace(/.{76}/g, "$&\n"),
    "Content-Transfer-Encoding: base64",
    ...fields,
  );
let boundaries = 0;
const multi = (kind: string, ...parts: readonly Part[]): Part => {
  const boundary = `b${(boundaries += 1)}`;
  return [
    `Content-Type: multipart/${kind}; boundary=${boundary}`,
    "",
    ...parts.flatMap((part) => [`--${boundary}`, ...part]),
    `--${boundary}--`,
  ];
};
const message = (subject: string, content: Part, ...fields: readonly string[]): string =>
  [
    "From: Bob Baker <bob@demo.test>",
    "To: alice@demo.test",
    `Subject: ${subject}`,
    ...fields,
    "MIME-Version: 1.0",
    ...content,
    "",
  ].join("\r\n");
const both = (plain: string, html: string): Part =>
  multi(
    "alternative",
    leaf("text/plain; charset=utf-8", plain),
    leaf("text/html; charset=utf-8", html),
  );

const deliver = (bytes: string | Buffer) =>
  fixture.deliver(alice, { bytes: Buffer.from(bytes as string) });
const find = async (filter: object) =>
  (await fixture.call(alice, "Email/query", { filter }))["ids"] as string[];
const previewOf = async (id: string, filter: object) => {
  const { list } = await fixture.call(alice, "SearchSnippet/get", { emailIds: [id], filter });
  return (list as { preview: string | null }[])[0]!.preview;
};

describe("a message is found by what stands", () => {
  it("in its HTML alone, which its plain text leaves out", async () => {
    const id = await deliver(
      message("Alternatives", both("See the web page.", "<p>A discount on <b>albatross</b></p>")),
    );
    expect(await find({ body: "albatross" })).toEqual([id]);
    expect(await find({ text: '"discount on albatross"' })).toEqual([id]);
    expect(await find({ body: '"web page"' })).toEqual([id]);
    expect(await find({ subject: "albatross" })).toEqual([]);
    expect(await previewOf(id, { text: "albatross" })).toBe("A discount on <mark>albatross</mark>");
  });

  it("in its HTML where its plain text is empty", async () => {
    const id = await deliver(message("Empty", both("", "<p>bittern</p>")));
    expect(await find({ body: "bittern" })).toEqual([id]);
    expect(await previewOf(id, { text: "bittern" })).toBe("<mark>bittern</mark>");
  });

  it("as a phrase in either alternative, and in no mixture of both", async () => {
    const shared = Array.from({ length: 150 }, (_, n) => `shared${n}`).join(" ");
    const id = await deliver(
      message(
        "Phrases",
        both(
          `${shared} cormorant https://demo.test/1 dotterel ${shared}`,
          `<p>${shared} cormorant dotterel ${shared} egret</p>`,
        ),
      ),
    );
    for (const phrase of [
      "cormorant https demo",
      "cormorant dotterel",
      "shared149 cormorant dotterel shared0",
      "shared148 shared149 egret",
    ])
      expect(await find({ body: `"${phrase}"` }), phrase).toEqual([id]);
    const long = `${shared.split(" ").slice(60).join(" ")} cormorant dotterel shared0`;
    expect(await find({ body: `"${long}"` })).toEqual([id]);
    for (const phrase of ["test dotterel egret", "shared0 shared149", "egret cormorant"])
      expect(await find({ body: `"${phrase}"` }), phrase).toEqual([]);
  });

  it.each([
    ["plain text", leaf("text/plain; charset=utf-8", "first\n두루미"), "두루미"],
    ["a table", encoded("text/csv", "name,count\nflamingo,2\n"), "flamingo"],
    ["Markdown", leaf("text/markdown", "# gannet"), "gannet"],
    ["HTML", encoded("text/html", "<style>p{}</style><p>gos&shy;hawk</p>"), "goshawk"],
    [
      "an invitation",
      leaf(
        "text/calendar; method=REQUEST",
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Hoopoe\\, and lu\n nch\nEND:VEVENT\nEND:VCALENDAR",
      ),
      '"hoopoe and lunch"',
    ],
    [
      "a card",
      leaf("text/vcard", "BEGIN:VCARD\nVERSION:3.0\nFN:Irene Ibis\nEND:VCARD"),
      '"irene ibis"',
    ],
    [
      "a card of an old telephone",
      leaf(
        "text/x-vcard",
        "BEGIN:VCARD\nVERSION:2.1\nNOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=EB=91=90=EB=A3=A8=\n=EB=AF=B8=EC=83=88\nEND:VCARD",
      ),
      "두루미새",
    ],
    ["rich text", leaf("text/rtf", "{\\rtf1\\ansi{\\fonttbl x;}jack\\b daw\\b0 }"), "jackdaw"],
    [
      "a report of delivery",
      leaf("message/delivery-status", "Reporting-MTA: dns; kestrel.test\n\nAction: failed"),
      "kestrel",
    ],
    [
      "the header of a message that came back",
      leaf("text/rfc822-headers", "Subject: =?UTF-8?Q?lapwing_=EC=83=88?=\nTo: x@demo.test"),
      '"lapwing 새"',
    ],
  ])("in %s that is attached", async (_, attached, word) => {
    const id = await deliver(
      message("Attached", multi("mixed", leaf("text/plain", "See the file."), attached)),
    );
    expect(await find({ body: word })).toContain(id);
    expect(await previewOf(id, { text: word })).toContain("<mark>");
  });

  it("in a forwarded message: subject, people, both texts, files and what they hold", async () => {
    const inner = message(
      "=?utf-8?Q?mallard?=",
      multi(
        "mixed",
        both("nuthatch", "<i>osprey</i>"),
        leaf("text/plain", "partridge", 'Content-Disposition: attachment; filename="quail.txt"'),
      ),
      "Cc: Rook Raven <rook@demo.test>",
    );
    for (const attached of [
      leaf("message/rfc822", inner),
      encoded("message/rfc822", inner),
      leaf("message/global", message("Between", leaf("message/rfc822", inner))),
    ]) {
      const id = await deliver(
        message("Fwd", multi("mixed", leaf("text/plain", "for you"), attached)),
      );
      for (const word of [
        "mallard",
        "nuthatch",
        "osprey",
        "partridge",
        "quail",
        '"rook raven"',
        "rook@demo.test",
      ])
        expect(await find({ body: word }), word).toContain(id);
      expect(await find({ subject: "mallard" })).toEqual([]);
      expect(await find({ cc: "rook" })).toEqual([]);
      // Phrases do not reach from one part into the next.
      expect(await find({ body: '"nuthatch osprey"' })).toEqual([]);
    }
  });

  it("in the files of a winmail.dat", async () => {
    const tnef = writeTnef({
      properties: [[0x1000, "unread"]],
      attachments: [
        {
          properties: [
            [0x3701, Buffer.from("sandpiper 새")],
            [0x3707, "notes.txt"],
          ],
        },
        {
          properties: [
            [0x3701, embeddedObject(writeTnef({ properties: [[0x0037, "teal"]] }))],
            [0x3705, 5],
            [0x3001, "The inner one"],
          ],
        },
      ],
    });
    const id = await deliver(
      message(
        "Outlook",
        multi(
          "mixed",
          leaf("text/plain", "own"),
          encoded("application/ms-tnef; name=winmail.dat", tnef),
        ),
      ),
    );
    expect(await find({ body: "sandpiper" })).toContain(id);
    expect(await find({ body: "teal" })).toEqual([id]);
  });
});

describe("a message is not found by", () => {
  it.each([
    ["display", '<div style="display:none">unseen</div>'],
    ["Display in capitals", '<DIV STYLE="color:red; DISPLAY : NONE !important">unseen</DIV>'],
    ["size", '<div style="font-size:0px;line-height:0">unseen<b>unseen</b></div>'],
    ["size in short", '<span style="font:0/0 Arial">unseen</span>'],
    ["opacity", '<div style="opacity:0.0">unseen</div>'],
    ["opacity", '<div style="opacity:0;mso-hide:all">unseen</div>'],
    ["visibility", '<div style="visibility:hidden">unseen</div>'],
    ["height", '<div style="max-height:0px;overflow:hidden">unseen</div>'],
    ["height and overflow", '<div style="height:0;overflow:hidden">unseen</div>'],
    ["the attribute", "<div hidden>unseen</div>"],
  ])("a preheader that is hidden by %s", async (_, hidden) => {
    const id = await deliver(message("News", both("news", `${hidden}<p>the news of today</p>`)));
    expect(await find({ body: "unseen" })).toEqual([]);
    expect(await find({ body: '"news of today"' })).toContain(id);
    expect(await previewOf(id, { text: "unseen" })).toBeNull();
  });

  it("what only machines read in a calendar or a card", async () => {
    await deliver(
      message(
        "Machines",
        multi(
          "mixed",
          leaf("text/plain", "x"),
          leaf("text/calendar", "BEGIN:VCALENDAR\nUID:unseenid\nPRODID:unseenid\nEND:VCALENDAR"),
          leaf("text/vcard", "BEGIN:VCARD\nPHOTO;ENCODING=b:unseenid\nFN:x\nEND:VCARD"),
          encoded("application/pdf", "unseenid"),
        ),
      ),
    );
    expect(await find({ body: "unseenid" })).toEqual([]);
    expect(await find({ body: "vcalendar" })).toEqual([]);
  });
});

const corpora = resolve(
  import.meta.dirname,
  "../../../../..",
  process.env["ATRIUM_CORPORA"] ?? "../shared/corpora",
  "mime",
);

/** Every piece of text in a message, however deep. */
function piecesOf(bytes: Uint8Array): string[] {
  return inside(parseMessage(bytes));
  function inside(one: ReturnType<typeof parseMessage>): string[] {
    return allParts(one.root).flatMap((part) => {
      const forwarded = attachedMessage(one.bytes, part);
      if (forwarded !== null) return inside(forwarded);
      return part.children === null && /^text\/(?!html|enriched)/.test(part.type)
        ? [decodeText(one.bytes, part).value]
        : [];
    });
  }
}

describe.skipIf(!existsSync(corpora))("every message that strangers wrote (corpora)", () => {
  it("is found by words of each of its texts", async () => {
    const names = readdirSync(corpora, { recursive: true }).map(String);
    for (const name of names.filter((one) => one.endsWith(".eml"))) {
      const bytes = readFileSync(join(corpora, name));
      const id = await deliver(bytes);
      for (const piece of piecesOf(bytes)) {
        const words = piece.match(/[A-Za-zÄÖÜäöü]{5,20}/g) ?? [];
        for (const word of [words.at(0), words.at(-1)])
          if (word !== undefined)
            expect(await find({ body: word }), `${name} ${word}`).toContain(id);
      }
    }
  });
});
