import { Person } from "@atrium/contract/types/person";
import { Principal } from "@atrium/contract/types/principal";
import { useRecords, type Account } from "@atrium/jmap";
import { useEffect } from "react";
import { t } from "../strings/index.ts";
import type { Candidate } from "./find-member.tsx";

const ENTRY = { properties: ["id", "name", "email"] };
const PERSON = { properties: ["id", "name", "address"] };

/** Who these members are, in their order: people, also disabled ones, who are in no directory, shared accounts and groups. */
export function useMembers(account: Account, ids: readonly string[]): readonly Candidate[] {
  useEffect(() => {
    const get = async (): Promise<void> => {
      await account.fetch(Principal, ids, ENTRY);
      const others = ids.filter((id) => account.get(Principal, id) === null);
      await account.fetch(Person, others, PERSON);
    };
    // Until it is known, a member stands there without a name.
    const look = (): void => void get().catch(() => undefined);
    look();
    return account.onTryAgain(look);
  }, [account, ids]);
  const entries = useRecords(account, Principal, ids);
  const people = useRecords(account, Person, ids);
  return ids.map((id, at) => {
    const entry = entries[at];
    if (entry) return { id, name: entry.name, address: entry.email ?? t("group") };
    const person = people[at];
    return { id, name: person?.name ?? "…", address: person?.address ?? "" };
  });
}
