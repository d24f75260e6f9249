import { Person } from "@atrium/contract/types/person";
import { Principal } from "@atrium/contract/types/principal";
import { SharedAccount } from "@atrium/contract/types/shared-account";
import { useRecords, type Account } from "@atrium/jmap";
import { useEffect } from "react";
import { t } from "../strings/index.ts";
import type { Candidate } from "./find-member.tsx";

const ENTRY = { properties: ["id", "name", "email"] };
const ADDRESSED = { properties: ["id", "name", "address"] };

/** Who these members are, in their order: people, shared accounts and groups, also those who are disabled or removed and in no directory. */
export function useMembers(account: Account, ids: readonly string[]): readonly Candidate[] {
  useEffect(() => {
    const get = async (): Promise<void> => {
      await account.fetch(Principal, ids, ENTRY);
      const others = ids.filter((id) => account.get(Principal, id) === null);
      await account.fetch(Person, others, ADDRESSED);
      const removed = others.filter((id) => account.get(Person, id) === null);
      await account.fetch(SharedAccount, removed, ADDRESSED);
    };
    // Until it is known, a member stands there without a name.
    const look = (): void => void get().catch(() => undefined);
    look();
    return account.onTryAgain(look);
  }, [account, ids]);
  const entries = useRecords(account, Principal, ids);
  const people = useRecords(account, Person, ids);
  const shared = useRecords(account, SharedAccount, ids);
  return ids.map((id, at) => {
    const entry = entries[at];
    if (entry) return { id, name: entry.name, address: entry.email ?? t("group") };
    const absent = people[at] ?? shared[at];
    return { id, name: absent?.name ?? "…", address: absent?.address ?? "" };
  });
}
