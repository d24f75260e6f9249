import type { IdentityRecord } from "@atrium/contract/types/identity";
import type { SetError } from "@atrium/contract/types/wire";
import type { JmapClient } from "@atrium/jmap";
import type { Draft } from "../draft/draft.ts";
import { toEmail } from "../draft/to-email.ts";
import { t } from "../strings/index.ts";
import { folderFor } from "./mailboxes.ts";

/** The server would not take the message, for a reason that trying again does not mend. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly error: SetError;
  constructor(error: SetError) {
    super(error.description ?? error.type);
    this.error = error;
  }
}

/** A version that the server took. */
export interface SavedVersion {
  readonly id: string;
  /** One that it was to replace was not there: another device had replaced, sent or destroyed it. */
  readonly wasGone: boolean;
}

/** Puts a new version in the place of the old ones, in one step: there is never a second draft. */
export async function saveDraft(
  client: JmapClient,
  draft: Draft,
  identity: IdentityRecord | undefined,
  old: readonly string[],
): Promise<SavedVersion> {
  const { accountId } = draft;
  const drafts = await folderFor(client, accountId, "drafts", t("drafts"));
  const answer = await client.call("Email/set", {
    accountId,
    create: { draft: toEmail(draft, identity, drafts) },
    ...(old.length > 0 && { destroy: old }),
  });
  const created = answer.created?.["draft"];
  if (!created?.id) throw new Refused(answer.notCreated?.["draft"] ?? { type: "serverFail" });
  const wasGone = old.some((id) => answer.notDestroyed?.[id]?.type === "notFound");
  return { id: created.id, wasGone };
}
