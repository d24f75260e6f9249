import type { EmailAddress, EmailRecord } from "@atrium/contract/types/email";

type Letter = Pick<EmailRecord, "from" | "to" | "keywords">;

/** A name in a list's row, heavier while something of that person is unread. */
export interface Participant {
  readonly name: string;
  readonly isUnread: boolean;
}

/** A person's display name; the address where there is none, or where the name is the address of somebody else. */
export function nameOf(address: EmailAddress): string {
  return posesAs(address) === undefined ? address.name?.trim() || address.email : address.email;
}

/** Another address than the real one, which a display name holds. */
export function posesAs({ name, email }: EmailAddress): string | undefined {
  if (!name || email === "") return undefined;
  // Full-width letters pass for plain ones.
  const words = name.normalize("NFKC").split(/[\s<>()[\]"',;:]/);
  return words.find((word) => isAddress(word) && word.toLowerCase() !== email.toLowerCase());
}

function isAddress(word: string): boolean {
  const at = word.indexOf("@");
  return at > 0 && word.lastIndexOf("@") === at && word.indexOf(".", at) > at + 1;
}

/** With the name by which the organisation's directory knows them, where the message says none. */
export function named(
  address: EmailAddress,
  knownName: (email: string) => string | undefined,
): EmailAddress {
  const name = address.name?.trim() ? undefined : knownName(address.email);
  return name === undefined ? address : { ...address, name };
}

/** The first name, for lists of several people. Korean and Japanese names stay whole. */
export function shortNameOf(address: EmailAddress): string {
  const name = nameOf(address);
  if (name.includes("@")) return name.slice(0, name.indexOf("@"));
  if (/^[\p{L}\p{M}.'’-]+,\s*\p{L}/u.test(name)) return name.slice(name.indexOf(",") + 1).trim();
  const [first = name] = name.split(/\s+/);
  return first.length > 1 ? first : name;
}

/**
 * Who takes part in a conversation, in order of appearance; the person themself is `me`.
 * For mail one sent oneself (Sent, Drafts) the recipients are the ones that matter.
 */
export function participants(
  letters: readonly Letter[],
  {
    own,
    me,
    isOutgoing,
    knownName,
  }: {
    readonly own: string;
    readonly me: string;
    readonly isOutgoing: boolean;
    /** Of recipients; a sender is shown as the message says. */
    readonly knownName?: (email: string) => string | undefined;
  },
): Participant[] {
  const found = new Map<string, { address: EmailAddress; isUnread: boolean }>();
  for (const { from, to, keywords } of letters) {
    for (const address of (isOutgoing ? to : from) ?? []) {
      const key = address.email.toLowerCase();
      const isUnread = keywords["$seen"] !== true;
      const known = found.get(key);
      if (known) known.isUnread ||= isUnread;
      else {
        const shown = isOutgoing && knownName ? named(address, knownName) : address;
        found.set(key, { address: shown, isUnread });
      }
    }
  }
  const all = [...found.entries()];
  const isAlone = all.length === 1;
  return all.map(([key, { address, isUnread }]) => ({
    name: key === own.toLowerCase() ? me : isAlone ? nameOf(address) : shortNameOf(address),
    isUnread,
  }));
}

/** Whose face stands for a conversation: the last who is not the person themself, if anybody. */
export function lastOther(
  letters: readonly Pick<Letter, "from">[],
  own: string,
): EmailAddress | undefined {
  const isOther = ({ email }: EmailAddress): boolean => email.toLowerCase() !== own.toLowerCase();
  return letters.flatMap(({ from }) => from?.[0] ?? []).findLast(isOther);
}
