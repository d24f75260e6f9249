import { describe, expect, it } from "vitest";
import { Email } from "@atrium/contract/types/email";
import { conformsToJmap } from "../../../engine/testing/conforms.ts";
import { IS_WHOLE } from "../../../../../formats/src/testing/whole.ts";
import { testPlatform } from "../../../testing/index.ts";
import { deliver } from "../index.ts";
import { MAX_COMPARED_OCTETS } from "../limits.ts";
import { mailFixture } from "../mail.fixture.ts";

const platform = await testPlatform();
const fixture = mailFixture(platform);
const alice = await fixture.person("alice");

type Records = readonly ({ readonly id: string } & Readonly<Record<string, unknown>>)[];

async function get(id: string, properties: readonly string[], args: object = {}) {
  const { list } = await fixture.call(alice, "Email/get", { ids: [id], properties, ...args });
  return (list as Records)[0]!;
}

const update = (id: string, patch: object) =>
  fixture.call(alice, "Email/set", { update: { [id]: patch } });

conformsToJmap(Email, async () => {
  const bob = await fixture.person("bob");
  return {
    engine: fixture.engine,
    actor: alice.actor,
    accountId: alice.accountId,
    foreign: { accountId: bob.accountId, id: await fixture.deliver(bob) },
    make: () => fixture.deliver(alice),
    create: () => ({ mailboxIds: { [alice.mailboxes.drafts]: true }, subject: "A draft" }),
    patch: () => ({ "keywords/$flagged": true }),
    destroys: true,
    queries: true,
  };
});

