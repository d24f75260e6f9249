import type { JmapSession } from "@atrium/contract/types/wire";
import { keepsRecords, watchPreferences } from "@atrium/state";
import type { Notifier } from "../cache/notifier.ts";
import { type First, takePreloaded } from "./preload.ts";
import { answer } from "./database.ts";
import { createAccountPersistence, type AccountPersistence } from "./account-persistence.ts";
import { persistOnlyFor, persistedFor } from "./mark.ts";
import { openStore, type Store } from "./store.ts";

/** What one window keeps of a person's records for the next one. */
export interface Persistence {
  readonly store: Store;
  readonly account: (accountId: string, arrived: () => void) => AccountPersistence;
  /** The accounts that the person may see now; what is persisted of others goes. */
  retain(accounts: JmapSession["accounts"]): void;
  /** Those that the person saw last; `undefined` when that is not persisted. */
  accounts(): Promise<JmapSession["accounts"] | undefined>;
  /** The same, where it was read before the window had its program. */
  readonly accountsAhead: JmapSession["accounts"] | undefined;
  close(): void;
}

/** Opens what this browser persists for a person; `undefined` when the person refuses that anything is persisted. */
export function openPersistence(person: string, notifier: Notifier): Persistence | undefined {
  if (!keepsRecords()) {
    void persistOnlyFor(null);
    return undefined;
  }
  const isWarm = persistedFor() === person;
  const ahead = isWarm ? takePreloaded(person) : undefined;
  const store = openStore(person);
  const opened: AccountPersistence[] = [];
  let first: First | undefined;
  const flush = (): void => {
    for (const account of opened) void account.flush();
  };
  const hidden = (): void => {
    if (document.visibilityState === "hidden") flush();
  };
  const unwatch = watchPreferences((now) => {
    if (keepsRecords(now)) return;
    store.close();
    void persistOnlyFor(null);
  });
  // A window that is put aside may never come back.
  if (typeof document !== "undefined") document.addEventListener("visibilitychange", hidden);
  return {
    store,
    account(accountId, arrived) {
      const account = createAccountPersistence({
        accountId,
        store,
        ahead: ahead?.of(accountId),
        claimFirst(key) {
          first ??= { accountId, key };
          return first.accountId === accountId && first.key === key;
        },
        isWarm,
        notifier,
        arrived,
      });
      opened.push(account);
      return account;
    },
    retain(accounts) {
      void store.retain(Object.keys(accounts));
      void store.run(["meta"], "readwrite", async (transaction) => {
        transaction.objectStore("meta").put(accounts, "accounts");
      });
    },
    accountsAhead: ahead?.accounts,
    accounts: () =>
      store.run(["meta"], "readonly", (transaction) =>
        answer<JmapSession["accounts"] | undefined>(
          transaction.objectStore("meta").get("accounts"),
        ),
      ),
    close() {
      unwatch();
      if (typeof document !== "undefined") document.removeEventListener("visibilitychange", hidden);
      void Promise.all(opened.map((account) => account.flush())).then(() => store.close());
    },
  };
}
