import { MethodFailed, SetRefused, Unreachable } from "@atrium/jmap";
import type { SetError } from "@atrium/contract/types/wire";
import { RestRefusal } from "@atrium/shell";
import { PasskeyFailed } from "@atrium/shell/passkeys";
import { t } from "./strings/index.ts";

/** The sentence for a refusal's code. */
export const sentenceOf = (code: RestRefusal["code"] | PasskeyFailed["code"]): string => t(code);

/** The sentence for a refusal by the server or by the device; anything else is a failure of ours. */
export function sentence(error: unknown): string {
  if (error instanceof Unreachable) return t("unavailable");
  const code = codeOf(error);
  return t(code ?? "serverFail");
}

/** What was refused, by its code; of several records the first. `undefined` for a failure of ours. */
export function codeOf(error: unknown): RestRefusal["code"] | PasskeyFailed["code"] | undefined {
  if (error instanceof RestRefusal || error instanceof PasskeyFailed) return error.code;
  if (error instanceof MethodFailed) return error.code ?? CODE_OF_METHOD[error.type];
  if (!(error instanceof SetRefused)) return undefined;
  const [first] = Object.values(error.refused);
  return first && (first.code ?? CODE_OF_SET[first.type]);
}

const CODE_OF_SET: Partial<Record<SetError["type"], RestRefusal["code"]>> = {
  forbidden: "forbidden",
  notFound: "notFound",
  alreadyExists: "alreadyExists",
  invalidProperties: "invalid",
  overQuota: "overQuota",
  tooLarge: "tooLarge",
  rateLimit: "tooManyRequests",
};

const CODE_OF_METHOD: Partial<Record<MethodFailed["type"], RestRefusal["code"]>> = {
  forbidden: "forbidden",
  accountReadOnly: "forbidden",
  accountNotFound: "forbidden",
  unknownMethod: "forbidden",
  invalidArguments: "invalid",
  proofRequired: "proofRequired",
  requestTooLarge: "tooLarge",
  serverUnavailable: "unavailable",
};
