import {
  LINK_PASSWORD_MAX_LENGTH,
  LINK_PASSWORD_MIN_LENGTH,
} from "@atrium/contract/types/file-link";
import { utcDate } from "@atrium/contract/types/utc-date";
import { t } from "../strings/index.ts";
import { LinkRefused, type LinkPolicies } from "./links.ts";

const DAY = 86_400_000;

/** When a link ends unless another time is chosen: as late as the organisation lets it, where it has to end. */
export const proposedEnd = (
  { publicLinkExpiry: days }: Pick<LinkPolicies, "publicLinkExpiry">,
  now: Date,
): string | null => (days === null ? null : utcDate(new Date(now.getTime() + days * DAY)));

/** What is wrong with a password, if anything. */
export function passwordFault(
  password: string,
  { publicLinkPassword }: Pick<LinkPolicies, "publicLinkPassword">,
): string | undefined {
  if (password === "") return publicLinkPassword ? t("linkPasswordNeeded") : undefined;
  const length = Array.from(password).length;
  if (length < LINK_PASSWORD_MIN_LENGTH)
    return t("linkPasswordShort", { count: LINK_PASSWORD_MIN_LENGTH });
  return length > LINK_PASSWORD_MAX_LENGTH
    ? t("linkPasswordLong", { count: LINK_PASSWORD_MAX_LENGTH })
    : undefined;
}

/** What is wrong with a number of downloads; an empty one is as many as people like. */
export const downloadsFault = (text: string): string | undefined =>
  text === "" || /^[1-9]\d{0,5}$/.test(text) ? undefined : t("linkDownloadsFault");

/** Why a link could not be made or ended, and what to do about it. */
export function linkFault(
  error: unknown,
  { publicLinkExpiry }: Pick<LinkPolicies, "publicLinkExpiry">,
): string {
  if (!(error instanceof LinkRefused)) return t("notChanged");
  const { type, properties } = error;
  if (properties.includes("expires"))
    return publicLinkExpiry === null
      ? t("linkEndPast")
      : t("linkEndsWithin", { count: publicLinkExpiry });
  if (properties.includes("password")) return t("linkPasswordNeeded");
  if (properties.includes("name")) return t("linkNameLong");
  if (type === "overQuota") return t("linkTooMany");
  if (type === "forbidden") return t("linkForbidden");
  return t(type === "notFound" || type === "invalidProperties" ? "gone" : "notChanged");
}