describe("Email/get", () => {
  it("answers what a list shows from the columns alone", async () => {
    const id = await fixture.deliver(alice, {
      subject: "=?utf-8?B?7ZqM7J2Y66Gd?= for Monday",
      from: '"Lee, Jimin" <jimin@demo.test>',
      cc: "Team: a@demo.test, b@demo.test;",
      messageId: "one@test",
      references: "<zero@test> <half@test>",
      body: "Hello Alice,\r\n\r\nhere they are.",
      receivedAt: new Date("2026-03-03T01:02:03.456Z"),
    });
    const hidden = { ...platform.blobs, read: () => Promise.reject(new Error("no blob is read")) };
    const blind = mailFixture({ ...platform, blobs: hidden });
    const properties = Object.keys(Email.properties).filter(
      (name) => !/body|headers|attachments/i.test(name),
    );
    const { list } = await blind.call(alice, "Email/get", { ids: [id], properties });
    expect((list as Records)[0]).toMatchObject({
      subject: "회의록 for Monday",
      from: [{ name: "Lee, Jimin", email: "jimin@demo.test" }],
      cc: [
        { name: null, email: "a@demo.test" },
        { name: null, email: "b@demo.test" },
      ],
      bcc: null,
      messageId: ["one@test"],
      inReplyTo: null,
      references: ["zero@test", "half@test"],
      sentAt: "2026-03-03T10:00:00+09:00",
      receivedAt: "2026-03-03T01:02:03Z",
      keywords: {},
      mailboxIds: { [alice.mailboxes.inbox]: true },
      hasAttachment: false,
    });
  });

  it("answers header fields in every form that suits them", async () => {
    const id = await fixture.deliver(alice, {
      subject: "Forms",
      headers: [
        "List-Post: <mailto:list@demo.test>, <https://demo.test/post> (web)",
        "X-Twice: first",
        "X-Twice: second",
      ],
    });
    const wanted = {
      "header:Subject": " Forms",
      "header:SUBJECT:asRaw": " Forms",
      "header:From:asRaw": " Bob <bob@demo.test>",
      "header:X-Twice:asRaw:all": [" first", " second"],
      "header:subject:asText": "Forms",
      "header:From:asAddresses": [{ name: "Bob", email: "bob@demo.test" }],
      "header:LIST-Post:asURLs": ["mailto:list@demo.test", "https://demo.test/post"],
      "header:X-Twice:asText": "second",
      "header:x-twice:asText:all": ["first", "second"],
      "header:Date:asDate": "2026-03-03T10:00:00+09:00",
      "header:X-None": null,
      "header:X-None:asRaw": null,
      "header:X-None:all": [],
    };
    expect(await get(id, Object.keys(wanted))).toEqual({ id, ...wanted });
    for (const property of [
      "header:From:asDate",
      "header:Subject:asAddresses",
      "header:",
      "header:a b",
      "header:To:asNothing",
      "header:To:raw",
      "header:To:asraw",
    ])
      expect(
        await fixture.call(alice, "Email/get", { ids: [id], properties: [property] }),
      ).toMatchObject({
        type: "invalidArguments",
      });
  });

  it("answers bodies, their structure and values, cut where asked", async () => {
    const boundary = "----=_x";
    const raw = [
      "From: bob@demo.test",
      "Subject: Parts",
      "MIME-Version: 1.0",
      `Content-Type: multipart/mixed; boundary="${boundary}"`,
      "",
      `--${boundary}`,
      "Content-Type: multipart/alternative; boundary=inner",
      "",
      "--inner",
      "Content-Type: text/plain; charset=utf-8",
      "",
      "안녕하세요 Alice",
      "--inner",
      "Content-Type: text/html; charset=utf-8",
      "",
      "<p>Hello <b>Alice</b></p>",
      "--inner--",
      `--${boundary}`,
      'Content-Type: application/pdf; name="plan.pdf"',
      "Content-Disposition: attachment; filename=plan.pdf",
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.from("%PDF plan").toString("base64"),
      `--${boundary}--`,
      "",
    ].join("\r\n");
    const { hash, size } = await platform.blobs.put(Buffer.from(raw));
    const [delivered] = await deliver(fixture.engine, {
      hash,
      size,
      transactionId: "parts",
      receivedAt: platform.clock.now(),
      recipients: [{ accountId: alice.accountId }],
    });
    const email = await get(
      delivered!.emailId,
      [
        "bodyStructure",
        "textBody",
        "htmlBody",
        "attachments",
        "bodyValues",
        "hasAttachment",
        "headers",
      ],
      {
        bodyProperties: ["partId", "type", "name", "size", "blobId"],
        fetchAllBodyValues: true,
        maxBodyValueBytes: 9,
      },
    );
    expect(email["hasAttachment"]).toBe(true);
    expect(email["bodyStructure"]).toMatchObject({
      type: "multipart/mixed",
      partId: null,
      subParts: [
        {
          type: "multipart/alternative",
          subParts: [{ type: "text/plain" }, { type: "text/html" }],
        },
        { type: "application/pdf", name: "plan.pdf", size: 9 },
      ],
    });
    expect(email["textBody"]).toMatchObject([{ type: "text/plain" }]);
    expect(email["htmlBody"]).toMatchObject([{ type: "text/html" }]);
    const values = Object.values(email["bodyValues"] as Record<string, object>);
    expect(values).toContainEqual({ value: "안녕하", isEncodingProblem: false, isTruncated: true });
    expect((email["headers"] as object[])[0]).toEqual({ name: "From", value: " bob@demo.test" });

    const [attachment] = email["attachments"] as { blobId: string }[];
    const opened = await fixture.engine.blobs.open(
      alice.actor,
      alice.accountId,
      attachment!.blobId,
    );
    expect(Buffer.concat(await opened!.stream().toArray()).toString()).toBe("%PDF plan");
    const mallory = await fixture.person("mallory");
    const { blobs } = fixture.engine;
    expect(await blobs.open(mallory.actor, mallory.accountId, attachment!.blobId)).toBeNull();
    expect(await blobs.open(mallory.actor, alice.accountId, attachment!.blobId)).toBeNull();
  });
});

