import { defineStrings } from "@atrium/i18n";
import { en } from "./en.ts";
import { ko } from "./ko.ts";

/** The strings of a message's pictures on other servers. */
export const p = defineStrings({ en, ko });
