import { beforeAll, describe, expect, it } from "vitest";
import { testPlatform } from "../../../testing/index.ts";
import { mailFixture, testMessage, type Mailer, type MailFixture } from "../mail.fixture.ts";

let fixture: MailFixture;
let alice: Mailer;

beforeAll(async () => {
  fixture = mailFixture(await testPlatform());
  alice = await fixture.person("alice");
});

const get = (args: object) => fixture.call(alice, "SearchSnippet/get", args);

async function snippet(
  message: { subject?: string; body?: string; html?: string },
  filter: object | null,
) {
  const { html, ...rest } = message;
  const text = testMessage({ ...rest, body: html ?? rest.body ?? "" }, 1).toString();
  const bytes = Buffer.from(html === undefined ? text : text.replace("text/plain", "text/html"));
  const id = await fixture.deliver(alice, { bytes });
  const { list } = await get({ emailIds: [id], filter });
  const [one] = list as { emailId: string; subject: string | null; preview: string | null }[];
  expect(one!.emailId).toBe(id);
  return { subject: one!.subject, preview: one!.preview };
}

describe("SearchSnippet/get", () => {
  it("marks what was found, in subject and body", async () => {
    const message = { subject: "The Budget of 2026", body: "Please review the budget & tell me." };
    expect(await snippet(message, { text: "budget" })).toEqual({
      subject: "The <mark>Budget</mark> of 2026",
      preview: "Please review the <mark>budget</mark> &amp; tell me.",
    });
    expect(await snippet(message, { subject: "budget" })).toEqual({
      subject: "The <mark>Budget</mark> of 2026",
      preview: null,
    });
    expect(await snippet(message, { body: "review bud*" })).toEqual({
      subject: null,
      preview: "Please <mark>review</mark> the <mark>budget</mark> &amp; tell me.",
    });
  });

  it("says nothing where nothing is found, looked for, or only excluded", async () => {
    const message = { subject: "Lunch", body: "At noon?" };
    const nothing = { subject: null, preview: null };
    for (const filter of [
      { text: "dinner" },
      null,
      {},
      { hasAttachment: false },
      { from: "lunch noon" },
      { text: "!!!" },
      { operator: "NOT", conditions: [{ text: "lunch" }, { text: "noon" }] },
    ])
      expect(await snippet(message, filter)).toEqual(nothing);
  });

  it("looks into operators", async () => {
    const filter = {
      operator: "AND",
      conditions: [
        { operator: "OR", conditions: [{ subject: "lunch" }, { body: "supper" }] },
        { operator: "NOT", conditions: [{ body: "at" }] },
        { hasKeyword: "$seen" },
      ],
    };
    expect(await snippet({ subject: "Lunch", body: "Supper at eight" }, filter)).toEqual({
      subject: "<mark>Lunch</mark>",
      preview: "<mark>Supper</mark> at eight",
    });
  });

  it("marks phrases as a whole, and only those", async () => {
    const { preview } = await snippet(
      { body: "A review of the quarterly\r\nbudget, not a quarterly or a budget review" },
      { text: '"quarterly budget"' },
    );
    expect(preview).toBe(
      "A review of the <mark>quarterly budget</mark>, not a quarterly or a budget review",
    );
  });

  it("marks parts of words in Korean, Japanese and Chinese", async () => {
    expect(
      await snippet({ subject: "정기회의록입니다", body: "会議室の資料" }, { text: "회의" }),
    ).toEqual({
      subject: "정기<mark>회의</mark>록입니다",
      preview: null,
    });
    expect((await snippet({ body: "会議室の資料" }, { text: "議室" })).preview).toBe(
      "会<mark>議室</mark>の資料",
    );
    expect((await snippet({ body: "ＢＵＤＧＥＴ x" }, { text: "budget" })).preview).toBe(
      "<mark>ＢＵＤＧＥＴ</mark> x",
    );
  });

  it("takes the text out of HTML, and lets no markup through", async () => {
    const html =
      '<style>pelican {}</style><p>One <b>pelican</b> &lt;script&gt; &amp;amp; <img alt="x"></p>';
    expect((await snippet({ html }, { text: "pelican" })).preview).toBe(
      "One <mark>pelican</mark> &lt;script&gt; &amp;amp; x",
    );
    const { subject } = await snippet(
      { subject: '<img src=x onerror="a"> & more' },
      { text: "more" },
    );
    expect(subject).toBe('&lt;img src=x onerror="a"&gt; &amp; <mark>more</mark>');
  });

  it("shows a part of a long body, at most 255 octets, where most of the words stand", async () => {
    const noise = "pelican and other birds were seen there that day. ".repeat(40);
    const { preview } = await snippet(
      { body: `${noise} Here the pelican met the heron <again>. ${noise}` },
      { text: "pelican heron" },
    );
    expect(preview).toMatch(/<mark>pelican<\/mark> met the <mark>heron<\/mark> &lt;again&gt;/);
    expect(preview).toMatch(/^….*…$/);
    for (const [body, text] of [
      ["&".repeat(600) + " found " + "<".repeat(600), "found"],
      ["한국어문장이띄어쓰기없이계속이어집니다".repeat(60), "문장"],
      ["😀 ".repeat(300) + "found" + " 😀".repeat(300), "found"],
      ["a b c ".repeat(300), '"' + "a b c ".repeat(30) + '"'],
      ["x ".repeat(500), "x"],
      ["  \t found \r\n\r\n  \t", "found"],
    ] as const) {
      const one = await snippet({ body }, { text });
      const html = one.preview!;
      expect(Buffer.byteLength(html)).toBeLessThanOrEqual(255);
      expect(html).toContain("<mark>");
      expect(html.split("<mark>").length).toBe(html.split("</mark>").length);
      expect(html.isWellFormed()).toBe(true);
      expect(html.replaceAll(/<\/?mark>|&(amp|lt|gt);/g, "")).not.toMatch(/[<>&]/);
    }
    expect((await snippet({ body: "  \t found \r\n\r\n  \t" }, { text: "found" })).preview).toBe(
      "<mark>found</mark>",
    );
  });

  it("returns which emails it has not found, of others' accounts too", async () => {
    const bob = await fixture.person("bob");
    const foreign = await fixture.deliver(bob, { body: "budget" });
    const own = await fixture.deliver(alice, { body: "budget" });
    expect(
      await get({ emailIds: [foreign, own, "nobody"], filter: { text: "budget" } }),
    ).toMatchObject({
      list: [{ emailId: own }],
      notFound: [foreign, "nobody"],
    });
    expect(await get({ emailIds: [own], filter: null })).toMatchObject({ notFound: null });
    expect(
      await fixture.call(alice, "SearchSnippet/get", {
        accountId: bob.accountId,
        emailIds: [],
        filter: null,
      }),
    ).toMatchObject({ type: "accountNotFound" });
  });

  it("refuses filters that there are not, and too many emails", async () => {
    expect(await get({ emailIds: [], filter: { noSuch: 1 } })).toMatchObject({
      type: "unsupportedFilter",
    });
    expect(await get({ filter: null })).toMatchObject({ type: "invalidArguments" });
    expect(await get({ emailIds: [], filter: "x" })).toMatchObject({ type: "invalidArguments" });
    const emailIds = Array.from({ length: 1001 }, (_, n) => `m${n}`);
    expect(await get({ emailIds, filter: null })).toMatchObject({ type: "requestTooLarge" });
  });

  it("is all that there is of its type", async () => {
    for (const method of ["SearchSnippet/set", "SearchSnippet/query", "SearchSnippet/changes"])
      expect(await fixture.call(alice, method, {})).toMatchObject({ type: "unknownMethod" });
  });
});
