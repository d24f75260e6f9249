import { defineStrings } from "@atrium/i18n";
import { en } from "./en.ts";
import { ko } from "./ko.ts";

/** The strings of the bar that finds in a conversation. */
export const f = defineStrings({ en, ko });
