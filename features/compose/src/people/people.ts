import { Email, type EmailAddress } from "@atrium/contract/types/email";
import { Mailbox } from "@atrium/contract/types/mailbox";
import type { JmapClient } from "@atrium/jmap";
import { rank, type Known } from "./rank.ts";
import { searchDirectory } from "./search-directory.ts";

/** How much of the person's own mail is looked at, the newest first. */
const LOOKED_AT = 400;
const MOST = 8;
/** Asked of the directory, of whom the nearest are shown. */
const MOST_COLLEAGUES = 20;

/** Finds people by a few letters: whom this person writes to first, then everybody of the organisation. */
export interface People {
  find(text: string): Promise<readonly EmailAddress[]>;
  /** Those who are known without asking anybody. */
  findNow(text: string): readonly EmailAddress[];
  /** Starts reading the history, so that it is there with the first letter. */
  prepare(): void;
  /** A user was written to just now. */
  used(addresses: readonly EmailAddress[]): Promise<void>;
}

export function createPeople(client: JmapClient, accountId: string): People {
  let history: Promise<Map<string, Known>> | undefined;
  let here: ReadonlyMap<string, Known> = new Map();
  const directory = new Map<string, Promise<readonly EmailAddress[]>>();

  const read = (): Promise<Map<string, Known>> => {
    history ??= readHistory(client, accountId).then(
      (known) => {
        here = known;
        return known;
      },
      () => {
        history = undefined;
        return new Map<string, Known>();
      },
    );
    return history;
  };
  const look = (text: string): Promise<readonly EmailAddress[]> => {
    const key = text.toLowerCase();
    let found = directory.get(key);
    if (!found) {
      found = searchDirectory(client, text, MOST_COLLEAGUES).catch(() => {
        directory.delete(key);
        return [];
      });
      directory.set(key, found);
    }
    return found;
  };

  return {
    prepare: () => void read(),
    async find(text) {
      const [known, colleagues] = await Promise.all([read(), look(text)]);
      return rank(text, known, colleagues).slice(0, MOST);
    },
    findNow: (text) => rank(text, here, []).slice(0, MOST),
    async used(addresses) {
      const known = await history;
      if (known) for (const address of addresses) note(known, address, 1);
    },
  };
}

async function readHistory(client: JmapClient, accountId: string): Promise<Map<string, Known>> {
  const account = client.account(accountId);
  if (!account.isWhole(Mailbox)) await account.fetchAll(Mailbox);
  const sent = account.all(Mailbox).find(({ role }) => role === "sent")?.id;
  const known = new Map<string, Known>();
  if (sent === undefined) return known;
  const list = await account.find(Email, {
    filter: { inMailbox: sent },
    sort: [{ property: "receivedAt", isAscending: false }],
    limit: LOOKED_AT,
    properties: ["to", "cc", "bcc"],
  });
  // Lately and often: every mail counts, the older the less.
  for (const [index, { to, cc, bcc }] of list.entries())
    for (const address of [...(to ?? []), ...(cc ?? []), ...(bcc ?? [])])
      note(known, address, 1 / (1 + index / 40));
  return known;
}

function note(known: Map<string, Known>, { name, email }: EmailAddress, weight: number): void {
  const key = email.toLowerCase();
  const before = known.get(key);
  known.set(key, {
    name: before?.name ?? name,
    email: before?.email ?? email,
    weight: (before?.weight ?? 0) + weight,
  });
}
