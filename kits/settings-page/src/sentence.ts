import { Unreachable } from "@atrium/jmap";
import { RestRefusal } from "@atrium/shell";
import { PasskeyFailed } from "@atrium/shell/passkeys";
import { t } from "./strings/index.ts";

/** The sentence for a refusal's code. */
export const sentenceOf = (code: RestRefusal["code"] | PasskeyFailed["code"]): string => t(code);

/** The sentence for a refusal by the server or by the device; anything else is a failure of ours. */
export function sentence(error: unknown): string {
  if (error instanceof Unreachable) return t("unavailable");
  const isRefusal = error instanceof RestRefusal || error instanceof PasskeyFailed;
  return t(isRefusal ? error.code : "serverFail");
}
