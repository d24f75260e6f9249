import type { LoadErrorCode } from "@atrium/contract/errors";
import { sentences as en } from "./strings/sentences.en.ts";
import { sentences as ko } from "./strings/sentences.ko.ts";

/** One sentence for the person per code and language: what does not work, and that the rest does. */
export const LOAD_ERROR_SENTENCES: Record<"en" | "ko", Record<LoadErrorCode, string>> = { en, ko };
