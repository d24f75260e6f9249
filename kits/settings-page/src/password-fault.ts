import { PASSWORD_MIN_LENGTH } from "@atrium/contract/api/session";
import { t } from "./strings/index.ts";

/** What a new password should be like. */
export const passwordHint = (): string => t("passwordHint", { least: PASSWORD_MIN_LENGTH });

/** What is wrong with a new password before the server is asked, as a sentence. */
export const passwordFault = (password: string): string | undefined =>
  password.length < PASSWORD_MIN_LENGTH
    ? t("passwordShort", { least: PASSWORD_MIN_LENGTH })
    : undefined;
