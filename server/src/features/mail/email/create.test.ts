import { describe, expect, it } from "vitest";
import { parseMessage, parseParameters } from "@atrium/formats/mime";
import { testPlatform } from "../../../testing/index.ts";
import { MAX_ATTACHMENTS } from "../limits.ts";
import { mailFixture } from "../mail.fixture.ts";

const platform = await testPlatform();
const fixture = mailFixture(platform);
const alice = await fixture.person("alice");

type Json = Readonly<Record<string, unknown>>;

async function set(record: object, more: object = {}): Promise<Record<string, Json>> {
  const create = { new: { mailboxIds: { [alice.mailboxes.drafts]: true }, ...record } };
  return (await fixture.call(alice, "Email/set", { create, ...more })) as Record<string, Json>;
}

async function make(record: object): Promise<Json & { id: string; blobId: string }> {
  const { created, notCreated } = await set(record);
  expect(notCreated).toBeNull();
  return created!["new"] as Json & { id: string; blobId: string };
}

async function refusal(record: object): Promise<unknown> {
  const { created, notCreated } = await set(record);
  expect(created).toBeNull();
  return notCreated!["new"];
}

async function get(id: string, properties: readonly string[], args: object = {}): Promise<Json> {
  const { list } = await fixture.call(alice, "Email/get", { ids: [id], properties, ...args });
  return (list as Json[])[0]!;
}

async function upload(content: string | Uint8Array, type: string): Promise<string> {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return (await fixture.engine.blobs.upload(alice.actor, alice.accountId, bytes, type)).blobId;
}

async function source(blobId: string): Promise<string> {
  const opened = await fixture.engine.blobs.open(alice.actor, alice.accountId, blobId);
  return Buffer.concat(await opened!.stream().toArray()).toString();
}

function contentTypeOf(part: Json) {
  const { value, parameters } = parseParameters(part["header:Content-Type:asText"] as string);
  return { type: value, parameters: parameters as Record<string, string> };
}

const text = (value: string): object => ({
  textBody: [{ partId: "t", type: "text/plain" }],
  bodyValues: { t: { value } },
});

