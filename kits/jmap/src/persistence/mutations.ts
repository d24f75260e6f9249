import type { PlainMutation } from "../cache/mutation.ts";
import { answer, type StoreName } from "./database.ts";
import type { Store } from "./store.ts";

/** A mutation that the server has not confirmed, and the window that sends it. */
export interface PersistedMutation extends PlainMutation {
  readonly owner: string;
}

/** Mutations that outlive their window. */
export interface PersistedMutations {
  put(act: PlainMutation, owner: string): void;
  remove(act: PlainMutation): void;
  /** All of an account, in the order in which they were done. */
  of(accountId: string): Promise<readonly PersistedMutation[]>;
  /** Takes over what a window that is gone has left; of several who try, one gets it. */
  takeOver(accountId: string, from: string, to: string): Promise<readonly PersistedMutation[]>;
}

const ACTS: readonly StoreName[] = ["acts"];

export function persistedMutations(store: Store): PersistedMutations {
  const read = (transaction: IDBTransaction, accountId: string): Promise<PersistedMutation[]> =>
    answer<PersistedMutation[]>(
      transaction
        .objectStore("acts")
        // Ids begin with the time, so the keys' order is the order of the mutations.
        .getAll(IDBKeyRange.bound([accountId], [accountId, []])),
    );
  return {
    put: (act, owner) =>
      void store.run(ACTS, "readwrite", async (transaction) => {
        transaction
          .objectStore("acts")
          .put({ ...act, owner } satisfies PersistedMutation, [act.accountId, act.id]);
      }),
    remove: ({ accountId, id }) =>
      void store.run(ACTS, "readwrite", async (transaction) => {
        transaction.objectStore("acts").delete([accountId, id]);
      }),
    of: async (accountId) =>
      (await store.run(ACTS, "readonly", (transaction) => read(transaction, accountId))) ?? [],
    async takeOver(accountId, from, to) {
      const taken = await store.run(ACTS, "readwrite", async (transaction) => {
        const acts = (await read(transaction, accountId)).filter(({ owner }) => owner === from);
        for (const act of acts)
          transaction.objectStore("acts").put({ ...act, owner: to }, [accountId, act.id]);
        return acts;
      });
      return taken ?? [];
    },
  };
}
