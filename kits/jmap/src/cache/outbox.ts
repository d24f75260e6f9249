import { MethodFailed, NotSignedIn, Unreachable } from "../connection/errors.ts";
import type { Windows } from "../connection/windows.ts";
import type { PersistedMutations } from "../persistence/mutations.ts";
import {
  confirm,
  showOptimistic,
  send,
  plainMutation,
  type Mutation,
  type PlainMutation,
  type RemoveOptimistic,
} from "./mutation.ts";
import type { Entries } from "./entries.ts";
import { isProvisional, type RecordTable } from "./table.ts";

/** Mutations after which the server's consequences are asked for even though more are pending. */
const MAX_UNCONFIRMED = 10;
/** Tries after which a mutation that a failing server answers with errors of its own is given up. */
const MAX_TRIES = 8;
/** Milliseconds for which a mutation lets one of another window go first that was done before it. */
const COURTESY = 10_000;

/** What windows broadcast about a mutation. */
export interface MutationMessage {
  readonly kind: "act";
  readonly act: PlainMutation;
  /** The window that sends it to the server. */
  readonly from: string;
  /** `shown`: not sent yet; `said`: on its way; `done` and `refused`: over. */
  readonly phase: "shown" | "said" | "done" | "refused";
}

export interface OutboxHost {
  /** Asks what changed; `arrived` in the moment in which a type's records are up to date. */
  catchUp(arrived: (table: RecordTable) => void): Promise<void>;
  /** Something was sent or confirmed. */
  changed(): void;
  /** A mutation was refused whose caller's window is gone. */
  refused(mutation: PlainMutation, error: unknown): void;
  readonly persisted: PersistedMutations | undefined;
  readonly windows: Pick<Windows<MutationMessage>, "id" | "broadcast" | "whenGone"> | undefined;
}

interface Pending {
  plain: PlainMutation;
  removeOptimistic: RemoveOptimistic;
  readonly send: typeof send;
  readonly isPersisted: boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  tries: number;
  /** It has let others go first for long enough. */
  isDue: boolean;
}

interface PendingElsewhere {
  readonly plain: PlainMutation;
  readonly removeOptimistic: RemoveOptimistic;
  readonly owner: string;
  isSending: boolean;
}

/** The moment by which a mutation was named last, here or in a window that broadcast. */
let latest = 0;

/** Names sort as their mutations were done, also when the device's clock is set back meanwhile. */
function nextId(windowId: string): string {
  latest = Math.max(Date.now(), latest + 1);
  return `${latest.toString(36).padStart(9, "0")}-${windowId}`;
}

function observeId(name: string): void {
  const moment = Number.parseInt(name, 36);
  if (Number.isSafeInteger(moment)) latest = Math.max(latest, moment);
}

/** Whether two mutations change the same record. */
function overlap(one: PlainMutation, other: PlainMutation): boolean {
  if (one.type !== other.type) return false;
  const ids = new Set([...Object.keys(one.update), ...one.destroy]);
  return [...Object.keys(other.update), ...other.destroy].some((id) => ids.has(id));
}

/** What was done in an account and is not confirmed yet: sent to the server one by one, in the order it was done. */
export class Outbox {
  /** Resolves when what windows before this one left is shown. */
  readonly loaded: Promise<void>;
  readonly #entries: Entries;
  readonly #host: OutboxHost;
  #queue: Pending[] = [];
  #unconfirmed: Pending[] = [];
  readonly #elsewhere = new Map<string, PendingElsewhere>();
  readonly #arrivals: RemoveOptimistic[] = [];
  #isFollowing = false;
  readonly #watched = new Set<string>();
  #work: Promise<void> | undefined;
  #isPaused = false;
  /** The first of the queue, while it is being sent. */
  #sending: Pending | undefined;
  #endWait: () => void = () => undefined;

  constructor(entries: Entries, host: OutboxHost) {
    this.#entries = entries;
    this.#host = host;
    this.loaded = this.#loadPersisted();
  }

  /** Mutations that are shown and not confirmed, of all windows. */
  get pending(): number {
    return this.#queue.length + this.#elsewhere.size;
  }

