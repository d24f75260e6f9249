/** What travels between a JMAP client and the server (RFC 8620), as TypeScript types. */

import type { RefusalCode } from "../errors.ts";

/** The capabilities that Atrium serves, by a short name. */
export const CAPABILITY = {
  core: "urn:ietf:params:jmap:core",
  mail: "urn:ietf:params:jmap:mail",
  submission: "urn:ietf:params:jmap:submission",
  vacationResponse: "urn:ietf:params:jmap:vacationresponse",
  mdn: "urn:ietf:params:jmap:mdn",
  sieve: "urn:ietf:params:jmap:sieve",
  principals: "urn:ietf:params:jmap:principals",
  principalsOwner: "urn:ietf:params:jmap:principals:owner",
  quota: "urn:ietf:params:jmap:quota",
  fileNode: "urn:ietf:params:jmap:filenode",
  blob: "urn:ietf:params:jmap:blob",
  websocket: "urn:ietf:params:jmap:websocket",
  webPushVapid: "urn:ietf:params:jmap:webpush-vapid",
  /** People, groups and what else administrators look after. */
  administration: "urn:atrium:administration",
  /** What Atrium adds to all that can be shared (RFC 9670): the ends of shares (`shareUntil`). */
  share: "urn:atrium:share",
  /** What Atrium adds to files: where and since when something is in the trash. */
  drive: "urn:atrium:drive",
  /** Guests, to whom what lies in an account is shared. */
  guests: "urn:atrium:guests",
  /** What the organisation is called and looks like, and what its windows may load. */
  organisation: "urn:atrium:organisation",
  /** The ways into someone's own account. */
  security: "urn:atrium:security",
  /** How the server is doing, for administrators. */
  operations: "urn:atrium:operations",
  /** What Atrium adds to mail. */
  atriumMail: "urn:atrium:mail",
  /** Work that takes longer than a request. */
  backgroundTasks: "urn:atrium:background-tasks",
  /** What a person chose for all their browsers. */
  preferences: "urn:atrium:preferences",
  /** What the organisation decides for its members. */
  policies: "urn:atrium:policies",
} as const;

export type JsonObject = { readonly [key: string]: unknown };

/** A method call or its response: name, arguments, the client's own id of the call (RFC 8620 §3.2). */
export type Invocation = readonly [name: string, args: JsonObject, callId: string];

/** RFC 8620 §3.3. */
export interface JmapRequest {
  readonly using: readonly string[];
  readonly methodCalls: readonly Invocation[];
  readonly createdIds?: Readonly<Record<string, string>>;
}

/** RFC 8620 §3.4. */
export interface JmapResponse {
  readonly methodResponses: readonly Invocation[];
  /** Only when the request brought some. */
  readonly createdIds?: Readonly<Record<string, string>>;
  readonly sessionState: string;
}

/** RFC 8620 §3.7: an argument whose value is taken from an earlier response. */
export interface ResultReference {
  readonly resultOf: string;
  readonly name: string;
  /** A JSON pointer, in which `*` stands for every item of a list. */
  readonly path: string;
}

/** RFC 8620 §2, the members of the core capability. Sizes in octets. */
export interface CoreCapability {
  readonly maxSizeUpload: number;
  readonly maxConcurrentUpload: number;
  readonly maxSizeRequest: number;
  readonly maxConcurrentRequests: number;
  readonly maxCallsInRequest: number;
  readonly maxObjectsInGet: number;
  readonly maxObjectsInSet: number;
  readonly collationAlgorithms: readonly string[];
}

export interface SessionAccount {
  readonly name: string;
  readonly isPersonal: boolean;
  readonly isReadOnly: boolean;
  readonly accountCapabilities: Readonly<Record<string, JsonObject>>;
}

/** RFC 8620 §2: the session resource. URLs are templates (RFC 6570 level 1). */
export interface JmapSession {
  readonly capabilities: Readonly<Record<string, JsonObject>>;
  readonly accounts: Readonly<Record<string, SessionAccount>>;
  readonly primaryAccounts: Readonly<Record<string, string>>;
  readonly username: string;
  readonly apiUrl: string;
  readonly downloadUrl: string;
  readonly uploadUrl: string;
  readonly eventSourceUrl: string;
  readonly state: string;
}

/** RFC 8620 §3.6.1: a request that could not be processed at all, as problem+json. */
export interface RequestProblem {
  readonly type:
    | "urn:ietf:params:jmap:error:unknownCapability"
    | "urn:ietf:params:jmap:error:notJSON"
    | "urn:ietf:params:jmap:error:notRequest"
    | "urn:ietf:params:jmap:error:limit";
  readonly status: number;
  readonly detail: string;
  /** With `limit`: the name of the limit that the request exceeds. */
  readonly limit?: keyof CoreCapability;
}

