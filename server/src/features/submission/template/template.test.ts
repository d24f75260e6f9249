import { Template } from "@atrium/contract/types/template";
import type { JsonObject } from "@atrium/contract/types/wire";
import { expect, test } from "vitest";
import { callMethod, conformsToJmap } from "../../../engine/testing/conforms.ts";
import { actorOf, makeDemo, testSuite } from "../../../testing/organisation.ts";
import type { Person } from "../../accounts/index.ts";
import { MAX_KEPT_ADDRESSES, MAX_KEPT_HTML, MAX_TEMPLATE_SUBJECT } from "../limits.ts";

const suite = await testSuite();
const { bob, carol } = await makeDemo(suite, "bob", "carol");

const call = (person: Person, verb: string, args: JsonObject) =>
  callMethod({ engine: suite.engine, actor: actorOf(person) }, Template, verb, {
    accountId: person.accountId,
    ...args,
  });

async function save(person: Person, name: string, more: JsonObject = {}): Promise<string> {
  const create = { new: { name, htmlBody: "<div>Dear {first name},</div>", ...more } };
  const { created } = await call(person, "set", { create });
  return (created as Record<string, { id: string }>)["new"]!.id;
}

conformsToJmap(Template, async () => {
  let count = 0;
  return {
    engine: suite.engine,
    actor: actorOf(bob),
    accountId: bob.accountId,
    foreign: { accountId: carol.accountId, id: await save(carol, "Hers") },
    make: () => save(bob, `Template ${(count += 1)}`),
    create: () => ({ name: "견적 안내", htmlBody: "<div>{이름}님, 안녕하세요.</div>" }),
    destroys: true,
    queries: false,
  };
});

test("a template keeps text, subject and recipients, and is read in its order", async () => {
  const to = [{ email: "team@demo.test" }];
  const last = await save(carol, "Last", { sortOrder: 2, subject: "Offer", to });
  const first = await save(carol, "First", { sortOrder: 1 });
  const { list } = await call(carol, "get", { ids: [last, first] });
  expect(list).toMatchObject([
    { name: "First", subject: "", to: null },
    { name: "Last", subject: "Offer", to: [{ name: null, email: "team@demo.test" }] },
  ]);
});

test("what cannot be one is refused", async () => {
  const refused = async (record: JsonObject, ...properties: string[]) =>
    expect(
      await call(bob, "set", { create: { new: { name: "A", htmlBody: "", ...record } } }),
    ).toMatchObject({ notCreated: { new: { type: "invalidProperties", properties } } });
  await refused({ name: " " }, "name");
  await refused({ name: "two\nlines" }, "name");
  await refused({ subject: "a\r\nBcc: x@y.example" }, "subject");
  await refused({ subject: "a".repeat(MAX_TEMPLATE_SUBJECT + 1) }, "subject");
  await refused({ htmlBody: "a".repeat(MAX_KEPT_HTML + 1) }, "htmlBody");
  await refused({ to: [{ email: "nobody" }] }, "to");
  await refused({ to: [{ email: "a@b.example", name: "x\ny" }] }, "to");
  const many = Array.from({ length: MAX_KEPT_ADDRESSES + 1 }, () => ({ email: "a@b.example" }));
  await refused({ to: many }, "to");
  await refused({ sortOrder: 2 ** 31 }, "sortOrder");
});
