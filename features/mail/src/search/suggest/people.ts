import { Email, type EmailAddress } from "@atrium/contract/types/email";
import type { Account } from "@atrium/jmap";
import { fits, type Person } from "./suggest.ts";

/** People that are suggested. */
export const MOST_PEOPLE = 6;
/** Messages looked through: those that this window knows, the newest of them. */
const LOOKED_AT = 5000;

/** People of the mail that is here, who fit what is typed: all but oneself while that is nothing; whom one has most to do with first. */
export function peopleOf(
  account: Pick<Account, "all">,
  own: string,
  typed: string,
): readonly Person[] {
  const isAnyone = typed.trim() === "";
  const found = new Map<string, { person: Person; weight: number }>();
  const note = (list: readonly EmailAddress[] | null | undefined, weight: number): void => {
    for (const { name, email } of list ?? []) {
      const key = email.toLowerCase();
      if (isAnyone && key === own.toLowerCase()) continue;
      const known = found.get(key);
      if (known) {
        known.weight += weight;
        if (!known.person.name && name) known.person = { name, email };
      } else if (fits(typed, email) || (name && fits(typed, name)))
        found.set(key, { person: { name, email }, weight });
    }
  };
  for (const { from, to, cc } of account.all(Email).slice(-LOOKED_AT)) {
    const isOwn = from?.some(({ email }) => email.toLowerCase() === own.toLowerCase()) === true;
    note(from, 1);
    // Those whom the user wrote to come before recipients of others' mail.
    note(to, isOwn ? 3 : 0.2);
    note(cc, isOwn ? 1 : 0.1);
  }
  return [...found.values()]
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, MOST_PEOPLE)
    .map(({ person }) => person);
}

/** Those of one's own mail first, then the directory, each once. */
export function mergePeople(own: readonly Person[], others: readonly Person[]): readonly Person[] {
  const known = new Set(own.map(({ email }) => email.toLowerCase()));
  return [...own, ...others.filter(({ email }) => !known.has(email.toLowerCase()))].slice(
    0,
    MOST_PEOPLE,
  );
}