/** RFC 8620 §3.6.2 and the errors of the standard methods. */
export type MethodErrorType =
  | "serverUnavailable"
  | "serverFail"
  | "serverPartialFail"
  | "unknownMethod"
  | "invalidArguments"
  | "invalidResultReference"
  | "forbidden"
  /** Of Atrium: who it is was proved too long ago for this. */
  | "proofRequired"
  | "accountNotFound"
  | "accountNotSupportedByMethod"
  | "accountReadOnly"
  | "requestTooLarge"
  | "cannotCalculateChanges"
  | "stateMismatch"
  | "anchorNotFound"
  | "unsupportedSort"
  | "unsupportedFilter"
  | "tooManyChanges"
  | "fromAccountNotFound"
  | "fromAccountNotSupportedByMethod"
  | "unknownDataType";

export interface MethodError {
  readonly type: MethodErrorType;
  /** Of Atrium: what it is exactly, where no type says so. */
  readonly code?: RefusalCode;
  readonly description?: string;
}

/** RFC 8620 §5.3 and §5.4, RFC 8621 §2.5, §4.6, §4.8, §6.3 and §7.5, RFC 9661 §2.4. */
export type SetErrorType =
  | "forbidden"
  | "overQuota"
  | "tooLarge"
  | "rateLimit"
  | "notFound"
  | "invalidPatch"
  | "willDestroy"
  | "invalidProperties"
  | "singleton"
  | "alreadyExists"
  | "mailboxHasChild"
  | "mailboxHasEmail"
  | "blobNotFound"
  | "tooManyKeywords"
  | "tooManyMailboxes"
  | "invalidEmail"
  | "nodeHasChildren"
  | "forbiddenFrom"
  | "forbiddenMailFrom"
  | "forbiddenToSend"
  | "tooManyRecipients"
  | "noRecipients"
  | "invalidRecipients"
  | "cannotUnsend"
  | "mdnAlreadySent"
  | "invalidSieve"
  | "sieveIsActive"
  | "serverFail";

export interface SetError {
  readonly type: SetErrorType;
  /** Of Atrium: what it is exactly, where no type says so. */
  readonly code?: RefusalCode;
  readonly description?: string;
  /** With `invalidProperties`: all that were invalid. */
  readonly properties?: readonly string[];
  /** With `alreadyExists`. */
  readonly existingId?: string;
  /** With `blobNotFound`. */
  readonly notFound?: readonly string[];
  /** With `tooManyRecipients`. */
  readonly maxRecipients?: number;
  /** With `invalidRecipients`. */
  readonly invalidRecipients?: readonly string[];
  /** With `tooLarge`: the limit, in octets. */
  readonly maxSize?: number;
}

/** RFC 8620 §5.1. */
export interface GetResponse<T = JsonObject> {
  readonly accountId: string;
  readonly state: string;
  readonly list: readonly T[];
  readonly notFound: readonly string[];
}

/** RFC 8620 §5.2. */
export interface ChangesResponse {
  readonly accountId: string;
  readonly oldState: string;
  readonly newState: string;
  readonly hasMoreChanges: boolean;
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly destroyed: readonly string[];
  /** Mailbox only (RFC 8621 §2.2): what may have changed when only counts did. */
  readonly updatedProperties?: readonly string[] | null;
}

/** RFC 8620 §5.3: a patch names properties or paths inside them; `null` means default or removal. */
export type PatchObject = Readonly<Record<string, unknown>>;

/** RFC 8620 §5.3. */
export interface SetResponse<T = JsonObject> {
  readonly accountId: string;
  readonly oldState: string;
  readonly newState: string;
  readonly created: Readonly<Record<string, Partial<T>>> | null;
  readonly updated: Readonly<Record<string, Partial<T> | null>> | null;
  readonly destroyed: readonly string[] | null;
  readonly notCreated: Readonly<Record<string, SetError>> | null;
  readonly notUpdated: Readonly<Record<string, SetError>> | null;
  readonly notDestroyed: Readonly<Record<string, SetError>> | null;
}

/** RFC 8620 §5.5. */
export interface QueryResponse {
  readonly accountId: string;
  readonly queryState: string;
  readonly canCalculateChanges: boolean;
  readonly position: number;
  readonly ids: readonly string[];
  readonly total?: number;
  /** Only when the server lowered the limit. */
  readonly limit?: number;
}

/** RFC 8620 §5.6. */
export interface QueryChangesResponse {
  readonly accountId: string;
  readonly oldQueryState: string;
  readonly newQueryState: string;
  readonly total?: number;
  readonly removed: readonly string[];
  readonly added: readonly { readonly id: string; readonly index: number }[];
}

/** RFC 8620 §7.1: the object pushed after something changed: account → type → new state. */
export interface StateChange {
  readonly "@type": "StateChange";
  readonly changed: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** RFC 8620 §6.1. */
export interface UploadResponse {
  readonly accountId: string;
  readonly blobId: string;
  readonly type: string;
  readonly size: number;
}
