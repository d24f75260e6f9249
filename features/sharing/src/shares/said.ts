import { formatList } from "@atrium/i18n";
import { t } from "../strings/index.ts";

/** So many are called by their names. */
const NAMED = 3;

/** With whom something was shared. */
export const sharedWith = (names: readonly string[]): string =>
  names.length > NAMED
    ? t("sharedMany", { count: names.length })
    : t("shared", { names: formatList(names) });
