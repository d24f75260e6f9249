import type { JsonObject, ResultReference } from "@atrium/contract/types/wire";
import type { StandardCallGroup } from "../connection/batch.ts";
import type { PersistedList } from "../persistence/store.ts";

/** A list from an earlier window: as much of its start as one sees at once. */
export interface RestoredList extends PersistedList {
  /** Brings the rows below; answers all ids then, from the list's start. */
  rest?(): Promise<readonly string[] | undefined>;
}

/** What a query needs of its account. */
export interface QueryHost {
  readonly accountId: string;
  group(): StandardCallGroup;
  record(id: string): JsonObject | null | undefined;
  /** The record without what mutations show that the server has not confirmed. */
  stored(id: string): JsonObject | null | undefined;
  /** Adds calls for the records of these rows; resolves when they are in the tables. */
  loadRows(group: StandardCallGroup, ids: readonly string[] | ResultReference): Promise<void>;
  /** The list is about to be shown: as an earlier window left it, where that was read before this one had its program. */
  begin?(): RestoredList | undefined;
  /** The list as an earlier window left it, its rows' records in the tables. */
  restore?(): Promise<RestoredList | undefined>;
  /** The list is as the server has it, and worth keeping. */
  persist?(list: { snapshot(): PersistedList | undefined }): void;
}
