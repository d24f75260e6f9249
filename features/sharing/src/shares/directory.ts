import { Principal } from "@atrium/contract/types/principal";
import { CAPABILITY, type JmapSession } from "@atrium/contract/types/wire";
import { useCallback, useEffect, useState } from "react";
import { PERSON_PROPERTIES, type SharingAccount, type SharingClient } from "../client.ts";

/** A person or a group of the organisation. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly isGroup: boolean;
}

/** Those of the organisation whom a dialog is about. */
export interface Directory {
  /** The id of the signed-in person. */
  readonly me: string | undefined;
  /** The account with the people, where they are looked for. */
  readonly accountId: string | undefined;
  /** The person, or the team, whose account it is. */
  readonly owner: Person | undefined;
  /** `null` for those who are not in it; without those who were not asked for yet. */
  readonly people: ReadonlyMap<string, Person | null>;
}

const BY_NAME = [{ property: "name" }] as const;
/** So many are asked for, as some of them may have access already. */
const ASKED = 20;

const personOf = (found: {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly type: string;
}): Person => ({
  id: found.id,
  name: found.name,
  email: found.email,
  isGroup: found.type === "group",
});

/** Where the directory is, and who of it is signed in (RFC 9670 §1.5). */
async function readHome(client: SharingClient): Promise<Pick<Directory, "me" | "accountId">> {
  const { primaryAccounts, accounts } = (await client.session()) as JmapSession;
  const accountId = primaryAccounts[CAPABILITY.principals];
  if (accountId === undefined) return { me: undefined, accountId };
  const own = accounts[accountId]?.accountCapabilities[CAPABILITY.principals];
  const me = own?.["currentUserPrincipalId"];
  return { me: typeof me === "string" ? me : undefined, accountId };
}

async function readDirectory(
  client: SharingClient,
  accountId: string,
  ids: readonly string[],
): Promise<Directory> {
  const home = await readHome(client);
  if (home.accountId === undefined) return { ...home, owner: undefined, people: new Map() };
  const directory = home.accountId;
  const [owners, people] = await Promise.all([
    client.account(directory).find(Principal, {
      filter: { accountIds: [accountId] },
      sort: BY_NAME,
      limit: 1,
      properties: PERSON_PROPERTIES,
    }),
    ids.length === 0
      ? []
      : client
          .call("Principal/get", { accountId: directory, ids, properties: PERSON_PROPERTIES })
          .then(({ list }) => list),
  ]);
  const [owner] = owners.map(personOf);
  const found = new Map(people.map((one) => [one.id, personOf(one)]));
  return { ...home, owner, people: new Map(ids.map((id) => [id, found.get(id) ?? null])) };
}

/** @param ids of those to be named, in whatever order; who is known stays while more are asked for. */
export function useDirectory(
  client: SharingClient,
  accountId: string,
  ids: readonly string[],
): {
  readonly directory: Directory | undefined;
  readonly hasFailed: boolean;
  readonly retry: () => void;
} {
  const key = [...new Set(ids)].toSorted().join(" ");
  const [directory, setDirectory] = useState<Directory>();
  const [hasFailed, setFailed] = useState(false);
  const read = useCallback((): void => {
    const known = (found: Directory): void => {
      setFailed(false);
      setDirectory((before) => ({
        ...found,
        people: new Map([...(before?.people ?? []), ...found.people]),
      }));
    };
    const asked = key === "" ? [] : key.split(" ");
    void readDirectory(client, accountId, asked).then(known, () => setFailed(true));
  }, [client, accountId, key]);
  useEffect(() => {
    read();
    return client.account(accountId).onTryAgain(read);
  }, [client, accountId, read]);
  return { directory, hasFailed, retry: read };
}

/** People and groups of the organisation who are called so. */
export async function searchPeople(account: SharingAccount, text: string): Promise<Person[]> {
  const list = await account.find(Principal, {
    filter: { text },
    sort: BY_NAME,
    limit: ASKED,
    properties: PERSON_PROPERTIES,
  });
  return list.map(personOf);
}
