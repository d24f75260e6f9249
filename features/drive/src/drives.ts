import { CAPABILITY, type JmapSession, type SessionAccount } from "@atrium/contract/types/wire";
import { typeOf } from "@atrium/file-preview";
import type { Context, DriveAccount, DriveClient } from "./client.ts";
import type { DriveNode } from "./nodes/definitions.ts";
import { pathOf, SHARED, type Place, type PlaceInAccount } from "./place/place.ts";
import { t } from "./strings/index.ts";
import { uploadQueueOf } from "./uploads/queue.ts";
import type { UploadQueue } from "./uploads/queue.ts";

/**
 * `shared`: of an account with several members, whose role gives all of it; `partial`: of an account of which some files
 * and folders are shared with the person.
 */
export type DriveKind = "own" | "shared" | "partial";

/** The files of one account, as the screens of drive use them. */
export interface Drive {
  readonly client: DriveClient;
  readonly account: DriveAccount;
  readonly queue: UploadQueue;
  /** The signed-in person's address. */
  readonly address: string;
  readonly kind: DriveKind;
  /** Whose files they are. */
  readonly owner: string;
  /** What its top is called; of a partial one where its files and folders are listed. */
  readonly title: string;
  /** Whether the account takes files and folders at its top. */
  readonly mayAddAtTop: boolean;
  /** Seconds after which things in the trash are permanently deleted; undefined before the server has said so. */
  readonly trashLifetime: number | undefined;
  readonly hrefOf: (place: PlaceInAccount) => string;
  readonly go: (place: PlaceInAccount, options?: { readonly replace?: boolean }) => void;
  /** Where a file's content is; undefined for a folder, and before the server has answered once. */
  readonly urlOf: (node: DriveNode) => string | undefined;
}

/** The drives that the person has. */
export interface Drives {
  readonly own: Drive;
  /** By name. */
  readonly shared: readonly Drive[];
  /** By their owners' names. */
  readonly partial: readonly Drive[];
  /** The server has said which there are. */
  readonly isKnown: boolean;
  readonly of: (accountId: string) => Drive | undefined;
  readonly goTo: GoTo;
}

export type GoTo = (place: Place, options?: { readonly replace?: boolean }) => void;

/** Whose account it is (RFC 9670 §1.5.2). */
export function ownerIdOf({ accountCapabilities }: SessionAccount): string | undefined {
  const id = accountCapabilities[CAPABILITY.principalsOwner]?.["principalId"];
  return typeof id === "string" ? id : undefined;
}

/** The accounts besides one's own that have files. */
export const othersIn = (
  { accounts }: Pick<JmapSession, "accounts">,
  ownId: string,
): readonly (readonly [id: string, account: SessionAccount])[] =>
  Object.entries(accounts).filter(
    ([id, { accountCapabilities }]) => id !== ownId && CAPABILITY.fileNode in accountCapabilities,
  );

export function drivesOf({
  context: { client, session: own, driveBaseUrl },
  session,
  names,
  goTo,
}: {
  readonly context: Pick<Context, "client" | "session" | "driveBaseUrl">;
  /** What the server said last; undefined until then. */
  readonly session: Pick<JmapSession, "accounts"> | undefined;
  /** Owners' names by their ids; undefined while they are on their way. */
  readonly names: ReadonlyMap<string, string> | undefined;
  readonly goTo: GoTo;
}): Drives {
  const driveOf = (accountId: string, kind: DriveKind, owner: string): Drive => {
    const capabilities = session?.accounts[accountId]?.accountCapabilities;
    const lifetime = capabilities?.[CAPABILITY.drive]?.["trashLifetime"];
    const isOwn = kind === "own";
    const mayAdd = capabilities?.[CAPABILITY.fileNode]?.["mayCreateTopLevelFileNode"];
    const placed = (place: PlaceInAccount): Place => {
      if (isOwn) return place;
      // Of a partial account the top is out of reach.
      const isTop = place.kind === "folder" && place.id === null;
      return kind === "partial" && isTop ? SHARED : { ...place, accountId };
    };
    return {
      client,
      account: client.account(accountId),
      queue: uploadQueueOf(client),
      address: own.address,
      kind,
      owner,
      title: isOwn ? t("myFiles") : kind === "shared" ? owner : t("sharedWithMe"),
      mayAddAtTop: isOwn ? mayAdd !== false : mayAdd === true,
      trashLifetime: typeof lifetime === "number" ? lifetime : undefined,
      hrefOf: (place) => pathOf(placed(place), driveBaseUrl),
      go: (place, options) => goTo(placed(place), options),
      urlOf: ({ blobId, name, type }) =>
        session && blobId !== null
          ? client.downloadUrl(accountId, blobId, name, typeOf({ name, type }))
          : undefined,
    };
  };
  const others = session === undefined ? [] : othersIn(session, own.accountId);
  const byKind = Object.groupBy(
    others.map(([id, account]): Drive => {
      // Only whom the whole account is open to sees its trash.
      const isWhole = CAPABILITY.drive in account.accountCapabilities;
      const owner = names?.get(ownerIdOf(account) ?? "") ?? account.name;
      return driveOf(id, isWhole ? "shared" : "partial", owner);
    }),
    ({ kind }) => kind,
  );
  const sorted = (drives: readonly Drive[] = []): readonly Drive[] =>
    drives.toSorted((a, b) => a.owner.localeCompare(b.owner));
  const mine = driveOf(own.accountId, "own", own.name);
  const drives = {
    own: mine,
    shared: sorted(byKind.shared),
    partial: sorted(byKind.partial),
  };
  const all = new Map(
    [mine, ...drives.shared, ...drives.partial].map((drive) => [drive.account.id, drive]),
  );
  return {
    ...drives,
    isKnown: session !== undefined && names !== undefined,
    of: (accountId) => all.get(accountId),
    goTo,
  };
}
