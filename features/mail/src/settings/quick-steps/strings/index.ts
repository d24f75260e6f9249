import { defineStrings } from "@atrium/i18n";
import { en } from "./en.ts";
import { ko } from "./ko.ts";

/** The strings of the page of quick steps. */
export const q = defineStrings({ en, ko });
