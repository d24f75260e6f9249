import type { RefusalCode } from "@atrium/contract/errors";
import type {
  MethodError,
  MethodErrorType,
  RequestProblem,
  SetError,
  SetErrorType,
} from "@atrium/contract/types/wire";

interface Meaning {
  /** What it is as the answer to one record of a `/set`. */
  readonly set: SetErrorType;
  /** What it is as the answer to a whole method call. */
  readonly method: MethodErrorType;
  /** What it is in a problem document of a REST route. */
  readonly rest: RefusalCode;
}

const meaning = (set: SetErrorType, method: MethodErrorType, rest: RefusalCode): Meaning => ({
  set,
  method,
  rest,
});

/** The closed list of what the server refuses, and how each protocol says it. Anything else that is thrown is a bug. */
export const REFUSALS = {
  // RFC 8620 §5.3, §5.4, RFC 8621 §2.5, §4.6: one record.
  forbidden: meaning("forbidden", "forbidden", "forbidden"),
  notFound: meaning("notFound", "invalidArguments", "notFound"),
  overQuota: meaning("overQuota", "forbidden", "overQuota"),
  tooLarge: meaning("tooLarge", "requestTooLarge", "tooLarge"),
  rateLimit: meaning("rateLimit", "forbidden", "tooManyRequests"),
  invalidPatch: meaning("invalidPatch", "invalidArguments", "invalid"),
  willDestroy: meaning("willDestroy", "invalidArguments", "invalid"),
  invalidProperties: meaning("invalidProperties", "invalidArguments", "invalid"),
  singleton: meaning("singleton", "forbidden", "forbidden"),
  alreadyExists: meaning("alreadyExists", "invalidArguments", "alreadyExists"),
  mailboxHasChild: meaning("mailboxHasChild", "forbidden", "invalid"),
  mailboxHasEmail: meaning("mailboxHasEmail", "forbidden", "invalid"),
  nodeHasChildren: meaning("nodeHasChildren", "forbidden", "invalid"),
  blobNotFound: meaning("blobNotFound", "invalidArguments", "notFound"),
  tooManyKeywords: meaning("tooManyKeywords", "requestTooLarge", "tooLarge"),
  tooManyMailboxes: meaning("tooManyMailboxes", "requestTooLarge", "tooLarge"),
  invalidEmail: meaning("invalidEmail", "invalidArguments", "invalid"),
  // RFC 8621 §6.3, §7.5: sending.
  forbiddenFrom: meaning("forbiddenFrom", "forbidden", "forbidden"),
  forbiddenMailFrom: meaning("forbiddenMailFrom", "forbidden", "forbidden"),
  forbiddenToSend: meaning("forbiddenToSend", "forbidden", "forbidden"),
  tooManyRecipients: meaning("tooManyRecipients", "requestTooLarge", "tooLarge"),
  noRecipients: meaning("noRecipients", "invalidArguments", "invalid"),
  invalidRecipients: meaning("invalidRecipients", "invalidArguments", "invalid"),
  cannotUnsend: meaning("cannotUnsend", "forbidden", "invalid"),
  // RFC 8620 §3.6.2, §5: a whole method call.
  unknownMethod: meaning("forbidden", "unknownMethod", "notFound"),
  invalidArguments: meaning("invalidProperties", "invalidArguments", "badRequest"),
  invalidResultReference: meaning("invalidProperties", "invalidResultReference", "badRequest"),
  accountNotFound: meaning("forbidden", "accountNotFound", "notFound"),
  accountNotSupportedByMethod: meaning("forbidden", "accountNotSupportedByMethod", "notFound"),
  accountReadOnly: meaning("forbidden", "accountReadOnly", "forbidden"),
  fromAccountNotFound: meaning("forbidden", "fromAccountNotFound", "notFound"),
  fromAccountNotSupportedByMethod: meaning(
    "forbidden",
    "fromAccountNotSupportedByMethod",
    "notFound",
  ),
  requestTooLarge: meaning("tooLarge", "requestTooLarge", "tooLarge"),
  cannotCalculateChanges: meaning("forbidden", "cannotCalculateChanges", "invalid"),
  stateMismatch: meaning("forbidden", "stateMismatch", "invalid"),
  anchorNotFound: meaning("notFound", "anchorNotFound", "notFound"),
  unsupportedSort: meaning("invalidProperties", "unsupportedSort", "badRequest"),
  unsupportedFilter: meaning("invalidProperties", "unsupportedFilter", "badRequest"),
  tooManyChanges: meaning("tooLarge", "tooManyChanges", "tooLarge"),
  // RFC 9404 §4.3.
  unknownDataType: meaning("invalidProperties", "unknownDataType", "invalid"),
  // Signing in and administration.
  badRequest: meaning("invalidProperties", "invalidArguments", "badRequest"),
  notSignedIn: meaning("forbidden", "forbidden", "notSignedIn"),
  wrongCredentials: meaning("forbidden", "forbidden", "wrongCredentials"),
  secondFactorRequired: meaning("forbidden", "forbidden", "secondFactorRequired"),
  wrongCode: meaning("forbidden", "forbidden", "wrongCode"),
  passkeyRequired: meaning("forbidden", "forbidden", "passkeyRequired"),
  wrongPasskey: meaning("forbidden", "forbidden", "wrongPasskey"),
  proofRequired: meaning("forbidden", "forbidden", "proofRequired"),
  secondFactorMissing: meaning("forbidden", "forbidden", "secondFactorMissing"),
  wrongOrigin: meaning("forbidden", "forbidden", "wrongOrigin"),
  unencrypted: meaning("forbidden", "forbidden", "unencrypted"),
  setUpDone: meaning("forbidden", "forbidden", "setUpDone"),
  invalid: meaning("invalidProperties", "invalidArguments", "invalid"),
  weakPassword: meaning("invalidProperties", "invalidArguments", "weakPassword"),
  tooManyRequests: meaning("rateLimit", "serverUnavailable", "tooManyRequests"),
  unavailable: meaning("serverFail", "serverUnavailable", "unavailable"),
} as const satisfies Record<string, Meaning>;

