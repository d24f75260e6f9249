import { defineStrings } from "@atrium/i18n";
import { en } from "./en.ts";
import { ko } from "./ko.ts";

/** What every window has with it; the words of signing in come with signing in. */
export const t = defineStrings({ en, ko });
