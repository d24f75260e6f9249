import { PASSWORD_MIN_LENGTH, type SetUp } from "@atrium/contract/api/session";
import { t } from "../strings/index.ts";

export type SetUpField = Exclude<keyof SetUp, "token">;
export type SetUpErrors = Partial<Record<SetUpField, string>>;

/** Two labels or more of letters, digits and hyphens in any script, as a mail domain is. */
const DOMAIN = /^(?!-)[\p{L}\p{N}-]{1,63}(?<!-)(\.(?!-)[\p{L}\p{N}-]{1,63}(?<!-))+$/u;
const LOCAL_PART = /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*$/u;

/** What is plainly missing or wrong, before the server is asked; it has the last word. */
export function checkSetUp(given: Omit<SetUp, "token">): SetUpErrors {
  const least = PASSWORD_MIN_LENGTH;
  return {
    ...(given.organisation === "" && { organisation: t("organisationMissing") }),
    ...(!DOMAIN.test(given.domain) && { domain: t("domainWrong") }),
    ...(given.name === "" && { name: t("nameMissing") }),
    ...(!LOCAL_PART.test(given.localPart) && { localPart: t("localPartWrong") }),
    ...(Array.from(given.password.normalize("NFKC")).length < least && {
      password: t("passwordShort", { least }),
    }),
  };
}