  /** Whether the server may know more than is shown: then its counts would be added to what is expected. */
  get isBusy(): boolean {
    if (this.#isFollowing || this.#unconfirmed.length > 0) return true;
    if (this.#work !== undefined && !this.#isPaused) return true;
    return [...this.#elsewhere.values()].some(({ isSending }) => isSending);
  }

  /** Resolves when the server has confirmed it, rejects when it refused or could not be reached. */
  add(mutation: Mutation, sendIt = send): Promise<void> {
    const id = nextId(this.#host.windows?.id ?? "");
    const plain = plainMutation(this.#entries.accountId, mutation, id);
    const removeOptimistic = showOptimistic(this.#entries, plain);
    const isPersisted = mutation.persist === true;
    if (isPersisted) this.#persist(plain);
    this.#broadcast(plain, "shown");
    return new Promise((resolve, reject) => {
      this.#push({
        plain,
        removeOptimistic,
        send: sendIt,
        isPersisted,
        resolve,
        reject,
        tries: 0,
        isDue: false,
      });
    });
  }

  /** Changes what is pending behind the mutation that is being sent. */
  rewrite(change: (plain: PlainMutation) => PlainMutation): void {
    for (const pending of this.#queue) {
      if (pending === this.#sending) continue;
      pending.removeOptimistic();
      pending.plain = change(pending.plain);
      pending.removeOptimistic = showOptimistic(this.#entries, pending.plain);
      if (pending.isPersisted) this.#persist(pending.plain);
    }
  }

  /** Tries again what could not be sent. */
  resume(): void {
    this.#isPaused = false;
    void this.#pump();
  }

  /** What another window broadcasts about a mutation. */
  receive({ act: plain, from, phase }: MutationMessage): void {
    observeId(plain.id);
    const known = this.#elsewhere.get(plain.id);
    if (phase === "done" || phase === "refused") {
      if (!known) return;
      this.#elsewhere.delete(plain.id);
      if (phase === "refused") known.removeOptimistic();
      else {
        confirm(this.#entries, plain);
        this.#arrivals.push(known.removeOptimistic);
        void this.#follow();
      }
      this.#endWait();
      this.#host.changed();
      return;
    }
    if (this.#queue.some((pending) => pending.plain.id === plain.id)) return;
    const removeOptimistic = known?.removeOptimistic ?? showOptimistic(this.#entries, plain);
    this.#elsewhere.set(plain.id, {
      plain,
      removeOptimistic,
      owner: from,
      isSending: phase === "said",
    });
    this.#watch(from);
    this.#host.changed();
  }

  /** What other windows did is followed together, however fast it comes. */
  async #follow(): Promise<void> {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    await Promise.resolve();
    while (this.#arrivals.length > 0) await this.#catchUp(this.#arrivals.splice(0));
    this.#isFollowing = false;
    this.#host.changed();
  }

  #push(pending: Pending): void {
    // What was inherited may be older than what was done here; the one that is being sent stays first.
    const first = this.#sending === undefined ? 0 : 1;
    const at = this.#queue.findIndex(
      ({ plain }, index) => index >= first && plain.id > pending.plain.id,
    );
    this.#queue.splice(at < 0 ? this.#queue.length : at, 0, pending);
    // What is not persisted is tried now, and with it all before it.
    if (!pending.isPersisted) this.#isPaused = false;
    this.#host.changed();
    void this.#pump();
  }

  #pump(): Promise<void> {
    this.#work ??= this.#run().finally(() => {
      this.#work = undefined;
      this.#host.changed();
      // Something was done while the last consequences were asked for.
      if (this.#queue.length > 0 && !this.#isPaused) void this.#pump();
    });
    return this.#work;
  }

  async #run(): Promise<void> {
    // What is done in one tick is shown before the first of it leaves.
    await Promise.resolve();
    while (this.#queue.length > 0 && !this.#isPaused) {
      if (this.#isBehind(this.#queue[0]!)) {
        await this.#waitForOthers(this.#queue[0]!);
        continue;
      }
      await this.#send(this.#queue[0]!);
      if (this.#queue.length === 0 || this.#unconfirmed.length >= MAX_UNCONFIRMED)
        await this.#confirmSent();
    }
    await this.#confirmSent();
  }

  /** Whether another window has yet to send an earlier mutation of the same records. */
  #isBehind({ plain, isDue }: Pending): boolean {
    if (isDue) return false;
    return [...this.#elsewhere.values()].some(
      (other) => other.plain.id < plain.id && overlap(other.plain, plain),
    );
  }

  /** Resolves when mutations of other windows are over, or when that takes too long: theirs may be asleep. */
  async #waitForOthers(pending: Pending): Promise<void> {
    const timer = setTimeout(() => {
      pending.isDue = true;
      this.#endWait();
    }, COURTESY);
    await new Promise<void>((resolve) => {
      this.#endWait = resolve;
    });
    clearTimeout(timer);
  }

  async #send(pending: Pending): Promise<void> {
    const { plain } = pending;
    this.#broadcast(plain, "said");
    try {
      this.#sending = pending;
      await pending.send(this.#entries, plain).finally(() => (this.#sending = undefined));
    } catch (error) {
      if (this.#isTemporary(pending, error)) {
        this.#isPaused = true;
        this.#broadcast(plain, "shown");
        // Behind a persisted mutation, those that are not persisted are over.
        this.reject(error, ({ isPersisted }) => !isPersisted);
        return;
      }
      this.#queue.shift();
      this.#host.persisted?.remove(plain);
      this.#broadcast(plain, "refused");
      pending.removeOptimistic();
      pending.reject(error);
      this.#host.changed();
      return;
    }
    this.#queue.shift();
    this.#unconfirmed.push(pending);
    void this.#forget(plain);
    this.#broadcast(plain, "done");
    this.#host.changed();
  }

  #isTemporary(pending: Pending, error: unknown): boolean {
    if (!pending.isPersisted) return false;
    if (error instanceof NotSignedIn) return true;
    const isFailing =
      (error instanceof Unreachable && error.status !== undefined) ||
      (error instanceof MethodFailed && error.type === "serverUnavailable");
    if (isFailing) return (pending.tries += 1) < MAX_TRIES;
    return error instanceof Unreachable;
  }

