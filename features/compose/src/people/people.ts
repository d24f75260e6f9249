import { Email, type EmailAddress } from "@atrium/contract/types/email";
import { Mailbox } from "@atrium/contract/types/mailbox";
import type { JmapClient } from "@atrium/jmap";
import { keepPeople, keptPeople, MOST_DIRECTORY } from "./kept-people.ts";
import { learnNames } from "./names.ts";
import { rank, type Known } from "./rank.ts";
import { listDirectory, searchDirectory } from "./search-directory.ts";

/** How much of the person's own mail is looked at, the newest first. */
const LOOKED_AT = 400;
const MOST = 8;
/** Asked of the directory, of whom the nearest are shown. */
const MOST_COLLEAGUES = 20;

/** The server is asked again after so many milliseconds for whom this device keeps. */
const DAY = 86_400_000;
/** Milliseconds for which the server is waited for before those who are known here are all there are. */
const PATIENCE = 3000;

/** Finds people by a few letters: whom this person writes to first, then everybody of the organisation. */
export interface People {
  find(text: string): Promise<readonly EmailAddress[]>;
  /** Those who are known without asking anybody. */
  findNow(text: string): readonly EmailAddress[];
  /** Whom this person wrote to, as far as it is known. */
  written(): Promise<readonly EmailAddress[]>;
  /** Starts reading the history, so that it is there with the first letter. */
  prepare(): void;
  /** Asks the server for everybody who is kept here for a time without network, once a day. */
  refresh(): Promise<void>;
  /** A user was written to just now. */
  used(addresses: readonly EmailAddress[]): Promise<void>;
}

/** @param keptFor whose own account it is: whom they write to is kept on this device; of a shared account nobody is */
export function createPeople(
  client: JmapClient,
  accountId: string,
  keptFor: string | undefined,
): People {
  const kept = keptPeople();
  if (kept) learnNames(kept.directory);
  let history: Promise<void> | undefined;
  let written = new Map<string, Known>(
    keptFor === undefined ? [] : kept?.written.map((one) => [one.email.toLowerCase(), one]),
  );
  let organisation = kept?.directory ?? [];
  let askedAt = kept?.at ?? 0;
  const directory = new Map<string, Promise<readonly EmailAddress[]>>();

  const keep = (): void => {
    if (keptFor === undefined) return;
    keepPeople(keptFor, { at: askedAt, written: [...written.values()], directory: organisation });
  };
  const readWritten = async (): Promise<void> => {
    try {
      written = await readHistory(client, accountId);
      keep();
    } catch {
      history = undefined;
    }
  };
  const read = (): Promise<void> => {
    history ??= readWritten();
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
  const findHere = (text: string, found: readonly EmailAddress[]): readonly EmailAddress[] => {
    const here = new Map<string, Known>(
      organisation.map((one) => [one.email.toLowerCase(), { ...one, weight: 0 }]),
    );
    for (const [key, one] of written)
      here.set(key, { ...one, name: here.get(key)?.name ?? one.name });
    return rank(text, here, found).slice(0, MOST);
  };

  return {
    prepare: () => void read(),
    async find(text) {
      const asked = Promise.all([look(text), read()]).then(([found]) => found);
      return findHere(text, navigator.onLine ? await soon(asked, []) : []);
    },
    findNow: (text) => findHere(text, []),
    async written() {
      await read();
      return [...written.values()];
    },
    async refresh() {
      if (Date.now() - askedAt < DAY) return;
      const [list] = await Promise.all([listDirectory(client, MOST_DIRECTORY), read()]);
      organisation = list;
      askedAt = Date.now();
      learnNames(list);
      keep();
    },
    async used(addresses) {
      await history;
      for (const address of addresses) note(written, address, 1);
      keep();
    },
  };
}

/** What a promise comes to, or something else where that takes too long. */
function soon<T>(promise: Promise<T>, otherwise: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, PATIENCE, otherwise);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
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