export type Refused = keyof typeof REFUSALS;

/** What may stand in the answer beside the code. */
export interface RefusalExtra extends Omit<SetError, "type" | "description"> {
  /** Seconds to wait before another try. */
  readonly retryAfter?: number;
  /** With `notSignedIn`, in a problem document: time alone ended the session. */
  readonly hasExpired?: true;
}

/** The server understood and says no. Doors turn it into their own words; it is never logged as an error. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: Refused;
  readonly detail: string | undefined;
  readonly extra: RefusalExtra;

  constructor(code: Refused, detail?: string, extra: RefusalExtra = {}) {
    super(detail === undefined ? code : `${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
    this.extra = extra;
  }

  /** The code of a problem document (RFC 9457). */
  get rest(): RefusalCode {
    return REFUSALS[this.code].rest;
  }

  /** The answer to one record of a `/set` (RFC 8620 §5.3). */
  setError(): SetError {
    const { retryAfter: _, hasExpired: __, ...told } = this.extra;
    return {
      type: REFUSALS[this.code].set,
      ...(this.detail === undefined ? {} : { description: this.detail }),
      ...told,
    };
  }

  /** The answer to a method call (RFC 8620 §3.6.2). */
  methodError(): MethodError {
    return {
      type: REFUSALS[this.code].method,
      ...(this.detail === undefined ? {} : { description: this.detail }),
    };
  }
}

/** Says no, by a code of the closed list. `detail` is for developers; people read the strings of the code. */
export function refuse(code: Refused, detail?: string, extra?: RefusalExtra): never {
  throw new Refusal(code, detail, extra);
}

/** Says which property of a record cannot be, by its name or its path. */
export function refuseProperty(property: string, detail: string): never {
  throw new Refusal("invalidProperties", detail, { properties: [property] });
}

/** A request that cannot be processed at all (RFC 8620 §3.6.1); the server answers `problem` as problem+json. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly problem: RequestProblem;

  constructor(
    type: "unknownCapability" | "notJSON" | "notRequest" | "limit",
    detail: string,
    limit?: RequestProblem["limit"],
  ) {
    super(detail);
    this.problem = {
      type: `urn:ietf:params:jmap:error:${type}`,
      status: 400,
      detail,
      ...(limit === undefined ? {} : { limit }),
    };
  }
}

/** RFC 8620 §3.6.2 has no word for it; that of "not now" keeps programs from taking it for a fault of theirs. */
export const TOO_SLOW =
  "this took too long; ask for less at once, or again when the server has less to do";