describe("Email/set", () => {
  it("adds and takes keywords one by one, in lower case", async () => {
    const id = await fixture.deliver(alice, { keywords: ["$seen", "work"] });
    expect(await update(id, { "keywords/$Flagged": true, "keywords/work": null })).toMatchObject({
      updated: { [id]: { keywords: { $flagged: true, $seen: true } } },
    });
    expect((await get(id, ["keywords"]))["keywords"]).toEqual({ $flagged: true, $seen: true });
    await update(id, { keywords: {} });
    expect((await get(id, ["keywords"]))["keywords"]).toEqual({});
    for (const keyword of ["two words", "", "a(b", "a".repeat(256)])
      expect(await update(id, { keywords: { [keyword]: true } })).toMatchObject({
        notUpdated: { [id]: { type: "invalidProperties", properties: ["keywords"] } },
      });
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`k${n}`, true]));
    expect(await update(id, { keywords: many })).toMatchObject({
      notUpdated: { [id]: { type: "tooManyKeywords" } },
    });
  });

  describe("takes back whole what /get has answered", () => {
    const raw = (subject: string): Buffer =>
      Buffer.from(
        [
          "From: bob@demo.test",
          `Subject: ${subject}`,
          "X-Odd/Name~: odd",
          'Content-Type: multipart/mixed; boundary="b"',
          "",
          "--b",
          "Content-Type: multipart/alternative; boundary=inner",
          "",
          "--inner",
          "",
          "안녕하세요 Alice",
          "--inner",
          "Content-Type: text/html",
          "",
          "<p>Hello <b>Alice</b></p>",
          "--inner--",
          "--b",
          "Content-Type: application/pdf",
          "Content-Disposition: attachment; filename=plan.pdf",
          "",
          "%PDF",
          "--b--",
          "",
        ].join("\r\n"),
      );
    const everything = [
      ...Object.keys(Email.properties),
      "header:subject",
      "header:Subject:asRaw",
      "header:Subject:asText:all",
      "header:X-None",
      "header:X-Odd/Name~:asText",
    ];
    // RFC 6901 §3, for names with a slash or a tilde.
    const patchOf = (record: object): object =>
      Object.fromEntries(
        Object.entries(record).map(([name, value]) => [
          name.replaceAll("~", "~0").replaceAll("/", "~1"),
          value as unknown,
        ]),
      );
    const answered: readonly (readonly [string, readonly string[] | null, object])[] = [
      ["what it answers of itself", null, {}],
      ["all that there is", everything, { fetchAllBodyValues: true }],
      ["texts that were cut", everything, { fetchAllBodyValues: true, maxBodyValueBytes: 9 }],
      ["some of the texts", everything, { fetchHTMLBodyValues: true }],
      [
        "parts with other members",
        everything,
        { bodyProperties: ["header:Content-Type:asText", "headers", "subParts", "type"] },
      ],
      ["parts with none", everything, { bodyProperties: [] }],
    ];

    it.each(answered)("%s", async (what, properties, args) => {
      const id = await fixture.deliver(alice, { bytes: raw(what) });
      const { list, state } = await fixture.call(alice, "Email/get", {
        ids: [id],
        ...(properties && { properties }),
        ...args,
      });
      const record = (list as Records)[0]!;
      expect(await update(id, patchOf(record))).toMatchObject({
        updated: { [id]: null },
        notUpdated: null,
        newState: state,
      });
      const flagged = { ...record, keywords: { $flagged: true } };
      expect(await update(id, patchOf(flagged))).toMatchObject({ updated: { [id]: null } });
      expect((await get(id, ["keywords"]))["keywords"]).toEqual({ $flagged: true });
    });

    it("and names each property that is another, as it was written", async () => {
      const id = await fixture.deliver(alice, { bytes: raw("Other") });
      const record = await get(id, everything, { fetchAllBodyValues: true });
      const [text] = record["textBody"] as [{ partId: string }];
      const changes: Readonly<Record<string, unknown>> = {
        subject: "another",
        "header:subject": " another",
        "header:X-None": " something",
        "header:X-Odd~1Name~0:asText": "other",
        headers: [],
        textBody: [],
        attachments: [{ type: "application/pdf" }, { type: "application/pdf" }],
        bodyStructure: { type: "multipart/mixed", subParts: [{}, { type: "text/plain" }] },
        bodyValues: {
          [text.partId]: { value: "안녕 Bob", isEncodingProblem: false, isTruncated: true },
        },
      };
      for (const [name, value] of Object.entries(changes)) {
        const { subject } = record;
        expect(
          await update(id, { subject, textBody: record["textBody"], [name]: value }),
          name,
        ).toMatchObject({
          notUpdated: { [id]: { type: "invalidProperties", properties: [name] } },
        });
      }
      for (const wrong of [
        { "header:a b": null },
        { textBody: [{ colour: "red" }] },
        { textBody: "x" },
        { bodyValues: [] },
        { bodyValues: { "9": null } },
        { bodyStructure: null },
        { "textBody/0/type": "text/plain" },
      ])
        expect(await update(id, wrong)).toMatchObject({
          notUpdated: { [id]: { type: expect.stringMatching(/^invalidP/) as string } },
        });
      expect(await update("nobody", { textBody: [] })).toMatchObject({
        notUpdated: { nobody: { type: "notFound" } },
      });
    });

    it("as far as that can be read in one call", async () => {
      const bytes = Buffer.concat([raw("Large"), Buffer.alloc(MAX_COMPARED_OCTETS / 2, "x\n")]);
      const large = await fixture.deliver(alice, { bytes });
      const other = await fixture.deliver(alice, {
        bytes: Buffer.concat([bytes, bytes.subarray(0, 9)]),
      });
      const { textBody } = await get(large, ["textBody"]);
      const updateAll = { update: { [large]: { textBody }, [other]: { textBody } } };
      expect(await fixture.call(alice, "Email/set", updateAll)).toMatchObject({
        type: "requestTooLarge",
      });
      expect(await update(large, { textBody })).toMatchObject({ updated: { [large]: null } });
    });
  });

  it("moves between mailboxes that are there, and never out of all", async () => {
    const { inbox, archive } = alice.mailboxes;
    const id = await fixture.deliver(alice);
    await update(id, { [`mailboxIds/${inbox}`]: null, [`mailboxIds/${archive}`]: true });
    expect((await get(id, ["mailboxIds"]))["mailboxIds"]).toEqual({ [archive]: true });
    const bob = await fixture.person("bob");
    for (const mailboxIds of [{}, { [bob.mailboxes.inbox]: true }, { nowhere: true }])
      expect(await update(id, { mailboxIds })).toMatchObject({
        notUpdated: { [id]: { type: "invalidProperties", properties: ["mailboxIds"] } },
      });
  });

  it("puts into a mailbox made in the same request, by its creation id", async () => {
    const id = await fixture.deliver(alice);
    const { accountId } = alice;
    const { methodResponses } = await fixture.engine.handle(alice.actor, {
      using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
      methodCalls: [
        ["Mailbox/set", { accountId, create: { box: { name: "Made on the way" } } }, "0"],
        ["Email/set", { accountId, update: { [id]: { mailboxIds: { "#box": true } } } }, "1"],
      ],
    });
    const made = methodResponses[0]![1] as unknown as { created: { box: { id: string } } };
    expect(methodResponses[1]![1]).toMatchObject({ updated: { [id]: null } });
    expect((await get(id, ["mailboxIds"]))["mailboxIds"]).toEqual({ [made.created.box.id]: true });
  });

  it("changes all of many messages in one call", async () => {
    const carol = await fixture.person("carol");
    const count = IS_WHOLE ? 1000 : 150;
    const ids = await fixture.fill(
      carol,
      Array.from({ length: count }, (_, n) => ({ subject: `bulk ${n % 7}` })),
    );
    const patch = { "keywords/$seen": true };
    const args = { update: Object.fromEntries(ids.map((id) => [id, patch])) };
    const answer = await fixture.call(carol, "Email/set", args);
    expect(Object.keys(answer["updated"] as object).sort()).toEqual([...ids].sort());
    const { list } = await fixture.call(carol, "Mailbox/get", { ids: [carol.mailboxes.inbox] });
    expect(list).toMatchObject([{ totalEmails: count, unreadEmails: 0, unreadThreads: 0 }]);
  });
});

