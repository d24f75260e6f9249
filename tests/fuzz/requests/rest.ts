import { api } from "../../../contract/src/api/index.ts";
import type { Endpoint } from "../../../contract/src/api/endpoint.ts";
import type { Choice } from "../choice.ts";
import { asObject, idOf } from "./values.ts";

function endpointsOf(tree: object): Endpoint<unknown, unknown>[] {
  return "method" in tree
    ? [tree as Endpoint<unknown, unknown>]
    : Object.values(tree).flatMap((branch) => endpointsOf(branch as object));
}
const ALL = endpointsOf(api);

/** Whoever is signed in must stay so. */
const ENDS_SESSIONS = new Set<object>([api.session.signOut]);

const NAMES = [
  "name",
  "address",
  "password",
  "code",
  "token",
  "organisation",
  "domain",
  "localPart",
  "locale",
  "theme",
  "density",
  "kind",
  "label",
  "expires",
  "aliases",
  "roles",
  "members",
  "personId",
  "mayWrite",
  "for",
  "days",
  "accountId",
  "emailId",
  "urls",
  "created",
  "response",
  "id",
  "clientDataJSON",
  "authenticatorData",
  "publicKey",
  "signature",
  "userHandle",
] as const;

export interface RestRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

export function restRequest(choice: Choice, as: "user" | "administrator" | "nobody"): RestRequest {
  const endpoints = ALL.filter((one) => as === "nobody" || !ENDS_SESSIONS.has(one));
  const { method, path } = choice.of(endpoints);
  return {
    method,
    path: path.replaceAll(/:\w+/g, () =>
      choice.of([
        encodeURIComponent(idOf("person", choice)),
        "x",
        "%00",
        "..",
        "%2e%2e%2f",
        "a".repeat(choice.size(5000)),
        "%ff",
        "example.com",
        "__proto__",
      ]),
    ),
    body: asObject(1 + choice.size(8), () => [choice.of(NAMES), valueOf(choice)]),
  };
}

function valueOf(choice: Choice): unknown {
  return choice.of<unknown>([
    "a wrong passphrase",
    "dave@demo.test",
    "new@demo.test",
    "x@y",
    "en",
    "dark",
    "compact",
    "token",
    "everyone",
    "Name",
    "",
    1,
    true,
    null,
    ["member"],
    ["administrator", "x"],
    [idOf("person", choice)],
    [{ personId: idOf("person", choice), mayWrite: true }],
    ["http://127.0.0.1:1/a.png", "https://x.test/b"],
    {
      id: "AAAA",
      response: {
        clientDataJSON: "e30",
        authenticatorData: "AAAA",
        signature: "AAAA",
        userHandle: "AAAA",
        publicKey: "AAAA",
      },
    },
    idOf("email", choice),
    "@account0",
    idOf("foreignEmail", choice),
  ]);
}
