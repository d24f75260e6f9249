import type { JmapClient } from "@atrium/jmap";
import { lazyPart } from "@atrium/shell";
import type { RichFieldProps } from "./rich-field/rich-field.tsx";
import { hasLeftOpen } from "./saving/left-open.ts";

export { ComposeDock } from "./dock/compose-dock.tsx";
export { openCompose } from "./request.ts";
export { wipeLeftOpen as forgetDrafts } from "./saving/left-open.ts";

/** Messages of a person that this browser has and the server has not: not saved, or waiting to be sent. */
export async function unsavedDrafts(personId: string): Promise<number> {
  if (!hasLeftOpen(personId)) return 0;
  const { localDrafts } = await import("./saving/local-drafts.ts");
  const all = await localDrafts(personId);
  return all.filter(({ isUnsaved, isWaiting }) => isUnsaved || isWaiting === true).length;
}

/** Takes a message that waits for its hour back into the drafts, and says so. */
export async function cancelSending(
  client: JmapClient,
  accountId: string,
  emailId: string,
): Promise<void> {
  const saving = await import("./saving/cancel-sending.ts");
  await saving.cancelSending(client, accountId, emailId);
}

/** A field for formatted text in any form; the editor comes with it, in a chunk of its own. */
export const RichField = lazyPart<RichFieldProps>(() =>
  import("./rich-field/rich-field.tsx").then((module) => module.RichField),
);
