import type { ShareNotificationRecord } from "@atrium/contract/types/share-notification";
import { expect, test } from "vitest";
import type { DriveClient } from "../client.ts";
import { followNotices } from "./follow-notices.ts";

const MAY = { mayRead: true };

/** Notifications as the host's cache has them. */
function cache() {
  let all: ShareNotificationRecord[] = [];
  let listener = (): void => undefined;
  const destroyed: string[][] = [];
  const account = {
    all: () => all,
    isWhole: () => true,
    fetchAll: async () => undefined,
    sync: async () => undefined,
    subscribeAll(_: unknown, call: () => void) {
      listener = call;
      return () => undefined;
    },
  };
  const client = {
    account: () => account,
    call: async (_: string, { destroy }: { destroy: string[] }) => void destroyed.push(destroy),
  } as unknown as DriveClient;
  const add = (id: string, more: Partial<ShareNotificationRecord> = {}): void => {
    const one = { id, objectType: "FileNode", oldRights: null, newRights: MAY, ...more };
    all = [...all, one as ShareNotificationRecord];
    listener();
  };
  return { client, add, destroyed };
}

test("what was shared before the window opened is not told of, what comes then is", async () => {
  const { client, add, destroyed } = cache();
  add("before");
  const told: string[][] = [];
  const notices = followNotices({ client, accountId: "o" }, (shared) =>
    told.push(shared.map(({ id }) => id)),
  );
  await expect.poll(() => told).toEqual([]);
  add("new");
  add("other", { objectType: "Mailbox" });
  add("gone", { oldRights: MAY, newRights: null });
  add("more", { oldRights: MAY, newRights: { ...MAY, mayShare: true } });
  expect(told).toEqual([["new"]]);
  notices.markSeen("new");
  notices.markSeen();
  expect(destroyed).toEqual([["new"], ["before", "new", "gone", "more"]]);
});
