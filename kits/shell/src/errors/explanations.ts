import type { LoadErrorCode } from "@atrium/contract/errors";
import { explanations as en } from "./strings/explanations.en.ts";
import { explanations as ko } from "./strings/explanations.ko.ts";

/** What the help page of a code says. Plain text. */
export interface LoadErrorExplanation {
  /** What happened, technically, in one or two sentences. */
  readonly cause: string;
  /** Why nobody meets it here; absent for what a case of `tests/e2e` raises. */
  readonly notRaised?: string;
  /** What a person, and then an administrator, can do. One paragraph each. */
  readonly help: readonly string[];
}

/**
 * Cause and help per code and language, for `/help/errors/CODE`. Apart from the sentences, which every window
 * carries: these only the help pages do.
 */
export const LOAD_ERROR_EXPLANATIONS: Record<
  "en" | "ko",
  Record<LoadErrorCode, LoadErrorExplanation>
> = { en, ko };
