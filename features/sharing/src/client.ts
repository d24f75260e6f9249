import type { TypeDescription } from "@atrium/contract/types/define";
import type { CallMethod, PartOf } from "@atrium/contract/types/methods";
import type { Principal, PrincipalFilter } from "@atrium/contract/types/principal";

/** What it needs of the window's JMAP client (`JmapClient` of `@atrium/jmap` fits). */
export interface SharingClient {
  session(): Promise<unknown>;
  account(accountId: string): SharingAccount;
  readonly call: CallMethod;
}

const PERSON = ["id", "type", "name", "email"] as const;
export const PERSON_PROPERTIES: readonly (typeof PERSON)[number][] = PERSON;

export interface SharingAccount {
  get(type: TypeDescription, id: string): object | null | undefined;
  subscribe(type: TypeDescription, id: string, listener: () => void): () => void;
  fetch(
    type: TypeDescription,
    ids: readonly string[],
    want: { readonly properties: readonly string[] },
  ): Promise<void>;
  find(
    type: typeof Principal,
    page: {
      readonly filter: PrincipalFilter;
      readonly sort: readonly { readonly property: "name" }[];
      readonly limit: number;
      readonly properties: typeof PERSON_PROPERTIES;
    },
  ): Promise<readonly PartOf<typeof Principal, (typeof PERSON)[number]>[]>;
  sync(): Promise<void>;
  onTryAgain(listener: () => void): () => void;
}

/** A record that can be shared. */
export interface Shared {
  readonly type: TypeDescription;
  readonly accountId: string;
  readonly id: string;
}
