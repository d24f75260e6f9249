import type { TaskArguments, TaskProblem } from "@atrium/contract/types/background-task";
import type { EmailChange } from "@atrium/contract/types/email-change";
import { z } from "zod";
import {
  itemsFrom,
  problemsOf,
  taskKind,
  type TaskKind,
  type TaskStep,
} from "../../background-tasks/index.ts";
import { MAX_BULK_CHANGES, MAX_SOURCE_IDS } from "../limits.ts";
import { BATCH, changeItems } from "./change-items.ts";
import { checkSource, collect, emailSource } from "./source.ts";

const id = z.string().min(1).max(255);
const change: z.ZodType<EmailChange> = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("setKeyword"), keyword: id, isOn: z.boolean() }),
  z.strictObject({ do: z.literal("moveTo"), mailboxId: id }),
  z.strictObject({ do: z.literal("addTo"), mailboxId: id }),
  z.strictObject({ do: z.literal("move"), from: id, to: id }),
  z.strictObject({
    do: z.literal("takeFrom"),
    mailboxIds: z.array(id).max(MAX_SOURCE_IDS),
    elseTo: id,
  }),
  z.strictObject({ do: z.literal("snooze"), until: z.iso.datetime() }),
  z.strictObject({ do: z.literal("unsnooze") }),
  z.strictObject({ do: z.literal("followUp"), at: z.iso.datetime().nullable() }),
]);

/** What is made of messages, one after the other. */
export const emailChanges = z.array(change).min(1).max(MAX_BULK_CHANGES);

type Change = TaskArguments["changeEmails"];

/** Changes any number of messages, and destroys the mailboxes that it has emptied. */
export const changeEmails: TaskKind = taskKind<Change>({
  kind: "changeEmails",
  arguments: z.strictObject({
    source: emailSource,
    changes: emailChanges,
    destroyMailboxIds: z.array(id).max(MAX_SOURCE_IDS).optional(),
  }),
  check: (call, { source }) => checkSource(call, source),
  undoes: ({ destroyMailboxIds = [] }) => (destroyMailboxIds.length === 0 ? "Email" : undefined),
  async step(step) {
    const collected = await collect(step);
    if (collected !== null) return collected;
    const from = Number(step.progress!["from"]);
    const items = await itemsFrom(step, from, BATCH);
    const changed = await changeItems(step, items, step.args.changes);
    const isOver = items.length < BATCH;
    const problems = [...(changed.problems ?? [])];
    if (isOver && problems.length === 0) problems.push(...(await destroyMailboxes(step)));
    return {
      ...changed,
      problems,
      progress: { phase: "change", from: (items.at(-1)?.position ?? from - 1) + 1 },
      isOver,
    };
  },
});

/** One that is not empty, as mail came meanwhile, stays. */
async function destroyMailboxes({
  accountId,
  args: { destroyMailboxIds: destroy = [] },
  call,
}: TaskStep<Change>): Promise<TaskProblem[]> {
  const problems: TaskProblem[] = [];
  for (const one of destroy)
    problems.push(
      ...problemsOf((await call("Mailbox/set", { accountId, destroy: [one] }))["notDestroyed"]),
    );
  return problems;
}

/** Destroys any number of messages: each lies among those that are deleted from then on. */
export const destroyEmails: TaskKind = taskKind<TaskArguments["destroyEmails"]>({
  kind: "destroyEmails",
  arguments: z.strictObject({ source: emailSource }),
  check: (call, { source }) => checkSource(call, source),
  async step(step) {
    const collected = await collect(step);
    if (collected !== null) return collected;
    const from = Number(step.progress!["from"]);
    const items = await itemsFrom(step, from, BATCH);
    const destroy = [...new Set(items.map(({ id }) => id))];
    const { notDestroyed } =
      destroy.length === 0
        ? { notDestroyed: null }
        : await step.call("Email/set", { accountId: step.accountId, destroy });
    return {
      progress: { phase: "change", from: (items.at(-1)?.position ?? from - 1) + 1 },
      done: items.length,
      problems: problemsOf(notDestroyed),
      isOver: items.length < BATCH,
    };
  },
});
