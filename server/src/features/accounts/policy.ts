import type { Access, Actor } from "../../engine/index.ts";

/** Who acts: a person, or the command line, the demo and the set-up, which someone with the machine's trust started. */
export type ActorOrSystem = Actor | "system";

export type Verb = "read" | "create" | "change" | "remove";

/** What is acted on. `personId` is whose it is. */
export type Thing =
  | { readonly type: "people" | "groups" | "shared-accounts" | "domains" | "queue" | "quarantine" }
  | { readonly type: "admin-acts" | "operations" | "policies" }
  | { readonly type: "directory" | "organisation" }
  | {
      readonly type:
        | "sessions"
        | "password"
        | "preferences"
        | "credentials"
        | "passkeys"
        | "second-factor";
      readonly personId: string;
    }
  | { readonly type: "records"; readonly accountId: string };

/**
 * Whether a user may do something. Administrators look after people, domains, how the server is doing, and the mail that waits
 * to leave or is in quarantine (from whom and for whom, never what it says); what lies in an account is only for those whose account it is or with whom
 * it was shared.
 */
export function may(actor: ActorOrSystem, verb: Verb, thing: Thing): boolean {
  if (actor === "system") return thing.type !== "records";
  switch (thing.type) {
    case "people":
    case "groups":
    case "shared-accounts":
    case "domains":
    case "queue":
    case "quarantine":
      return actor.roles.includes("administrator");
    case "admin-acts":
    case "operations":
      return verb === "read" && actor.roles.includes("administrator");
    case "directory":
      return verb === "read";
    case "organisation":
    case "policies":
      return verb === "read" || actor.roles.includes("administrator");
    case "sessions":
    case "password":
    case "preferences":
    case "credentials":
    case "passkeys":
      return actor.personId === thing.personId;
    case "second-factor":
      // A user has to help who lost theirs; the password is still asked for.
      return (
        actor.personId === thing.personId ||
        (verb === "remove" && actor.roles.includes("administrator"))
      );
    case "records":
      return mayWithRecords(actor, verb, thing.accountId);
    default:
      return thing satisfies never;
  }
}

/** Whether someone may do something to their own ways in, as a type in their own account. */
export const mayWithOwn =
  (type: "sessions" | "credentials" | "passkeys"): Access =>
  (actor, verb, accountId) =>
    accountId === actor.accountId && may(actor, VERBS[verb], { type, personId: actor.personId });

const VERBS = { read: "read", create: "create", update: "change", destroy: "remove" } as const;

function mayWithRecords(actor: Actor, verb: Verb, accountId: string): boolean {
  const account = Object.hasOwn(actor.accounts, accountId) ? actor.accounts[accountId] : undefined;
  return account !== undefined && (verb === "read" || !account.isReadOnly);
}
