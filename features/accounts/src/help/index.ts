import type { HelpArticles } from "@atrium/i18n";
import { en } from "./en.ts";
import { ko } from "./ko.ts";

export const helpArticles: HelpArticles = { en, ko };
