import { expect, it } from "vitest";
import { testPlatform } from "../../../testing/index.ts";
import { mailFixture } from "../mail.fixture.ts";

/** Names that every object of JavaScript answers to are names like others. */

const NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];
/** Keywords are kept in lower case. */
const KEYWORDS = [...new Set(NAMES.map((name) => name.toLowerCase()))];

const fixture = mailFixture(await testPlatform());
const alice = await fixture.person("alice");

type Json = Readonly<Record<string, unknown>>;

/** As JSON has it: a member of each name, and nothing inherited. */
const members = (names: readonly string[], value: unknown): Json =>
  JSON.parse(`{${names.map((name) => `"${name}":${JSON.stringify(value)}`).join()}}`) as Json;

const namesOf = (value: unknown): string[] => Object.keys(value as object).sort();

async function ask(...methodCalls: [string, Json][]): Promise<[string, Json][]> {
  const { accountId } = alice;
  const { methodResponses } = await fixture.engine.handle(
    alice.actor,
    JSON.parse(
      JSON.stringify({
        using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail", "urn:atrium:mail"],
        methodCalls: methodCalls.map(([name, args], index) => [
          name,
          name === "Core/echo" ? args : { accountId, ...args },
          `c${index}`,
        ]),
      }),
    ) as object,
  );
  // What a client gets is the text.
  return JSON.parse(JSON.stringify(methodResponses)) as [string, Json][];
}

async function one(method: string, args: Json): Promise<Json> {
  const [[name, answer]] = (await ask([method, args])) as [[string, Json]];
  expect(name, JSON.stringify(answer)).toBe(method);
  return answer;
}

const get = async (id: string, properties: readonly string[]): Promise<Json> =>
  ((await one("Email/get", { ids: [id], properties }))["list"] as Json[])[0]!;

it("as keywords they are set, returned, found, sorted by, and taken away", async () => {
  const id = await fixture.deliver(alice, { subject: "Odd" });
  const plain = await fixture.deliver(alice, { subject: "Plain" });
  for (const name of NAMES) {
    const keyword = name.toLowerCase();
    const { updated } = await one("Email/set", {
      update: { [id]: members([`keywords/${name}`], true) },
    });
    expect(updated).toHaveProperty([id]);
    const { keywords } = await get(id, ["keywords"]);
    expect(namesOf(keywords)).toContain(keyword);
    const found = async (filter: Json): Promise<unknown> =>
      (await one("Email/query", { filter, sort: [{ property: "hasKeyword", keyword: name }] }))[
        "ids"
      ];
    expect(await found({ hasKeyword: name })).toEqual([id]);
    expect(await found({ someInThreadHaveKeyword: name })).toEqual([id]);
    expect(await found({ notKeyword: name })).toEqual([plain]);
    expect(await found({})).toEqual([plain, id]);
  }
  expect(namesOf((await get(id, ["keywords"]))["keywords"])).toEqual([...KEYWORDS].sort());
  const { list } = await one("Email/get", { ids: [id] });
  const whole = { update: { [id]: (list as Json[])[0]! } };
  expect((await one("Email/set", whole))["updated"]).toEqual({ [id]: null });
  await one("Email/set", { update: { [id]: members(["keywords/__proto__"], null) } });
  expect(namesOf((await get(id, ["keywords"]))["keywords"])).not.toContain("__proto__");
  await one("Email/set", { update: { [id]: { keywords: members(["__proto__"], true) } } });
  expect(namesOf((await get(id, ["keywords"]))["keywords"])).toEqual(["__proto__"]);
});

it("as keywords and header fields of a new Email they are kept", async () => {
  const header = Object.fromEntries(NAMES.map((name) => [`header:${name}:asText`, "odd"]));
  const { created } = await one("Email/set", {
    create: {
      new: {
        mailboxIds: { [alice.mailboxes.drafts]: true },
        keywords: members(NAMES, true),
        ...header,
      },
    },
  });
  const { id } = (created as Record<string, { id: string }>)["new"]!;
  const email = await get(id, ["keywords", ...Object.keys(header)]);
  expect(namesOf(email["keywords"])).toEqual([...KEYWORDS].sort());
  expect(email).toMatchObject(header);
  const { ids } = await one("Email/query", { filter: { header: ["__proto__", "odd"] } });
  expect(ids).toEqual([id]);
});

