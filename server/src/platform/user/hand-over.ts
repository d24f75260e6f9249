import { lchownSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ServiceUser } from "./service-user.ts";

/** What Atrium makes in a data folder. Nothing else there is given away: the folder may be one that holds other things too. */
const OURS =
  /^(pg|pg\.init.*|blobs|acme|spool|engine|mail-tls\.pem.*|secret\.key.*|postgres\.log.*|owner\.sock.*|restore-under-way|database-moved)$/;

/** Gives everything of ours in a data folder to the user, and at last the folder itself: its owner says that all is done. */
export function handOver(dataFolder: string, { uid, gid }: ServiceUser): void {
  for (const name of readdirSync(dataFolder))
    if (OURS.test(name)) give(join(dataFolder, name), uid, gid);
  lchownSync(dataFolder, uid, gid);
}

/** Links are given, not followed: what they lead to is not ours. */
function give(path: string, uid: number, gid: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.isDirectory()) for (const name of readdirSync(path)) give(join(path, name), uid, gid);
  if (found.uid !== uid || found.gid !== gid) lchownSync(path, uid, gid);
}
