import { zipHref } from "@atrium/contract/zip-download";
import type { Drive } from "../drives.ts";
import { isFolder, type DriveNode } from "../nodes/definitions.ts";
import { t } from "../strings/index.ts";

/** Has the browser save nodes of one drive: one file as it is, all else as a zip. */
export function download(
  { account, urlOf }: Pick<Drive, "account" | "urlOf">,
  nodes: readonly DriveNode[],
): void {
  const [first] = nodes;
  if (first === undefined) return;
  const isFile = nodes.length === 1 && !isFolder(first);
  const ids = nodes.map(({ id }) => id);
  const name = isFile ? first.name : `${nodes.length === 1 ? first.name : t("zipName")}.zip`;
  const href = isFile ? urlOf(first) : zipHref(account.id, name, ids);
  if (href !== undefined)
    Object.assign(document.createElement("a"), { href, download: name }).click();
}
