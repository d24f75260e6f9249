import { expectTypeOf, test } from "vitest";
import type { CallMethod, MethodName } from "./methods.ts";

/** What a call would answer; only its type counts. */
const answer = <T>(ask: (call: CallMethod) => Promise<T>) =>
  ({ list: [], created: null, ask }) as unknown as T;
const accountId = "a";

test("a /get answers what it is asked for, and the id", () => {
  const [email] = answer((call) =>
    call("Email/get", { accountId, ids: ["m"], properties: ["keywords", "header:Subject"] }),
  ).list;
  expectTypeOf<typeof email>().toEqualTypeOf<
    | {
        readonly id: string;
        readonly keywords: Readonly<Record<string, true>>;
        readonly "header:Subject": unknown;
      }
    | undefined
  >();
});

test("without properties it answers all but those that are for the asking", () => {
  const { list } = answer((call) => call("Email/get", { accountId, ids: ["m"] }));
  expectTypeOf<(typeof list)[number]>().toHaveProperty("subject");
  expectTypeOf<(typeof list)[number]>().not.toHaveProperty("snoozed");
});

test("a type has the methods that its description allows", () => {
  expectTypeOf<"Email/queryChanges" | "SearchSnippet/get">().toExtend<MethodName>();
  expectTypeOf<"Thread/query">().not.toExtend<MethodName>();
  expectTypeOf<"Principal/set">().not.toExtend<MethodName>();
  expectTypeOf<"PushSubscription/changes">().not.toExtend<MethodName>();
});

test("what a method does not know is refused", () => {
  const calls = (call: CallMethod) => [
    call("Mailbox/set", { accountId, destroy: ["m"], onDestroyRemoveEmails: true }),
    // @ts-expect-error: the argument is Mailbox's alone
    call("Label/set", { accountId, destroy: ["m"], onDestroyRemoveEmails: true }),
    call("Email/query", { accountId, filter: { inMailbox: "m" }, collapseThreads: true }),
    // @ts-expect-error: no such condition
    call("Email/query", { accountId, filter: { inMailboxes: "m" } }),
    // @ts-expect-error: no such order
    call("Email/query", { accountId, sort: [{ property: "preview" }] }),
    // @ts-expect-error: no such property
    call("Email/get", { accountId, ids: [], properties: ["keyword"] }),
    // @ts-expect-error: only of a /get
    call("Email/query", { accountId, properties: ["id"] }),
    // @ts-expect-error: a label needs a name
    call("Label/set", { accountId, create: { one: {} } }),
    call("PushSubscription/get", { ids: null }),
    // @ts-expect-error: the account is missing
    call("Email/get", { ids: null }),
  ];
  expectTypeOf(calls).returns.toBeArray();
  const { created } = answer((call) => call("Label/set", { accountId, create: {} }));
  expectTypeOf<NonNullable<typeof created>[string]["keyword"]>().toEqualTypeOf<
    string | undefined
  >();
});
