import { formatList } from "@atrium/i18n";
import { ShareRefused } from "./change-shares.ts";
import { t } from "../strings/index.ts";

/** So many are called by their names. */
const NAMED = 3;

/** With whom something was shared. */
export const sharedWith = (names: readonly string[]): string =>
  names.length > NAMED
    ? t("sharedMany", { count: names.length })
    : t("shared", { names: formatList(names) });

/** What each refusal means to who shares, by its SetError type. */
const REASONS = {
  forbidden: "forbidden",
  notFound: "gone",
  overQuota: "overQuota",
  invalidProperties: "invalid",
} as const;

/** Why a change was refused, and what to do about it. */
export function reasonOf(error: unknown): string {
  const reasons: Readonly<Record<string, (typeof REASONS)[keyof typeof REASONS]>> = REASONS;
  return t((error instanceof ShareRefused ? reasons[error.type] : undefined) ?? "notChanged");
}