describe("Email/set create", () => {
  it("answers what the server made of it", async () => {
    const { drafts } = alice.mailboxes;
    const before = platform.clock.now();
    const created = await make({
      subject: "안녕 Ann",
      from: [{ name: "Alice", email: "alice@demo.test" }],
      keywords: { $Draft: true },
      ...text("First.\nSecond."),
    });
    const email = await get(created.id, [
      "blobId",
      "threadId",
      "size",
      "preview",
      "hasAttachment",
      "keywords",
      "mailboxIds",
      "subject",
      "messageId",
      "sentAt",
      "receivedAt",
    ]);
    expect(created).toMatchObject({
      blobId: email["blobId"],
      threadId: email["threadId"],
      size: email["size"],
      preview: "First. Second.",
      hasAttachment: false,
      keywords: { $draft: true },
    });
    expect(email).toMatchObject({ subject: "안녕 Ann", keywords: { $draft: true } });
    expect(email["mailboxIds"]).toEqual({ [drafts]: true });
    expect((email["messageId"] as string[])[0]).toMatch(/^[0-9a-f-]{36}@demo\.test$/);
    for (const property of ["sentAt", "receivedAt"]) {
      const time = Date.parse(email[property] as string);
      expect(time).toBeGreaterThan(before.getTime() - 1000);
      expect(time).toBeLessThanOrEqual(platform.clock.now().getTime());
    }
  });

  it("gives every property and header form back", async () => {
    const wanted = {
      messageId: ["mine@demo.test"],
      inReplyTo: ["a@demo.test"],
      references: ["0@demo.test", "a@demo.test"],
      sender: [{ name: null, email: "desk@demo.test" }],
      from: [
        { name: "김지민", email: "jimin@demo.test" },
        { name: 'Bob "B." Baker', email: "bob@demo.test" },
      ],
      to: [{ name: "Smith, Carol", email: "carol@demo.test" }],
      cc: [{ name: null, email: "지민@데모.test" }],
      bcc: [{ name: null, email: "secret@demo.test" }],
      replyTo: [{ name: null, email: "reply@demo.test" }],
      subject: "Re: 회의 =?x?= \u{1f600}",
      sentAt: "2026-03-03T10:00:00+09:00",
      receivedAt: "2026-03-04T00:00:00Z",
      "header:X-Raw": " folded\r\n\tas it stands ü",
      "header:X-Text:asText": "naïve  text",
      "header:X-People:asAddresses": [{ name: "Ann", email: "ann@demo.test" }],
      "header:X-Groups:asGroupedAddresses": [
        { name: "Team", addresses: [{ name: null, email: "a@demo.test" }] },
        { name: null, addresses: [{ name: null, email: "b@demo.test" }] },
      ],
      "header:X-Ids:asMessageIds": ["1@demo.test", "2@demo.test"],
      "header:X-Date:asDate": "2026-01-01T00:00:00-05:00",
      "header:List-Post:asURLs": ["mailto:list@demo.test"],
      "header:X-Many:asText:all": ["one", "two"],
      "header:Comments:all": [" x", " y"],
    };
    const { id, blobId } = await make({ ...wanted, ...text("x") });
    const email = await get(id, Object.keys(wanted));
    expect(email).toEqual({ id, ...wanted });
    const names = parseMessage(Buffer.from(await source(blobId))).headers.map(({ name }) => name);
    expect(names.slice(0, 8)).toEqual([
      "Date",
      "From",
      "Sender",
      "Reply-To",
      "To",
      "Cc",
      "Bcc",
      "Subject",
    ]);
    expect(names.filter((name) => name === "MIME-Version")).toHaveLength(1);
  });

  it("takes one From field with one address for each author", async () => {
    const mixed = " <a@evil.test> <alice@demo.test>";
    for (const [property, value] of [
      ["header:From", mixed],
      ["header:from:all", [" a@evil.test", " alice@demo.test"]],
      ["header:From:asText", "a@evil.test alice@demo.test"],
    ] as const)
      expect([property, await refusal({ [property]: value })]).toMatchObject([
        property,
        { type: "invalidProperties", properties: [property] },
      ]);
    const bodyStructure = { partId: "1", type: "text/plain", "header:From": mixed };
    expect(await refusal({ bodyStructure, bodyValues: { 1: { value: "x" } } })).toMatchObject({
      type: "invalidProperties",
      properties: ["bodyStructure"],
    });
    // Names may be of any kind, half an address is a draft, and several authors are allowed.
    for (const from of [
      [{ name: "<a@evil.test> (b@evil.test)", email: "alice@demo.test" }],
      [{ email: "alice" }],
      [{ email: "a@evil.test> <alice@demo.test" }],
      [{ email: "a@evil.test@demo.test" }],
      [{ email: "alice@demo.test" }, { name: "Bob", email: "bob@demo.test" }],
    ])
      expect((await make({ from })).id).toMatch(/^m/);
  });

  it("lets no value begin a header field of its own", async () => {
    const evil = "x\r\nX-Evil: yes\r\n\r\nbody";
    const { id } = await make({
      subject: evil,
      from: [{ name: evil, email: `a@b${evil}` }],
      "header:X-Text:asText": evil,
      ...text("the body"),
    });
    const email = await get(id, ["header:X-Evil", "bodyValues", "subject"], {
      fetchAllBodyValues: true,
    });
    expect(email["header:X-Evil"]).toBeNull();
    expect(email["subject"]).toBe("x X-Evil: yes  body");
    expect(Object.values(email["bodyValues"] as Json)).toMatchObject([{ value: "the body" }]);
    for (const [property, value] of [
      ["header:X-Raw", evil],
      ["messageId", [evil]],
      ["header:List-Post:asURLs", [evil]],
      ["header:X-Date:asDate", evil],
    ] as const)
      expect(await refusal({ [property]: value })).toMatchObject({
        type: "invalidProperties",
        properties: [property],
      });
  });

  it("keeps half a draft", async () => {
    const to = [
      { name: "Only a name", email: "" },
      { name: null, email: "bob" },
    ];
    const { id } = await make({ to, subject: "" });
    expect(await get(id, ["to", "subject", "from"])).toMatchObject({ to, subject: "", from: null });
    const empty = await make({});
    expect(await get(empty.id, ["to", "subject", "preview"])).toMatchObject({
      to: null,
      subject: null,
      preview: "",
    });
  });

  it("builds text, HTML with its pictures, and files into one tree", async () => {
    const picture = await upload(Buffer.from([1, 2, 3]), "image/png");
    const plan = await upload("계획", "text/csv; charset=euc-kr");
    const { id, hasAttachment } = await make({
      textBody: [{ partId: "t", type: "text/plain", language: ["ko", "en"] }],
      htmlBody: [{ partId: "h", type: "text/html" }],
      attachments: [
        { blobId: picture, type: "image/png", cid: "pic@demo", name: "사진.png" },
        { blobId: plan, name: `${"긴 이름 ".repeat(20)}.csv`, size: 1 },
      ],
      bodyValues: { t: { value: "글" }, h: { value: "<img src='cid:pic@demo'>" } },
    });
    expect(hasAttachment).toBe(true);
    const email = await get(id, ["bodyStructure", "bodyValues", "attachments"], {
      bodyProperties: ["type", "name", "disposition", "cid", "charset", "language", "size"],
      fetchTextBodyValues: true,
    });
    expect(email["bodyStructure"]).toMatchObject({
      type: "multipart/mixed",
      subParts: [
        {
          type: "multipart/alternative",
          subParts: [
            { type: "text/plain", charset: "utf-8", language: ["ko", "en"] },
            {
              type: "multipart/related",
              subParts: [
                { type: "text/html" },
                { type: "image/png", cid: "pic@demo", name: "사진.png", disposition: "inline" },
              ],
            },
          ],
        },
        { type: "text/csv", charset: "utf-8", disposition: "attachment", size: 6 },
      ],
    });
    const [, file] = email["attachments"] as Json[];
    expect(file!["name"]).toBe(`${"긴 이름 ".repeat(20)}.csv`);
  });

  it("builds the tree that the client draws", async () => {
    const inner = await upload("Subject: inner\r\n\r\ntext\r\n", "message/rfc822");
    const { id } = await make({
      subject: "outer",
      bodyStructure: {
        type: "multipart/mixed",
        "header:X-Root:asText": "root",
        subParts: [
          {
            partId: "cal",
            "header:Content-Type": ' text/calendar; method=REQUEST; charset="x"',
            location: "https://demo.test/ü",
            "header:Content-Description:asText": "Einladung für 지민",
          },
          { blobId: inner, type: "message/rfc822", disposition: "inline" },
          { partId: "json", type: "application/json", name: "a.json" },
        ],
      },
      bodyValues: { cal: { value: "BEGIN:VCALENDAR" }, json: { value: "{}" } },
    });
    const email = await get(id, ["header:X-Root:asText", "bodyStructure"], {
      bodyProperties: [
        "type",
        "blobId",
        "name",
        "location",
        "disposition",
        "header:Content-Type:asText",
        "header:Content-Description:asText",
        "header:Content-Transfer-Encoding",
      ],
    });
    expect(email["header:X-Root:asText"]).toBe("root");
    const { subParts } = email["bodyStructure"] as { subParts: (Json & { blobId: string })[] };
    expect(subParts).toMatchObject([
      {
        type: "text/calendar",
        location: "https://demo.test/%C3%BC",
        "header:Content-Type:asText": "text/calendar; method=REQUEST; charset=utf-8",
        "header:Content-Description:asText": "Einladung für 지민",
      },
      {
        type: "message/rfc822",
        disposition: "inline",
        "header:Content-Transfer-Encoding": " 7bit",
      },
      { type: "application/json", name: "a.json", disposition: null },
    ]);
    const { parsed } = await fixture.call(alice, "Email/parse", { blobIds: [subParts[1]!.blobId] });
    expect(Object.values(parsed as Json)).toMatchObject([{ subject: "inner" }]);
  });

  it("says of what type the root of related parts is (RFC 2387)", async () => {
    const html = { partId: "h", type: "text/html", cid: "root@demo" };
    const picture = {
      blobId: await upload(Buffer.from([1, 2, 3]), "image/png"),
      type: "image/png",
      cid: "pic@demo",
      disposition: "inline",
    };
    const both = { type: "multipart/alternative", subParts: [{ partId: "t" }, html] };
    const related = (given: object, ...subParts: object[]): object => ({
      bodyStructure: { subParts, ...given },
      bodyValues: { t: { value: "글" }, h: { value: "<img src='cid:pic@demo'>" } },
    });
    const typed = { type: "multipart/related" };
    const typeField = (rest: string) => ({ "header:Content-Type": ` multipart/related; ${rest}` });
    for (const [record, expected] of [
      [related(typed, html, picture), "text/html"],
      [related(typed, both, picture), "multipart/alternative"],
      [related(typed, { partId: "t" }), "text/plain"],
      [related(typed, { blobId: await upload("a,b", "text/csv; x=y") }, picture), "text/csv"],
      [related(typeField('start="<root@demo>"'), picture, html), "text/html"],
      [related(typeField('start="<nobody@demo>"'), picture, html), "image/png"],
      [related(typeField('type="application/xop+xml"'), html), "application/xop+xml"],
    ] as const) {
      const { id } = await make(record);
      const { bodyStructure } = await get(id, ["bodyStructure"], {
        bodyProperties: ["header:Content-Type:asText"],
      });
      const { type, parameters } = contentTypeOf(bodyStructure as Json);
      expect([type, parameters["type"]]).toEqual(["multipart/related", expected]);
    }
  });

  it("takes parts of other messages, and blobs of the same request", async () => {
    const first = await make({
      attachments: [{ blobId: await upload("a file", "text/plain"), name: "a.txt" }],
      ...text("x"),
    });
    const { attachments } = await get(first.id, ["attachments"]);
    const [{ blobId }] = attachments as [{ blobId: string }];
    const forwarded = await make({ attachments: [{ blobId, type: "text/plain" }] });
    const email = await get(forwarded.id, ["bodyValues"], { fetchAllBodyValues: true });
    expect(Object.values(email["bodyValues"] as Json)).toMatchObject([{ value: "a file" }]);
  });

  it("names every blob that is not there", async () => {
    const bob = await fixture.person("bob");
    const foreign = await fixture.engine.blobs.upload(
      bob.actor,
      bob.accountId,
      Buffer.from("bob's"),
      "text/plain",
    );
    const here = await upload("here", "text/plain");
    const ids = [`b${"0".repeat(64)}`, foreign.blobId, "nonsense"];
    const attachments = [...ids, here].map((blobId) => ({ blobId, type: "text/plain" }));
    expect(await refusal({ attachments })).toMatchObject({ type: "blobNotFound", notFound: ids });
  });

  it("refuses attachments beyond the limit before it reads them", async () => {
    const blobId = await upload(Buffer.alloc(MAX_ATTACHMENTS / 2 + 1), "application/zip");
    const other = await upload(Buffer.alloc(MAX_ATTACHMENTS / 2 + 2), "application/zip");
    const attachments = [{ blobId }, { blobId: other }];
    expect(await refusal({ attachments })).toMatchObject({ type: "tooLarge" });
    const twice = { type: "multipart/mixed", subParts: [{ blobId }, { blobId }] };
    expect(await refusal({ bodyStructure: twice })).toMatchObject({ type: "tooLarge" });
    const subParts = Array.from({ length: 900 }, () => ({ partId: "t" }));
    const often = { type: "multipart/mixed", subParts };
    const bodyValues = { t: { value: "x".repeat(60_000) } };
    expect(await refusal({ bodyStructure: often, bodyValues })).toMatchObject({ type: "tooLarge" });
  });

  it("refuses too many keywords and mailboxes, and mailboxes that are not there", async () => {
    const keywords = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`k${n}`, true]));
    expect(await refusal({ keywords })).toMatchObject({ type: "tooManyKeywords" });
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`f${n}`, true]));
    expect(await refusal({ mailboxIds: many })).toMatchObject({ type: "tooManyMailboxes" });
    for (const mailboxIds of [{}, { nowhere: true }])
      expect(await refusal({ mailboxIds })).toMatchObject({
        type: "invalidProperties",
        properties: ["mailboxIds"],
      });
    expect(await refusal({ receivedAt: "0000-01-01T00:00:00Z" })).toMatchObject({
      properties: ["receivedAt"],
    });
  });

  it("replaces a draft in one call", async () => {
    const old = await make({ subject: "first try", ...text("one") });
    const answer = await set({ subject: "second try", ...text("two") }, { destroy: [old.id] });
    expect(answer).toMatchObject({ created: { new: {} }, destroyed: [old.id], notDestroyed: null });
    const { list } = await fixture.call(alice, "Mailbox/get", { ids: [alice.mailboxes.drafts] });
    const { ids } = await fixture.call(alice, "Email/query", {
      filter: { inMailbox: alice.mailboxes.drafts },
    });
    expect(list).toMatchObject([{ totalEmails: (ids as string[]).length }]);
    expect(ids).not.toContain(old.id);
  });

  it("puts a reply into the thread of what it answers", async () => {
    const id = await fixture.deliver(alice, { subject: "Plan", messageId: "plan@test" });
    const { threadId } = await get(id, ["threadId"]);
    const reply = { subject: "Re: Plan", inReplyTo: ["plan@test"], references: ["plan@test"] };
    expect((await make({ ...reply, ...text("yes") }))["threadId"]).toBe(threadId);
  });

  it("is found by its words", async () => {
    const { id } = await make({ subject: "Zitronenkuchen", ...text("with almonds") });
    const { ids } = await fixture.call(alice, "Email/query", { filter: { text: "almonds" } });
    expect(ids).toEqual([id]);
  });
});

