import { defineStrings } from "@atrium/i18n";
import { en } from "./en.ts";
import { ko } from "./ko.ts";

/** What is asked before a message goes. */
export const g = defineStrings({ en, ko });
