import * as types from "../../../contract/src/types/index.ts";
import type { Properties, TypeDescription } from "../../../contract/src/types/define.ts";
import type { Choice } from "../choice.ts";
import { asObject, fitting, idOf, put } from "./values.ts";

const TYPES: ReadonlyMap<string, TypeDescription> = new Map(
  (Object.values(types) as unknown[]).filter(isType).map((type) => [type.name, type]),
);

function isType(value: unknown): value is TypeDescription {
  return typeof value === "object" && value !== null && "capability" in value;
}

export const USING = Object.values(types.CAPABILITY);

/** The arguments of methods that no type describes. */
const OWN: Readonly<Record<string, (choice: Choice) => Record<string, unknown>>> = {
  "Core/echo": (choice) => ({ hello: [1, 2, { a: choice.below(9) }] }),
  "Email/import": (choice) => ({
    emails: {
      a: {
        blobId: idOf("blob", choice),
        mailboxIds: { [idOf("mailbox", choice)]: true },
        keywords: { $seen: true },
      },
    },
  }),
  "Email/parse": (choice) => ({
    blobIds: [idOf("blob", choice), idOf("foreignBlob", choice)],
    properties: ["subject", "bodyStructure", "bodyValues", "header:X:asText"],
    fetchAllBodyValues: true,
  }),
  "Email/copy": (choice) => ({
    fromAccountId: idOf("account", choice),
    create: { a: { id: idOf("email", choice), mailboxIds: { [idOf("mailbox", choice)]: true } } },
    onSuccessDestroyOriginal: choice.oneIn(4),
  }),
  "SearchSnippet/get": (choice) => ({
    emailIds: [idOf("email", choice), idOf("foreignEmail", choice)],
    filter: filterOf(types.Email, choice),
  }),
  "Blob/upload": (choice) => ({
    create: {
      a: {
        data: [
          { "data:asText": "x" },
          { "data:asBase64": "AAAA" },
          { blobId: idOf("blob", choice), offset: choice.below(9), length: choice.size(99) },
        ],
        type: "text/plain",
      },
    },
  }),
  "Blob/get": (choice) => ({
    ids: [idOf("blob", choice)],
    properties: ["data", "data:asText", "data:asBase64", "digest:sha", "digest:sha-256", "size"],
    offset: choice.size(99),
    length: choice.size(999),
  }),
  "Blob/lookup": (choice) => ({ ids: [idOf("blob", choice)], typeNames: ["Email", "FileNode"] }),
  "Blob/copy": (choice) => ({
    fromAccountId: idOf("account", choice),
    blobIds: [idOf("blob", choice)],
  }),
  "Passkey/begin": () => ({}),
  "Passkey/add": (choice) => ({
    name: choice.of(["Key", "", " ", "a".repeat(choice.size(500))]),
    created: choice.of<unknown>([
      null,
      [],
      { id: "AAAA", response: null },
      {
        id: "AAAA",
        response: {
          clientDataJSON: choice.of(["e30", "", "!", 7]),
          authenticatorData: "A".repeat(choice.size(20_000)),
          publicKey: "AAAA",
        },
      },
    ]),
  }),
  "SignInSession/endOthers": () => ({}),
  "Operations/now": () => ({}),
  "Operations/history": () => ({ range: "hour" }),
};

/** RFC 8620 §5.5, at random. */
function filterOf(type: TypeDescription, choice: Choice, depth = 0): unknown {
  const names = Object.keys(type.filters ?? {});
  if (names.length === 0) return null;
  if (depth < 5 && choice.oneIn(3))
    return {
      operator: choice.of(["AND", "OR", "NOT"]),
      conditions: Array.from({ length: choice.size(6) }, () => filterOf(type, choice, depth + 1)),
    };
  return asObject(1 + choice.below(3), () => {
    const name = choice.of(names);
    if (name === "header")
      return [name, choice.of([["Subject"], ["Subject", "hello"], ["X-A", "b"], ["List-Id"], []])];
    return [name, fitting(type.filters![name]!.type, choice, name)];
  });
}

function sortOf(type: TypeDescription, choice: Choice): unknown {
  return Array.from({ length: choice.size(4) }, () => ({
    property: choice.of([...(type.sorts ?? []), "constructor"]),
    isAscending: choice.oneIn(2),
    ...(choice.oneIn(4) && {
      collation: choice.of(["i;ascii-casemap", "i;unicode-casemap", "i;x"]),
    }),
    ...(choice.oneIn(3) && { keyword: choice.of(["$seen", "$flagged", "__proto__"]) }),
  }));
}

function recordOf(
  type: TypeDescription,
  choice: Choice,
  isPatch: boolean,
): Record<string, unknown> {
  const names = Object.entries(type.properties).filter(
    ([, { serverSet }]) => !serverSet || choice.oneIn(20),
  );
  const record: Record<string, unknown> = {};
  for (const [name, { type: valueType, default: standard }] of names) {
    if (isPatch ? !choice.oneIn(4) : standard !== undefined && choice.oneIn(2)) continue;
    const isSet = typeof valueType === "object" && "set" in valueType;
    if (isPatch && isSet && choice.oneIn(2))
      put(
        record,
        `${name}/${choice.of(["$seen", "__proto__", "constructor", "a~1b", idOf("mailbox", choice)])}`,
        choice.of([true, null]),
      );
    else put(record, name, fitting(valueType, choice, name));
  }
  return record;
}