describe("what one request reads and is answered", () => {
  const letters = "abcdefg";
  /** The name of one header field, in very many spellings. */
  const spellings = Array.from({ length: 100 }, (_, n) =>
    Array.from(letters, (letter, bit) => ((n >> bit) & 1 ? letter.toUpperCase() : letter)).join(""),
  );

  it("bounds header fields, in however many spellings they are asked for", async () => {
    const dora = await fixture.person("dora");
    const id = await fixture.deliver(dora, { headers: [`${letters}: ${"x".repeat(1_500_000)}`] });
    const properties = spellings.map((name) => `header:${name}`);
    const some = await fixture.call(dora, "Email/get", {
      ids: [id],
      properties: properties.slice(0, 2),
    });
    expect(some["list"]).toHaveLength(1);
    const refused = { type: "requestTooLarge" };
    expect(await fixture.call(dora, "Email/get", { ids: [id], properties })).toMatchObject(refused);
    const bodies = { ids: [id], properties: ["bodyStructure"], bodyProperties: properties };
    expect(await fixture.call(dora, "Email/get", bodies)).toMatchObject(refused);
    const { list } = await fixture.call(dora, "Email/get", { ids: [id], properties: ["blobId"] });
    const [{ blobId } = { blobId: "" }] = list as { blobId: string }[];
    expect(
      await fixture.call(dora, "Email/parse", { blobIds: [blobId], properties }),
    ).toMatchObject(refused);
    const more = [...properties, "header:x"];
    for (const args of [{ properties: more }, { properties: ["textBody"], bodyProperties: more }])
      expect(await fixture.call(dora, "Email/get", { ids: [id], ...args })).toMatchObject({
        type: "invalidArguments",
      });
    const parts = Array.from({ length: 1000 }, (_, n) => `${blobId}-${n}-1400000-i`);
    expect(await fixture.call(dora, "Email/parse", { blobIds: parts })).toMatchObject(refused);
  });
});
