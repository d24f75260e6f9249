import type { EmailRecord } from "@atrium/contract/types/email";
import type { PatchObject } from "@atrium/contract/types/wire";
import type { JmapClient } from "@atrium/jmap";
import { registerUndo } from "@atrium/ui";
import { t } from "../../strings/index.ts";
import { effective, type Marked, type PatchOf } from "../patches.ts";
import { inBatches, InversePatches } from "./batches.ts";
import { dismissJob, showJob, type BulkJob } from "./bulk-jobs.ts";
import { collect, type BulkSource } from "./collect.ts";

/** What of each message is looked at before it is changed. */
type Looked = Marked & Pick<EmailRecord, "from">;

/** An action on more messages than are here. */
export interface BulkAction {
  readonly client: JmapClient;
  readonly accountId: string;
  /** What is being done, in words. */
  readonly title: string;
  readonly source: BulkSource;
  /** Messages of a source that the action leaves alone. */
  readonly isMeant?: (email: Looked) => boolean;
  /** `"destroy"` is for good; ask before. */
  readonly what: PatchOf | "destroy";
  /** Everything was done; there is no way back from what this does. */
  readonly onDone?: () => void;
}

/** One call to the server: short enough that other windows and people hardly notice. */
const BATCH = 500;
let last = 0;

/** Does something with any number of messages, with progress, a way to stop and, where there is one, a way back. */
export function startBulk(action: BulkAction): void {
  const inverses = new InversePatches();
  const step =
    action.what === "destroy" ? destroying(action) : patching(action, action.what, inverses);
  run(action, step, () => {
    const ids = inverses.ids();
    return ids.length === 0 ? undefined : () => takeBack(action, inverses);
  });
}

type Step = (batch: readonly string[]) => Promise<number>;

function run(action: BulkAction, step: Step, undoOf: () => (() => void) | undefined): void {
  let ids: readonly string[] | undefined;
  let rest: readonly string[] = [];
  let failed = 0;
  let abort = new AbortController();
  let job: BulkJob = {
    id: ++last,
    title: action.title,
    state: "collecting",
    total: 0,
    past: 0,
    failed: 0,
    started: { at: 0, past: 0 },
    cancel: () => abort.abort(),
    resume: () => void goOn(),
    undo: undefined,
  };
  let withdraw: (() => boolean) | undefined;
  const show = (patch: Partial<BulkJob>): void => {
    job = { ...job, ...patch };
    showJob(job);
  };

  async function goOn(): Promise<void> {
    abort = new AbortController();
    withdraw?.();
    show({ state: ids ? "running" : "collecting", undo: undefined });
    try {
      if (!ids) {
        ids = await collect(action.client, action.accountId, action.source, abort.signal);
        rest = ids;
      }
    } catch {
      show({ state: abort.signal.aborted ? "cancelled" : "stopped" });
      return;
    }
    const total = ids.length;
    const before = total - rest.length;
    const failedBefore = failed;
    show({ state: "running", total, started: { at: performance.now(), past: before } });
    const outcome = await inBatches(rest, {
      size: BATCH,
      step,
      signal: abort.signal,
      onProgress(now) {
        failed = failedBefore + now.failed;
        show({ past: before + now.past, failed });
      },
    });
    rest = outcome.rest;
    const isAll = rest.length === 0 && failed === 0;
    if (isAll) action.onDone?.();
    const way = isAll && action.onDone ? undefined : undoOf();
    let undo: (() => void) | undefined;
    if (way) {
      const offered = registerUndo(() => {
        dismissJob(job.id);
        way();
      });
      undo = offered.take;
      withdraw = offered.withdraw;
    }
    const state =
      rest.length === 0 ? "done" : outcome.error === undefined ? "cancelled" : "stopped";
    show({ state, undo });
  }
  void goOn();
}

/** Looks at each message first: only so can it be put back as it was. */
function patching(action: BulkAction, patchOf: PatchOf, inverses: InversePatches): Step {
  const { client, accountId, isMeant = () => true } = action;
  return async (batch) => {
    const { list } = await client.call("Email/get", {
      accountId,
      ids: batch,
      properties: ["mailboxIds", "keywords", "snoozed", "from"],
    });
    const changes = list.filter(isMeant).flatMap((email) => {
      const change = effective(email, patchOf);
      return change ? [{ id: email.id, ...change }] : [];
    });
    const update = Object.fromEntries(changes.map(({ id, patch }) => [id, patch]));
    for (const { id, inverse } of changes) inverses.say(id, inverse);
    const refused = await set(action, update);
    inverses.answered(batch, refused);
    return refused.size;
  };
}

function destroying({ client, accountId }: BulkAction): Step {
  return async (batch) => {
    const answer = await client.call("Email/set", { accountId, destroy: batch });
    // What another window destroyed meanwhile is gone as it was meant to be.
    return Object.values(answer.notDestroyed ?? {}).filter(({ type }) => type !== "notFound")
      .length;
  };
}

async function set(
  { client, accountId }: BulkAction,
  update: Readonly<Record<string, PatchObject>>,
): Promise<ReadonlySet<string>> {
  if (Object.keys(update).length === 0) return new Set();
  const answer = await client.call("Email/set", { accountId, update });
  return new Set(Object.keys(answer.notUpdated ?? {}));
}

function takeBack(action: BulkAction, inverses: InversePatches): void {
  const patches = inverses.all();
  const { onDone: _, ...same } = action;
  const undoing: BulkAction = {
    ...same,
    title: t("bulkUndo"),
    source: { kind: "emails", ids: [...patches.keys()] },
  };
  run(
    undoing,
    async (batch) => {
      const update = Object.fromEntries(batch.map((id) => [id, patches.get(id) ?? {}]));
      return (await set(undoing, update)).size;
    },
    () => undefined,
  );
}