/** What a method of a type takes, more or less. */
function argumentsOf(name: string, choice: Choice): Record<string, unknown> {
  const own = OWN[name];
  const [typeName = "", verb = ""] = name.split("/");
  const type = TYPES.get(typeName);
  if (own !== undefined || type === undefined) return own?.(choice) ?? { ids: null };
  const ids = (): string[] =>
    Array.from({ length: choice.size(5) }, () => fitting("Id", choice, typeName) as string);
  const more = moreOf(type.arguments?.[verb], choice);
  const query = {
    filter: choice.oneIn(4) ? null : filterOf(type, choice),
    sort: choice.oneIn(3) ? null : sortOf(type, choice),
  };
  switch (verb) {
    case "get":
      return {
        ids: choice.oneIn(4) ? null : ids(),
        ...(choice.oneIn(2) && { properties: propertiesOf(type, choice) }),
        ...more,
      };
    case "changes":
      return { sinceState: idOf("state", choice), maxChanges: choice.of([null, 1, 10, 1000]) };
    case "query":
      return {
        ...query,
        position: choice.of([0, -3, 5, 1000]),
        limit: choice.of([null, 0, 1, 50]),
        calculateTotal: choice.oneIn(2),
        ...(choice.oneIn(4) && {
          anchor: idOf("email", choice),
          anchorOffset: choice.of([0, -1, 5]),
        }),
        ...more,
      };
    case "queryChanges":
      return {
        ...query,
        sinceQueryState: idOf("state", choice),
        maxChanges: choice.of([null, 1, 10]),
        ...more,
      };
    case "set":
      return {
        ...(choice.oneIn(2) && {
          create: asObject(choice.size(4), (at) => [`c${at}`, recordOf(type, choice, false)]),
        }),
        ...(choice.oneIn(2) && {
          update: asObject(choice.size(4), () => [
            fitting("Id", choice, typeName) as string,
            recordOf(type, choice, true),
          ]),
        }),
        ...(choice.oneIn(12) && { destroy: ids().slice(0, 2) }),
        ...more,
      };
    default:
      return {};
  }
}

const moreOf = (properties: Properties | undefined, choice: Choice): object =>
  Object.fromEntries(
    Object.entries(properties ?? {})
      .filter(() => choice.oneIn(2))
      .map(([name, { type }]) => [name, fitting(type, choice, name)]),
  );

function propertiesOf(type: TypeDescription, choice: Choice): string[] {
  const names = [...Object.keys(type.properties), "constructor"];
  const dynamic = [
    "header:From:asAddresses",
    "header:subject:asText:all",
    "header:X-A",
    "header:Date:asDate",
    "header:References:asMessageIds",
    "header:List-Post:asURLs:all",
  ];
  return Array.from({ length: choice.size(12) }, () =>
    type.dynamicPrefix !== undefined && choice.oneIn(3)
      ? choice.of(dynamic)
      : choice.of(names.slice(0, choice.oneIn(20) ? undefined : -1)),
  );
}

/** A request (RFC 8620 §3.3) with calls that may take from each other's answers. */
export function jmapRequest(choice: Choice, methods: readonly string[]): Record<string, unknown> {
  const count = choice.oneIn(30) ? choice.size(70) : 1 + choice.size(3);
  const calls: [string, Record<string, unknown>, string][] = [];
  for (let at = 0; at < count; at += 1) {
    const name = choice.of(methods);
    const args: Record<string, unknown> = {
      accountId: choice.oneIn(8) ? idOf("account", choice) : "@account0",
      ...argumentsOf(name, choice),
    };
    if (name === "Core/echo" || name.startsWith("PushSubscription")) delete args["accountId"];
    const before = calls.at(-1);
    if (before !== undefined && choice.oneIn(5)) {
      const key = choice.of(["ids", "emailIds", "blobIds", "destroy", "filter", "create"]);
      delete args[key];
      args[`#${key}`] = { resultOf: before[2], name: before[0], path: pathOf(choice) };
    }
    calls.push([name, args, `${at}`]);
  }
  return {
    using: USING,
    methodCalls: calls,
    ...(choice.oneIn(8) && { createdIds: { a: idOf("email", choice) } }),
  };
}

const pathOf = (choice: Choice): string =>
  choice.oneIn(5)
    ? choice.of(["/*", "/list/*", "/__proto__", "/a/*"]).repeat(choice.size(120))
    : choice.of([
        "/ids",
        "/list/*/id",
        "/list/*/threadId",
        "/list/*/emailIds",
        "/list/*/blobId",
        "/created",
        "/updated",
        "/list/*/mailboxIds",
        "/hello/*/a",
        "/list/0/id",
        "",
        "/list/*/*/*",
      ]);
