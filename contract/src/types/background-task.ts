import { defineType, shape, type CreateOf, type RecordOf } from "./define.ts";
import type { EmailChange } from "./email-change.ts";
import type { EmailFilter } from "./email.ts";
import { CAPABILITY } from "./wire.ts";

/** Which messages a task is about: those that a filter finds, or those with these ids. */
export interface EmailSource {
  readonly filter?: EmailFilter;
  readonly emailIds?: readonly string[];
  /** With ids: all messages of their conversations. */
  readonly wholeThreads?: boolean;
  /** Of what is found, these are left alone. */
  readonly exceptEmailIds?: readonly string[];
  /** Of what is found, only what is so when its turn comes. */
  readonly only?: {
    readonly inMailbox?: string;
    /** Lies in a mailbox besides these. */
    readonly notOnlyIn?: readonly string[];
    readonly hasKeyword?: string;
    /** Is from this address, whatever its case. */
    readonly from?: string;
  };
}

/** What the task of each kind does, by its arguments. */
export interface TaskArguments {
  readonly changeEmails: {
    readonly source: EmailSource;
    readonly changes: readonly EmailChange[];
    /** Mailboxes that are destroyed afterwards, innermost first, once nothing is in them. Then there is no way back. */
    readonly destroyMailboxIds?: readonly string[];
  };
  readonly destroyEmails: { readonly source: EmailSource };
  /** Changes those of the messages on which a Sieve script would act. Nothing else that it says is done. */
  readonly applyRule: {
    readonly source: EmailSource;
    readonly script: string;
    readonly changes: readonly EmailChange[];
  };
  /** Makes one blob of the parts of a FileUpload, which are all there. */
  readonly joinUpload: { readonly fileUploadId: string };
  /** Takes back what another task has done. */
  readonly undo: { readonly taskId: string };
}

export type TaskKind = keyof TaskArguments;

/** A record that a task could not change. */
export interface TaskProblem {
  readonly id: string;
  /** As in a SetError (RFC 8620 §5.3). */
  readonly type: string;
}

/**
 * Of Atrium: work that takes longer than a request. The server does it in steps, each of which stays done; who closes the
 * window changes nothing. A client makes a task, stops it (`state: "cancelled"`), and destroys it when it has ended.
 * Tasks that ended are forgotten after 7 days.
 */
export const BackgroundTask = defineType({
  name: "BackgroundTask",
  capability: CAPABILITY.backgroundTasks,
  access: "browserSession",
  persist: false,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    kind: {
      type: { oneOf: ["changeEmails", "destroyEmails", "applyRule", "joinUpload", "undo"] },
      immutable: true,
    },
    /** What is done, in one line of at most 255 octets and the words of who began it. */
    name: { type: "String", immutable: true },
    /** `TaskArguments`. */
    arguments: { type: shape<TaskArguments[TaskKind]>("object"), immutable: true, onRequest: true },
    state: {
      type: { oneOf: ["waiting", "running", "done", "failed", "cancelled"] },
      default: "waiting",
    },
    /** The Principal who began it. */
    createdBy: { type: "Id", serverSet: true, immutable: true },
    createdAt: { type: "UTCDate", serverSet: true, immutable: true },
    startedAt: { type: "UTCDate", nullable: true, serverSet: true },
    endedAt: { type: "UTCDate", nullable: true, serverSet: true },
    /** Records that it is done with, for better or worse. */
    done: { type: "UnsignedInt", serverSet: true },
    /** Of so many; `null` while they are looked for. */
    total: { type: "UnsignedInt", nullable: true, serverSet: true },
    /** Of those that are done, these could not be changed. */
    failed: { type: "UnsignedInt", serverSet: true },
    /** Why it failed as a whole: the type of a MethodError (RFC 8620 §3.6.2). */
    problem: { type: "String", nullable: true, serverSet: true },
    /** What could not be changed: the first 1,000 of it. */
    problems: { type: shape<readonly TaskProblem[]>("list"), serverSet: true, onRequest: true },
    /** A task of the kind `undo` may take back what this one did: for a day after its end, once. */
    canUndo: { type: "Boolean", serverSet: true },
    /** The task that does, or did. */
    undoneBy: { type: "Id", nullable: true, serverSet: true },
  },
});

export type BackgroundTaskRecord = RecordOf<typeof BackgroundTask>;
export type BackgroundTaskCreate = CreateOf<typeof BackgroundTask>;