describe("what Email/set create refuses (RFC 8621 §4.6)", () => {
  const part = { partId: "t", type: "text/plain" };
  const values = { t: { value: "x" } };
  const blobId = `b${"0".repeat(64)}`;
  const mixed = (child: object): object => ({ type: "multipart/mixed", subParts: [child] });
  const cases: readonly (readonly [string, object, string])[] = [
    ["header fields as a list", { headers: [{ name: "A", value: " b" }] }, "headers"],
    ["… on a part", { bodyStructure: { ...part, headers: [] } }, "bodyStructure/headers"],
    ["… as it is, and as text", { "header:X:asRaw": " a", "header:X": " b" }, "header:X"],
    ["one field twice", { from: [], "header:From:asAddresses": [] }, "header:From:asAddresses"],
    ["… in two forms", { "header:X": " a", "header:x:asText": "b" }, "header:x:asText"],
    ["a forbidden form", { "header:From:asDate": "2026-01-01T00:00:00Z" }, "header:From:asDate"],
    ["a name that is none", { "header:a b": " x" }, "header:a b"],
    ["a name beyond measure", { [`header:${"x".repeat(201)}`]: " x" }, `header:${"x".repeat(201)}`],
    ["an unknown form", { "header:X:asNothing": " x" }, "header:X:asNothing"],
    ["a list for one field", { "header:X": [" x"] }, "header:X"],
    ["one value for all", { "header:X:all": " x" }, "header:X:all"],
    ["Content- on the Email", { "header:Content-Type": " text/plain" }, "header:Content-Type"],
    ["… in a form", { "header:CONTENT-Id:asText": "a" }, "header:CONTENT-Id:asText"],
    ["a structure and a text", { bodyStructure: part, textBody: [part] }, "textBody"],
    [
      "a field on Email and root part",
      { subject: "a", bodyStructure: { ...part, "header:Subject:asRaw": " b" } },
      "subject",
    ],
    [
      "… as a header field of both",
      { "header:X:asText": "a", textBody: [{ ...part, "header:x": " b" }] },
      "header:X:asText",
    ],
    ["two texts", { textBody: [part, part] }, "textBody"],
    ["no text", { textBody: [] }, "textBody"],
    ["HTML as text", { textBody: [{ partId: "t", type: "text/html" }] }, "textBody/0/type"],
    ["text as HTML", { htmlBody: [part] }, "htmlBody/0/type"],
    ["a value and a blob", { bodyStructure: { ...part, blobId } }, "bodyStructure/partId"],
    ["neither", { bodyStructure: { type: "text/plain" } }, "bodyStructure/partId"],
    ["a value that is not there", { bodyStructure: { partId: "u" } }, "bodyStructure/partId"],
    ["a charset with a value", { textBody: [{ ...part, charset: "x" }] }, "textBody/0/charset"],
    ["a size with a value", { textBody: [{ ...part, size: 1 }] }, "textBody/0/size"],
    [
      "a transfer encoding",
      { bodyStructure: mixed({ ...part, "header:content-transfer-encoding": " 8bit" }) },
      "bodyStructure/subParts/0/header:content-transfer-encoding",
    ],
    [
      "a type twice",
      { bodyStructure: { ...part, "header:Content-Type": " text/plain" } },
      "bodyStructure/type",
    ],
    [
      "a name beside its field",
      { bodyStructure: { ...part, name: "x", "header:Content-Disposition": " inline" } },
      "bodyStructure/name",
    ],
    ["parts of a text", { bodyStructure: { ...part, subParts: [part] } }, "bodyStructure/subParts"],
    [
      "a multipart without parts",
      { bodyStructure: { type: "multipart/mixed", subParts: [] } },
      "bodyStructure/subParts",
    ],
    [
      "a multipart that is a blob",
      { bodyStructure: { type: "multipart/mixed", blobId } },
      "bodyStructure/type",
    ],
    [
      "a type that is none",
      { bodyStructure: { partId: "t", type: "a\r\nb: c" } },
      "bodyStructure/type",
    ],
    ["an unknown member", { bodyStructure: { ...part, colour: "red" } }, "bodyStructure/colour"],
    [
      "a cid that breaks out",
      { bodyStructure: { ...part, cid: "a>\r\nB: c" } },
      "bodyStructure/cid",
    ],
    [
      "a language that is none",
      { bodyStructure: { ...part, language: ["x y"] } },
      "bodyStructure/language",
    ],
    [
      "a disposition that is none",
      { bodyStructure: { ...part, disposition: "a;b" } },
      "bodyStructure/disposition",
    ],
    ["a part that is no object", { bodyStructure: mixed([]) }, "bodyStructure/subParts/0"],
    ["addresses that are none", { to: ["bob@demo.test"] }, "to"],
    ["an email that is no text", { to: [{ email: 1 }] }, "to"],
    [
      "a value with a problem",
      { textBody: [part], bodyValues: { t: { value: "x", isEncodingProblem: true } } },
      "bodyValues/t",
    ],
    [
      "a value that was cut",
      { textBody: [part], bodyValues: { t: { value: "x", isTruncated: true } } },
      "bodyValues/t",
    ],
    ["a value without text", { textBody: [part], bodyValues: { t: {} } }, "bodyValues/t"],
  ];

  it.each(cases)("%s", async (_, record, property) => {
    expect(await refusal({ bodyValues: values, ...record })).toMatchObject({
      type: "invalidProperties",
      properties: [property],
    });
  });

  it("trees without end", async () => {
    let structure: object = part;
    for (let depth = 0; depth < 60; depth += 1) structure = mixed(structure);
    expect(await refusal({ bodyStructure: structure, bodyValues: values })).toMatchObject({
      type: "invalidProperties",
    });
  });
});
