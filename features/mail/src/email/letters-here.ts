import type { EmailRecord } from "@atrium/contract/types/email";

/** The conversation's messages as this list sees them: those of its folder, or all that are not put aside. */
export function lettersHere(
  email: EmailRecord | null | undefined,
  letters: readonly (EmailRecord | null | undefined)[],
  folder: string | undefined,
): readonly EmailRecord[] {
  if (!email) return [];
  const known = letters.filter((letter) => letter != null);
  const here =
    folder === undefined ? known : known.filter(({ mailboxIds }) => mailboxIds[folder] === true);
  return here.length > 0 ? here : [email];
}