it("as creation ids they are answered and stand for what was made", async () => {
  const create = JSON.parse(
    `{${NAMES.map((name) => `"${name}":{"name":"${name}"}`).join()}}`,
  ) as Json;
  const mailboxIds = members(
    NAMES.map((name) => `#${name}`),
    true,
  );
  const answers = await ask(
    ["Mailbox/set", { create }],
    ["Email/set", { create: members(["__proto__"], { mailboxIds }) }],
    ["Email/get", { ids: ["#__proto__"], properties: ["mailboxIds"] }],
    [
      "Mailbox/get",
      { "#ids": { resultOf: "c0", name: "Mailbox/set", path: "/created/__proto__/id" } },
    ],
  );
  const made = answers[0]![1]["created"] as Record<string, { id: string }>;
  expect(namesOf(made)).toEqual([...NAMES].sort());
  expect(namesOf(answers[1]![1]["created"])).toEqual(["__proto__"]);
  const [email] = answers[2]![1]["list"] as Json[];
  expect(namesOf(email!["mailboxIds"])).toEqual(
    Object.values(made)
      .map(({ id }) => id)
      .sort(),
  );
  // RFC 8620 §3.7: a list of ids is what a reference has to give.
  expect(answers[3]!.slice(0, 2)).toMatchObject(["error", { type: "invalidArguments" }]);
  const { list } = await one("Mailbox/get", { ids: Object.values(made).map(({ id }) => id) });
  expect((list as { name: string }[]).map(({ name }) => name).sort()).toEqual([...NAMES].sort());
});

it("as ids, properties and arguments that nobody has they are refused by their name", async () => {
  const id = await fixture.deliver(alice);
  expect((await one("Email/get", { ids: NAMES }))["notFound"]).toEqual(NAMES);
  const update = members(NAMES, { "keywords/x": true });
  const { notUpdated, updated } = await one("Email/set", { update });
  expect(updated).toBeNull();
  expect(namesOf(notUpdated)).toEqual([...NAMES].sort());
  expect(namesOf((await one("Email/set", { destroy: NAMES }))["notDestroyed"])).toEqual(
    [...NAMES].sort(),
  );
  const refusal = async (patch: Json): Promise<unknown> =>
    ((await one("Email/set", { update: { [id]: patch } }))["notUpdated"] as Json)[id];
  for (const name of NAMES) {
    const value = { name: "x", id: "y" };
    expect(await refusal(members([name], value))).toEqual({
      type: "invalidProperties",
      properties: [name],
    });
    expect(await refusal({ mailboxIds: members([name], true) })).toMatchObject({
      properties: ["mailboxIds"],
    });
    const [[, unknown]] = (await ask(["Email/get", members([name, "ids"], [])])) as [
      [string, Json],
    ];
    expect(unknown).toMatchObject({ type: "invalidArguments" });
    const { notCreated } = await one("Mailbox/set", { create: { box: members([name], "x") } });
    expect(notCreated).toMatchObject({
      box: { properties: expect.arrayContaining([name]) as unknown },
    });
  }
  const echoed = await one("Core/echo", members(NAMES, { x: 1 }));
  expect(namesOf(echoed)).toEqual([...NAMES].sort());
});

it("as labels they are carried and found", async () => {
  const create = Object.fromEntries(NAMES.map((name, index) => [`l${index}`, { name }]));
  const { created } = await one("Label/set", { create });
  const keywords = Object.values(created as Record<string, { keyword: string }>).map(
    ({ keyword }) => keyword,
  );
  expect(new Set(keywords).size).toBe(NAMES.length);
  const id = await fixture.deliver(alice);
  await one("Email/set", { update: { [id]: { keywords: members(keywords, true) } } });
  for (const keyword of keywords)
    expect((await one("Email/query", { filter: { hasKeyword: keyword } }))["ids"]).toContain(id);
});

it("wherever a message has them, it is delivered with its text", async () => {
  for (const name of NAMES) {
    const bytes = Buffer.from(
      [
        "From: bob@demo.test",
        `Subject: =?${name}?Q?Gr=FC=DFe?= and more`,
        `Date: Tue, 3 Mar 2026 10:00:00 ${name}`,
        `${name}: ${name}`,
        `Content-Type: text/html; charset=${name}; ${name}=x; name*=${name}''x`,
        `Content-Disposition: ${name}; ${name}=x`,
        `Content-Transfer-Encoding: ${name}`,
        `Content-Language: ${name}`,
        "",
        `<${name} ${name}=x>one</${name}>&${name}; <p>two</p>`,
      ].join("\r\n"),
    );
    const id = await fixture.deliver(alice, { bytes });
    const { list } = await one("Email/get", { ids: [id], fetchAllBodyValues: true });
    const email = (list as Json[])[0]!;
    expect(email["subject"]).toContain("and more");
    expect(email["preview"]).toMatch(/one.* two$/);
    expect(email["sentAt"]).toBe("2026-03-03T10:00:00Z");
    const values = Object.values(email["bodyValues"] as Record<string, { value: string }>);
    expect(values[0]!.value).toContain("<p>two</p>");
  }
});
