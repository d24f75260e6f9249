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

export const meaning = (
  set: SetErrorType,
  method: MethodErrorType,
  rest: RefusalCode,
): Meaning => ({
  set,
  method,
  rest,
});

/** A code as `defineRefusals` made it. A literal is never one, so only codes of the engine are compared as literals. */
type DefinedCode = string & { readonly isDefined: true };

/** A reason to refuse. */
interface Reason extends Meaning {
  readonly code: DefinedCode;
}

const defined = new Set<string>();

/**
 * Gives each meaning its code. A feature's own refusals are defined beside it, and passed to `refuse` as they are.
 * @throws Error for a code that has a meaning already.
 */
export function defineRefusals<Code extends string>(
  meanings: Readonly<Record<Code, Meaning>>,
): Readonly<Record<Code, Reason>> {
  const reasons = Object.entries<Meaning>(meanings).map(([code, how]) => {
    if (defined.has(code)) throw new Error(`the refusal ${code} has two meanings`);
    defined.add(code);
    return [code, { code, ...how }];
  });
  return Object.fromEntries(reasons) as Readonly<Record<Code, Reason>>;
}

/** What any type or route may refuse, and how each protocol says it. Anything that is thrown and no refusal is a bug. */
const REFUSALS = defineRefusals({
  // RFC 8620 §5.3, §5.4: one record.
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
  blobNotFound: meaning("blobNotFound", "invalidArguments", "notFound"),
  proofRequired: meaning("forbidden", "proofRequired", "proofRequired"),
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
  // REST alone.
  badRequest: meaning("invalidProperties", "invalidArguments", "badRequest"),
  invalid: meaning("invalidProperties", "invalidArguments", "invalid"),
  tooManyRequests: meaning("rateLimit", "serverUnavailable", "tooManyRequests"),
  unavailable: meaning("serverFail", "serverUnavailable", "unavailable"),
});

export type Refused = keyof typeof REFUSALS;

/** What may stand in the answer beside the code. */
export interface RefusalExtra extends Omit<SetError, "type" | "description"> {
  /** Seconds to wait before another try. */
  readonly retryAfter?: number;
  /** With `notSignedIn`, in a problem document: time alone ended the session. */
  readonly hasExpired?: true;
}

/** The server understood and says no. Protocols turn it into their own words; it is never logged as an error. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: Refused | DefinedCode;
  readonly detail: string | undefined;
  readonly extra: RefusalExtra;
  readonly #meaning: Meaning;

  constructor(reason: Refused | Reason, detail?: string, extra: RefusalExtra = {}) {
    const { code, ...meaning } = typeof reason === "string" ? REFUSALS[reason] : reason;
    super(detail === undefined ? code : `${code}: ${detail}`);
    this.code = code;
    this.#meaning = meaning;
    this.detail = detail;
    this.extra = extra;
  }

  /** The code of a problem document (RFC 9457). */
  get rest(): RefusalCode {
    return this.#meaning.rest;
  }

  /** The answer to one record of a `/set` (RFC 8620 §5.3). */
  setError(): SetError {
    const { retryAfter: _, hasExpired: __, ...shown } = this.extra;
    return {
      type: this.#meaning.set,
      ...this.#codeBeside(this.#meaning.set),
      ...(this.detail === undefined ? {} : { description: this.detail }),
      ...shown,
    };
  }

  /** Its own code, for which JMAP has no type; of a whole call also that what its arguments name is not there. */
  #codeBeside(type: string): { readonly code?: RefusalCode } {
    const { rest } = this.#meaning;
    const isOwn = !Object.hasOwn(REFUSALS, this.code) && rest === (this.code as string);
    return (isOwn || this.code === "notFound") && rest !== type ? { code: rest } : {};
  }

  /** The answer to a method call (RFC 8620 §3.6.2). */
  methodError(): MethodError {
    return {
      type: this.#meaning.method,
      ...this.#codeBeside(this.#meaning.method),
      ...(this.detail === undefined ? {} : { description: this.detail }),
    };
  }
}

/** Says no, for a reason of the engine or of a feature. `detail` is for developers; people read the strings of the code. */
export function refuse(reason: Refused | Reason, detail?: string, extra?: RefusalExtra): never {
  throw new Refusal(reason, detail, extra);
}

/** Says which property of a record cannot be, by its name or its path. */
export function refuseProperty(property: string, detail: string): never {
  throw new Refusal("invalidProperties", detail, { properties: [property] });
}

/** What a method answered instead of doing it, to who called it within a unit of work (RFC 8620 §3.6.2). */
export class CallFailed extends Error {
  override readonly name = "CallFailed";
  readonly type: string;

  constructor({ type, description }: MethodError) {
    super(description === undefined ? type : `${type}: ${description}`);
    this.type = type;
  }

  /** Whether another try would be answered in the same way. */
  get isForGood(): boolean {
    return !["serverFail", "serverUnavailable", "serverPartialFail"].includes(this.type);
  }
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
export const TOO_SLOW = "this took too long; ask for less at once, or try again later";