  /** Takes pending mutations back, but for the one that is being sent. */
  reject(
    error: unknown,
    isOver: (pending: Pick<Pending, "plain" | "isPersisted">) => boolean,
  ): void {
    const over = this.#queue.filter((one) => one !== this.#sending && isOver(one));
    this.#queue = this.#queue.filter((one) => !over.includes(one));
    for (const { plain, removeOptimistic, reject } of over) {
      this.#broadcast(plain, "refused");
      removeOptimistic();
      reject(error);
    }
  }

  async #confirmSent(): Promise<void> {
    if (this.#unconfirmed.length === 0) return;
    const done = this.#unconfirmed;
    await this.#catchUp(done.map(({ removeOptimistic }) => removeOptimistic));
    this.#unconfirmed = this.#unconfirmed.filter((one) => !done.includes(one));
    for (const { resolve } of done) resolve();
  }

  /** The server's own consequences (counts) take the place of the expected ones type by type, so that nothing flickers. */
  async #catchUp(removals: readonly RemoveOptimistic[]): Promise<void> {
    const { notifier } = this.#entries.host;
    const all = (table?: RecordTable): void =>
      notifier.together(() => {
        for (const removeOptimistic of removals) removeOptimistic(table);
      });
    await this.#host.catchUp(all).catch(() => undefined);
    all();
  }

  #persist(plain: PlainMutation): void {
    // A provisional id means nothing to another window.
    if (!isProvisional(JSON.stringify(plain)))
      this.#host.persisted?.put(plain, this.#host.windows?.id ?? "");
  }

  /** What the server confirmed is persisted first: until then a window that opens would show it undone. */
  async #forget(plain: PlainMutation): Promise<void> {
    await this.#entries.persistence?.flush();
    this.#host.persisted?.remove(plain);
  }

  #broadcast(act: PlainMutation, phase: MutationMessage["phase"]): void {
    const { windows } = this.#host;
    windows?.broadcast({ kind: "act", act, from: windows.id, phase });
  }

  /** Mutations that windows before this one left, and those of windows that stand beside it. */
  async #loadPersisted(): Promise<void> {
    const { persisted, windows } = this.#host;
    if (!persisted || !windows) return;
    for (const { owner, ...plain } of await persisted.of(this.#entries.accountId))
      if (owner !== windows.id)
        this.receive({ kind: "act", act: plain, from: owner, phase: "shown" });
  }

  #watch(owner: string): void {
    if (this.#watched.has(owner)) return;
    this.#watched.add(owner);
    this.#host.windows?.whenGone(owner, () => void this.#inherit(owner));
  }

  /** A window is gone: what it has not sent is sent by one of those that are left. */
  async #inherit(owner: string): Promise<void> {
    const { persisted, windows } = this.#host;
    const { accountId } = this.#entries;
    const mine = windows && persisted ? await persisted.takeOver(accountId, owner, windows.id) : [];
    for (const { owner: _, ...plain } of mine) {
      const removeOptimistic =
        this.#elsewhere.get(plain.id)?.removeOptimistic ?? showOptimistic(this.#entries, plain);
      this.#elsewhere.delete(plain.id);
      this.#broadcast(plain, "shown");
      const reject = (error: unknown): void => this.#host.refused(plain, error);
      const resolve = (): void => undefined;
      this.#push({
        plain,
        removeOptimistic,
        send,
        isPersisted: true,
        resolve,
        reject,
        tries: 0,
        isDue: false,
      });
    }
    // Of the others some window announces that it sends them, or they were over when theirs closed.
    const heirs = new Map(
      (await persisted?.of(accountId))?.map(({ id, owner: heir }) => [id, heir]),
    );
    const over: RemoveOptimistic[] = [];
    for (const [id, { owner: known, removeOptimistic, plain }] of this.#elsewhere) {
      if (known !== owner) continue;
      const heir = heirs.get(id);
      this.#elsewhere.delete(id);
      if (heir === undefined || heir === owner) over.push(removeOptimistic);
      else {
        this.#elsewhere.set(id, { plain, removeOptimistic, owner: heir, isSending: false });
        this.#watch(heir);
      }
    }
    this.#endWait();
    this.#host.changed();
    if (over.length > 0) await this.#catchUp(over);
  }
}
