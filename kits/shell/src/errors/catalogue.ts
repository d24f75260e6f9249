import type { LoadErrorCode } from "@atrium/contract/errors";
import * as en from "./strings/en.ts";
import * as ko from "./strings/ko.ts";

/** What the help page of a code says. Plain text. */
export interface LoadErrorExplanation {
  /** What happened, technically, in one or two sentences. */
  readonly cause: string;
  /** What a person, and then an administrator, can do. One paragraph each. */
  readonly help: readonly string[];
}

/** One sentence for the person per code and language: what does not work, and that the rest does. */
export const LOAD_ERROR_SENTENCES: Record<"en" | "ko", Record<LoadErrorCode, string>> = {
  en: en.sentences,
  ko: ko.sentences,
};

/** Cause and help per code and language, for `/help/errors/CODE`. */
export const LOAD_ERROR_EXPLANATIONS: Record<
  "en" | "ko",
  Record<LoadErrorCode, LoadErrorExplanation>
> = { en: en.explanations, ko: ko.explanations };
