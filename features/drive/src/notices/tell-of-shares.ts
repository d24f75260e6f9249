import type { ShareNotificationRecord } from "@atrium/contract/types/share-notification";
import { toast } from "@atrium/ui";
import type { DriveClient } from "../client.ts";
import { SHARED, type Place } from "../place/place.ts";
import { t as ofDrive } from "../strings/index.ts";
import { followNotices, type Notices } from "./follow-notices.ts";
import { t } from "./strings/index.ts";

/** More than these are told of together. */
const ONE_BY_ONE = 2;

/** Tells the person what is shared with them while the window is open. */
export function tellOfShares({
  client,
  accountId,
  goTo,
}: {
  readonly client: DriveClient;
  readonly accountId: string;
  readonly goTo: (place: Place) => void;
}): Notices {
  const open = (one: ShareNotificationRecord): void => {
    notices.markSeen(one.id);
    goTo({ kind: "folder", id: one.objectId, accountId: one.objectAccountId });
  };
  const notices = followNotices({ client, accountId }, (shared) => {
    if (shared.length > ONE_BY_ONE)
      toast({
        message: t("sharedMany", { count: shared.length }),
        action: { label: ofDrive("open"), onAct: () => goTo(SHARED) },
      });
    else
      for (const one of shared)
        toast({
          message: t("sharedOne", { owner: one.changedBy.name, name: one.name }),
          action: { label: ofDrive("open"), onAct: () => open(one) },
        });
  });
  return notices;
}
