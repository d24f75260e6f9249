import type { EmailAddress } from "@atrium/contract/types/email";
import { isAddress } from "../draft/addresses.ts";
import { addressesOf, recipientsOf, type Draft } from "../draft/draft.ts";
import { t } from "../strings/index.ts";

/** What stands in the way, and with which recipients it does. */
export interface Problem {
  readonly title: string;
  readonly text: string;
  readonly to?: readonly EmailAddress[];
}

export function sameRecipients(
  one: readonly EmailAddress[],
  other: readonly EmailAddress[],
): boolean {
  return one.length === other.length && one.every(({ email }, at) => email === other[at]!.email);
}

/** What keeps a message from being sent. `at`: the hour it is sent at, `null` for at once. */
export function obstacleOf(draft: Draft, at: Date | null): string | undefined {
  const wrong = addressesOf(draft).filter(({ email }) => !isAddress(email));
  if (recipientsOf(draft).length === 0) return t("noRecipients");
  const { followUpAt } = draft;
  if (wrong.length === 0)
    return followUpAt != null && new Date(followUpAt) <= (at ?? new Date())
      ? t("followUpTooEarly")
      : undefined;
  return t("wrongRecipients", { addresses: wrong.map(({ email }) => email).join(", ") });
}
