import { TrustedSender } from "@atrium/contract/types/trusted-sender";
import type { JsonObject } from "@atrium/contract/types/wire";
import { expect, test } from "vitest";
import { callMethod, conformsToJmap } from "../../../engine/testing/conforms.ts";
import { actorOf, makeDemo, testSuite } from "../../../testing/organisation.ts";
import type { Person } from "../../accounts/index.ts";

const suite = await testSuite();
const { bob, carol } = await makeDemo(suite, "bob", "carol");

const call = (person: Person, verb: string, args: JsonObject) =>
  callMethod({ engine: suite.engine, actor: actorOf(person) }, TrustedSender, verb, {
    accountId: person.accountId,
    ...args,
  });

async function trust(person: Person, email: string): Promise<string> {
  const { created } = await call(person, "set", { create: { new: { email } } });
  return (created as Record<string, { id: string }>)["new"]!.id;
}

conformsToJmap(TrustedSender, async () => {
  let count = 0;
  const create = (): JsonObject => ({ email: `news${(count += 1)}@shop.example` });
  return {
    engine: suite.engine,
    actor: actorOf(bob),
    accountId: bob.accountId,
    foreign: { accountId: carol.accountId, id: await trust(carol, "x@shop.example") },
    make: () => trust(bob, create()["email"] as string),
    create,
    destroys: true,
    queries: false,
  };
});

test("an address is the same however it is written, and trusted once", async () => {
  const id = await trust(bob, "News@BÜCHER.example");
  const { list } = await call(bob, "get", { ids: [id] });
  expect(list).toMatchObject([{ email: "news@xn--bcher-kva.example" }]);
  expect(
    await call(bob, "set", { create: { new: { email: "NEWS@bücher.example" } } }),
  ).toMatchObject({ notCreated: { new: { type: "alreadyExists", existingId: id } } });
});

test("what is no address is refused", async () => {
  for (const email of ["", "news", "*@shop.example\n", "@"])
    expect(await call(bob, "set", { create: { new: { email } } })).toMatchObject({
      notCreated: { new: { type: "invalidProperties", properties: ["email"] } },
    });
});
