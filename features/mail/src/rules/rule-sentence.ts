import { SetRefused } from "@atrium/jmap";
import { sentence } from "@atrium/settings-page";
import { ScriptChanged } from "./script.ts";
import { t } from "./strings/index.ts";

/** Why rules could not be changed. */
export function refusalOfRules(error: unknown): string {
  if (error instanceof ScriptChanged) return t("ruleGone");
  if (isForbiddenForwarding(error)) return t("forwardRefused");
  const types =
    error instanceof SetRefused ? Object.values(error.refused).map(({ type }) => type) : [];
  return types.includes("tooLarge") || types.includes("overQuota")
    ? t("tooLarge")
    : sentence(error);
}

/** Whether the organisation does not allow to forward there. */
export const isForbiddenForwarding = (error: unknown): boolean =>
  error instanceof SetRefused &&
  Object.values(error.refused).some(({ type }) => type === "forbidden");
