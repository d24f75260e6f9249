import { defineType, type CreateOf, type RecordOf } from "./define.ts";
import { WAYS_IN } from "./ways-in.ts";

/** What of its person's a program may use; the settings and the administration are for browsers alone. */
export const CREDENTIAL_SCOPES = ["all", "mail", "contacts", "files"] as const;
export type CredentialScope = (typeof CREDENTIAL_SCOPES)[number];

/** An app password goes with the address (Basic, SMTP); a token goes alone (`Authorization: Bearer`). */
export const CREDENTIAL_KINDS = ["app-password", "token"] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

/**
 * Of Atrium: an app password or a token, with which another program signs in as the person whose account it is. At most
 * 100 of one person. What is changed of it holds from the next request on; connections end and come back. Destroying it ends it
 * at once, on every protocol, and wants no proof. Its use is not a change.
 */
export const ClientCredential = defineType({
  name: "ClientCredential",
  ...WAYS_IN,
  proof: ["create", "update"],
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    kind: { type: { oneOf: CREDENTIAL_KINDS }, immutable: true },
    /** One line, trimmed. */
    name: { type: "String" },
    scope: { type: { oneOf: CREDENTIAL_SCOPES } },
    /** Whether the program changes and sends nothing. */
    isReadOnly: { type: "Boolean" },
    createdAt: { type: "UTCDate", serverSet: true },
    /** `null`: never. At most some ten years ahead; who wants longer wants `null`. It is listed for some time afterwards. */
    expiresAt: { type: "UTCDate", nullable: true, default: null, immutable: true },
    /** Exact to some minutes. `null`: never. */
    lastUsedAt: { type: "UTCDate", nullable: true, serverSet: true },
    /** Answered once, when it is made; `null` whenever it is read. */
    secret: { type: "String", nullable: true, serverSet: true },
  },
});

export type ClientCredentialRecord = RecordOf<typeof ClientCredential>;
export type ClientCredentialCreate = CreateOf<typeof ClientCredential>;

/** What a credential opens. */
export type CredentialAccess = Pick<ClientCredentialRecord, "scope" | "isReadOnly">;
