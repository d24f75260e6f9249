import { EmailSubmission } from "@atrium/contract/types/email-submission";
import type { ExtraArguments } from "@atrium/contract/types/methods";
import type { JsonObject, PatchObject, SetResponse } from "@atrium/contract/types/wire";
import {
  refuse,
  refuseProperty,
  serve,
  type Call,
  type Rules,
  type Served,
} from "../../../engine/index.ts";
import { toMail } from "../../mail/index.ts";
import type { SendingLimits } from "../sending/sending-limits.ts";
import { emailsOf, emailSubmissionStore } from "./email-submission.store.ts";
import { SUBMISSION_REFUSALS } from "../refusals.ts";

const rules: Rules<typeof EmailSubmission> = {
  update(after, before) {
    if (after.undoStatus !== "canceled")
      refuseProperty("undoStatus", "can only be set to canceled");
    if (before.undoStatus === "final")
      refuse(SUBMISSION_REFUSALS.cannotUnsend, "the message has been sent");
  },
};

/** RFC 8621 §7. */
export function emailSubmission(limits: SendingLimits): Served {
  return serve(EmailSubmission, {
    access: toMail,
    store: emailSubmissionStore(limits),
    rules,
    followUp: changeEmails,
  });
}

/** RFC 8621 §7.5: one `Email/set` for the emails of all submissions that went well. */
async function changeEmails(
  { args, accountId, db }: Call<ExtraArguments<typeof EmailSubmission, "set">>,
  response: SetResponse,
): Promise<readonly (readonly [string, JsonObject])[]> {
  const updates = args.onSuccessUpdateEmail ?? {};
  const destroys = args.onSuccessDestroyEmail ?? [];
  if (Object.keys(updates).length === 0 && destroys.length === 0) return [];
  const succeeded = succeededIds(response);
  const emails = await emailsOf(db, accountId, [...new Set(succeeded.values())]);
  const emailOf = (key: string): string | undefined => emails.get(succeeded.get(key) ?? "");

  const update: Record<string, PatchObject> = {};
  for (const [key, patch] of Object.entries(updates)) {
    const emailId = emailOf(key);
    // Two submissions of one email may both change it.
    if (emailId !== undefined) update[emailId] = { ...update[emailId], ...patch };
  }
  const destroy = [...new Set(destroys.flatMap((key) => emailOf(key) ?? []))];
  for (const emailId of destroy) delete update[emailId];
  if (Object.keys(update).length === 0 && destroy.length === 0) return [];
  return [["Email/set", { accountId, update, destroy }]];
}

/** The submissions that were created, updated or destroyed, by each name that the client may use for them. */
function succeededIds({ created, updated, destroyed }: SetResponse): Map<string, string> {
  const ids = new Map<string, string>();
  for (const [key, { id }] of Object.entries(created ?? {})) {
    ids.set(`#${key}`, id as string);
    ids.set(id as string, id as string);
  }
  for (const id of [...Object.keys(updated ?? {}), ...(destroyed ?? [])]) ids.set(id, id);
  return ids;
}
