import type { EmailSource } from "@atrium/contract/types/background-task";
import type { EmailChange } from "@atrium/contract/types/email-change";
import type { PatchObject } from "@atrium/contract/types/wire";
import { reversalOf, type MailboxRoles } from "@atrium/formats/email-changes";
import {
  keepInverses,
  problemsOf,
  type Item,
  type Stepped,
  type TaskStep,
} from "../../background-tasks/index.ts";
import { isMeant, type Looked } from "./source.ts";

/** Messages that change in one step: while they do, nothing else in the account can. */
export const BATCH = 500;

type Step = Pick<
  TaskStep<{ readonly source: EmailSource }>,
  "w" | "accountId" | "taskId" | "args" | "call"
>;

/** Changes the messages of some items, and keeps what takes that back. `matches`: those that are meant besides. */
export async function changeItems(
  step: Step,
  items: readonly Item[],
  changes: readonly EmailChange[],
  matches: (id: string) => boolean = () => true,
): Promise<Pick<Stepped, "done" | "problems">> {
  const { accountId, args, call } = step;
  const emails = await lookAt(step, items.map(({ id }) => id).filter(matches));
  const mailboxes = await mailboxesOf(step);
  const update: Record<string, PatchObject> = {};
  const inverses = new Map<string, PatchObject>();
  for (const email of emails) {
    const reversal = isMeant(args.source, email) && reversalOf(email, changes, mailboxes);
    if (!reversal) continue;
    update[email.id] = reversal.patch;
    inverses.set(email.id, reversal.inverse);
  }
  if (inverses.size === 0) return { done: items.length };
  const { notUpdated } = await call("Email/set", { accountId, update });
  const refused = new Set(Object.keys(notUpdated ?? {}));
  const kept = items.flatMap(({ position, id }) => {
    const inverse = refused.has(id) ? undefined : inverses.get(id);
    // Of one that is there twice, the first is what changed it.
    inverses.delete(id);
    return inverse === undefined ? [] : [[position, inverse] as const];
  });
  await keepInverses(step, new Map(kept));
  return { done: items.length, problems: problemsOf(notUpdated) };
}

/** What says whether messages are meant, and what is made of them. */
async function lookAt(
  { accountId, call }: Step,
  ids: readonly string[],
): Promise<readonly Looked[]> {
  if (ids.length === 0) return [];
  const properties = ["mailboxIds", "keywords", "snoozed", "followUpAt", "from"];
  const { list } = await call("Email/get", { accountId, ids: [...new Set(ids)], properties });
  return list as readonly Looked[];
}

async function mailboxesOf({ accountId, call }: Step): Promise<MailboxRoles> {
  const { list } = await call("Mailbox/get", { accountId, ids: null, properties: ["role"] });
  const all = list as readonly NonNullable<ReturnType<MailboxRoles["byId"]>>[];
  const byId = new Map(all.map((one) => [one.id, one]));
  return { byId: (id) => byId.get(id), byRole: (role) => all.find((one) => one.role === role) };
}
