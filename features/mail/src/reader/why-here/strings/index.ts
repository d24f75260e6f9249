import { defineStrings } from "@atrium/i18n";
import { en } from "./en.ts";
import { ko } from "./ko.ts";

/** The strings that say why a message is where it is. */
export const w = defineStrings({ en, ko });
