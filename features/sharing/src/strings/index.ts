import { defineStrings } from "@atrium/i18n";
import { en } from "./en.ts";
import { ko } from "./ko.ts";

export const t = defineStrings({ en, ko });
