import type {
  MethodError,
  MethodErrorType,
  RequestProblem,
  SetError,
} from "@atrium/contract/types/wire";

/** The session ended, or there was none. Nothing more is answered until a user signs in. */
export class NotSignedIn extends Error {
  override readonly name = "NotSignedIn";
}

/** The server did not answer: no network, or a failure of its own. Trying again may help. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
  /** The HTTP status of an answer that was none; `undefined` when nothing came at all. */
  readonly status: number | undefined;
  constructor(message: string, options: ErrorOptions & { readonly status?: number } = {}) {
    super(message, options);
    this.status = options.status;
  }
}

/** The request as a whole was refused (RFC 8620 §3.6.1). */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";
  readonly problem: RequestProblem;
  constructor(problem: RequestProblem) {
    super(`${problem.type}: ${problem.detail}`);
    this.problem = problem;
  }
}

/** One call failed (RFC 8620 §3.6.2). */
export class MethodFailed extends Error {
  override readonly name = "MethodFailed";
  readonly type: MethodErrorType;
  /** What it is exactly, where no type says so. */
  readonly code: MethodError["code"];
  constructor(method: string, { type, description, code }: MethodError) {
    super(`${method}: ${type}${description ? ` (${description})` : ""}`);
    this.type = type;
    this.code = code;
  }
}

/** Some records of a mutation were refused; the others were written. */
export class SetRefused extends Error {
  override readonly name = "SetRefused";
  readonly refused: Readonly<Record<string, SetError>>;
  constructor(refused: Readonly<Record<string, SetError>>) {
    super(
      Object.entries(refused)
        .map(([id, error]) => `${id}: ${error.type}`)
        .join(", "),
    );
    this.refused = refused;
  }
}
