import type { Client } from "./client.ts";

/** In one answer; small, so that following takes several steps. */
const STEP = 200;
/** Ids in one `/get`. */
const CHUNK = 500;

interface Email {
  readonly id: string;
  readonly subject: string | null;
  readonly keywords: object;
  readonly mailboxIds: object;
}

/** All mail of an account, looked up again. */
export async function allMail(client: Client): Promise<Email[]> {
  const ids: string[] = [];
  for (let page: string[] = [""]; page.length > 0; ids.push(...page))
    page = (await client.call("Email/query", { position: ids.length, limit: CHUNK }))[
      "ids"
    ] as string[];
  return await getMail(client, ids);
}

async function getMail(client: Client, ids: readonly string[]): Promise<Email[]> {
  const found: Email[] = [];
  for (let at = 0; at < ids.length; at += CHUNK) {
    const { list } = await client.call("Email/get", {
      ids: ids.slice(at, at + CHUNK),
      properties: ["subject", "keywords", "mailboxIds"],
    });
    found.push(...(list as Email[]));
  }
  return found;
}

/** Its own copy of an account's mail, that it brings up to date by what the server says has changed. */
export interface Follower {
  catchUp(): Promise<void>;
  /** Where its copy is another than the mail itself, once nobody changes that any more. */
  faults(): Promise<string[]>;
}

/** Call it while the account is empty. */
export async function createFollower(client: Client): Promise<Follower> {
  const first = (await client.call("Email/get", { ids: [] }))["state"] as string;
  const copy = new Map<string, string>();
  const marks = ({ keywords, mailboxIds }: Email): string =>
    [...Object.keys(keywords).sort(), "in", ...Object.keys(mailboxIds).sort()].join(" ");

  /** Each step of changes since a state; answers the newest. */
  async function follow(
    since: string,
    step: (changed: readonly string[], destroyed: readonly string[]) => Promise<void>,
  ): Promise<string> {
    for (let state = since; ;) {
      const answer = await client.call("Email/changes", { sinceState: state, maxChanges: STEP });
      const { created, updated, destroyed, newState, hasMoreChanges } = answer as {
        created: string[];
        updated: string[];
        destroyed: string[];
        newState: string;
        hasMoreChanges: boolean;
      };
      await step([...created, ...updated], destroyed);
      state = newState;
      if (!hasMoreChanges) return state;
    }
  }

  let state = first;
  async function catchUp(): Promise<void> {
    state = await follow(state, async (changed, destroyed) => {
      const found = await getMail(client, changed);
      for (const email of found) copy.set(email.id, marks(email));
      for (const id of destroyed) copy.delete(id);
    });
  }

  return {
    catchUp,
    async faults() {
      await catchUp();
      const mail = await allMail(client);
      const faults = mail
        .filter((email) => copy.get(email.id) !== marks(email))
        .map(({ id }) => `the change log did not tell the last of ${id}`);
      const there = new Set(mail.map(({ id }) => id));
      for (const id of copy.keys())
        if (!there.has(id)) faults.push(`the change log did not tell the end of ${id}`);
      // A client that was away all the time.
      const sinceFirst = new Set<string>();
      await follow(first, async (changed, destroyed) => {
        for (const id of changed) sinceFirst.add(id);
        for (const id of destroyed) sinceFirst.delete(id);
      });
      if (sinceFirst.symmetricDifference(there).size > 0)
        faults.push("the changes since the first state do not lead to the mail of now");
      return faults;
    },
  };
}
