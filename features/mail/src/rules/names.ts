import type { LabelRecord } from "@atrium/contract/types/label";
import type { MailboxRecord } from "@atrium/contract/types/mailbox";
import { findFolders } from "../mailboxes/find-folders.ts";
import type { RuleNames } from "./sentence.ts";

/** What the folders and labels of an account are called in sentences. */
export function namesOf(
  folders: readonly MailboxRecord[],
  labels: readonly LabelRecord[],
): RuleNames {
  const paths = new Map(findFolders(folders, "").map(({ mailbox, path }) => [mailbox.id, path]));
  const called = new Map(labels.map(({ keyword, name }) => [keyword, name]));
  return {
    folder: (id, fallback) => paths.get(id) ?? fallback,
    label: (keyword) => called.get(keyword) ?? keyword,
  };
}
