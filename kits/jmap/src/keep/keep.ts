import type { JmapSession } from "@atrium/contract/types/wire";
import { preferences, watchPreferences } from "@atrium/state";
import type { Notifier } from "../cache/notifier.ts";
import { type First, takeAhead } from "./ahead.ts";
import { answer } from "./database.ts";
import { createKeeper, type Keeper } from "./keeper.ts";
import { keepOnlyFor, keptFor } from "./mark.ts";
import { openStore, type Store } from "./store.ts";

/** What one window keeps of a person's records for the next one. */
export interface Keep {
  readonly store: Store;
  readonly keeper: (accountId: string, arrived: () => void) => Keeper;
  /** The accounts that the person may see now; what is kept of others goes. */
  retain(accounts: JmapSession["accounts"]): void;
  /** Those that the person saw last; `undefined` when that is not kept. */
  accounts(): Promise<JmapSession["accounts"] | undefined>;
  /** The same, where it was read before the window had its program. */
  readonly accountsAhead: JmapSession["accounts"] | undefined;
  close(): void;
}

/** Opens what this browser keeps for a person; `undefined` when the person refuses that anything is kept. */
export function openKeep(person: string, notifier: Notifier): Keep | undefined {
  if (!preferences().keepsOnDevice) {
    void keepOnlyFor(null);
    return undefined;
  }
  const isWarm = keptFor() === person;
  const ahead = isWarm ? takeAhead(person) : undefined;
  const store = openStore(person);
  const keepers: Keeper[] = [];
  let first: First | undefined;
  const flush = (): void => {
    for (const keeper of keepers) void keeper.flush();
  };
  const hidden = (): void => {
    if (document.visibilityState === "hidden") flush();
  };
  const unwatch = watchPreferences(({ keepsOnDevice }) => {
    if (keepsOnDevice) return;
    store.close();
    void keepOnlyFor(null);
  });
  // A window that is put aside may never come back.
  if (typeof document !== "undefined") document.addEventListener("visibilitychange", hidden);
  return {
    store,
    keeper(accountId, arrived) {
      const keeper = createKeeper({
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
      keepers.push(keeper);
      return keeper;
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
      void Promise.all(keepers.map((keeper) => keeper.flush())).then(() => store.close());
    },
  };
}
