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

/**
 * The conversation as its row tells it, oldest first: everything that is not put aside, in whatever folder, one's own
 * answers among it. Of one that is put aside itself, what this list sees.
 * @param aside the folders whose mail shows in no other list.
 */
export function storyOf(
  here: readonly EmailRecord[],
  letters: readonly (EmailRecord | null | undefined)[],
  aside: ReadonlySet<string>,
): readonly EmailRecord[] {
  const story = letters
    .filter((letter) => letter != null)
    .filter(({ mailboxIds }) => Object.keys(mailboxIds).some((id) => !aside.has(id)));
  return here.every((letter) => story.includes(letter)) ? story : here;
}
