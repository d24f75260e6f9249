import { LOAD_ERROR_CODES, type LoadErrorCode } from "@atrium/contract/errors";

/** Something that did not load, by its code in the closed list. */
export interface LoadFailure {
  readonly code: LoadErrorCode;
  /** The original message, for the console and the log; never shown to a person. */
  readonly detail: string;
}

/** A failure whose code is known where it is raised. */
export class LoadError extends Error {
  override readonly name = "LoadError";
  readonly code: LoadErrorCode;

  constructor(code: LoadErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Which code a failure has: federation writes its own as `#RUNTIME-003` into the message, the bundler's loader
 * names chunks and stylesheets in words. Undefined for an error that is not about loading (a bug of ours).
 */
export function describeLoadError(error: unknown): LoadFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const detail = error.message;
  if (error instanceof LoadError) return { code: error.code, detail };
  const named = LOAD_ERROR_CODES.find((code) => detail.includes(`#${code}`));
  if (named) return { code: named, detail };
  if ("code" in error && error.code === "CSS_CHUNK_LOAD_FAILED")
    return { code: "STYLE-001", detail };
  if (detail.startsWith("Loading CSS chunk ")) return { code: "STYLE-001", detail };
  if (error.name === "ChunkLoadError" || detail.startsWith("Loading chunk ")) {
    return { code: "CHUNK-001", detail };
  }
  return undefined;
}
