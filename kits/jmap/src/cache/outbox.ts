import { MethodFailed, NotSignedIn, Unreachable } from "../connection/errors.ts";
import type { Windows } from "../connection/windows.ts";
import type { KeptActs } from "../keep/acts.ts";
import {
  confirm,
  expect,
  expectPlain,
  perform,
  plainAct,
  type Act,
  type PlainAct,
  type Settle,
} from "./act.ts";
import type { Entries } from "./entries.ts";
import type { RecordTable } from "./table.ts";

/** Acts after which the server's consequences are asked for even though more are waiting. */
const MOST_UNSETTLED = 10;
/** Tries after which an act that a failing server answers with errors of its own is given up. */
const MOST_TRIES = 8;

/** What windows tell each other of an act. */
export interface ActMessage {
  readonly kind: "act";
  readonly act: PlainAct;
  /** The window that says it to the server. */
  readonly from: string;
  /** `shown`: not said yet; `said`: on its way; `done` and `refused`: over. */
  readonly phase: "shown" | "said" | "done" | "refused";
}

export interface OutboxHost {
  /** Asks what changed; `arrived` in the moment in which a type's records are up to date. */
  catchUp(arrived: (table: RecordTable) => void): Promise<void>;
  /** Something was said or settled. */
  changed(): void;
  /** An act was refused whose caller's window is gone. */
  refused(act: PlainAct, error: unknown): void;
  readonly kept: KeptActs | undefined;
  readonly windows: Pick<Windows<ActMessage>, "id" | "tell" | "whenGone"> | undefined;
}

interface Waiting {
  readonly plain: PlainAct;
  readonly settle: Settle;
  readonly waits: boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  tries: number;
}

interface Elsewhere {
  readonly plain: PlainAct;
  readonly settle: Settle;
  readonly owner: string;
  isSaid: boolean;
}

let last = 0;

/** What was done in an account and is not confirmed yet: said to the server one by one, in the order it was done. */
export class Outbox {
  readonly #entries: Entries;
  readonly #host: OutboxHost;
  #queue: Waiting[] = [];
  #unsettled: Waiting[] = [];
  readonly #elsewhere = new Map<string, Elsewhere>();
  readonly #arrivals: Settle[] = [];
  #isFollowing = false;
  readonly #watched = new Set<string>();
  #work: Promise<void> | undefined;
  #isPaused = false;

  constructor(entries: Entries, host: OutboxHost) {
    this.#entries = entries;
    this.#host = host;
    void this.#findLeft();
  }

  /** Acts that are shown and not confirmed, of all windows. */
  get waiting(): number {
    return this.#queue.length + this.#elsewhere.size;
  }

  /** Whether the server may know more than is shown: then its counts would be added to what is expected. */
  get isActing(): boolean {
    if (this.#isFollowing || this.#unsettled.length > 0) return true;
    if (this.#work !== undefined && !this.#isPaused) return true;
    return [...this.#elsewhere.values()].some(({ isSaid }) => isSaid);
  }

  /** Resolves when the server has confirmed it, rejects when it refused or could not be told. */
  add(act: Act): Promise<void> {
    const id = `${Date.now().toString(36).padStart(9, "0")}-${String(++last).padStart(6, "0")}-${this.#host.windows?.id ?? ""}`;
    const plain = plainAct(this.#entries, act, id);
    const settle = expect(this.#entries, act);
    const waits = act.waits === true;
    if (waits) this.#keep(plain);
    this.#tell(plain, "shown");
    return new Promise((resolve, reject) => {
      this.#push({ plain, settle, waits, resolve, reject, tries: 0 });
    });
  }

  /** Tries again what could not be said. */
  resume(): void {
    this.#isPaused = false;
    void this.#pump();
  }

  /** What another window tells of an act. */
  hear({ act: plain, from, phase }: ActMessage): void {
    const known = this.#elsewhere.get(plain.id);
    if (phase === "done" || phase === "refused") {
      if (!known) return;
      this.#elsewhere.delete(plain.id);
      if (phase === "refused") known.settle();
      else {
        confirm(this.#entries, plain);
        this.#arrivals.push(known.settle);
        void this.#follow();
      }
      this.#host.changed();
      return;
    }
    if (this.#queue.some((waiting) => waiting.plain.id === plain.id)) return;
    const settle = known?.settle ?? expectPlain(this.#entries, plain);
    this.#elsewhere.set(plain.id, { plain, settle, owner: from, isSaid: phase === "said" });
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

  #push(waiting: Waiting): void {
    this.#queue.push(waiting);
    // What does not wait is tried now, and with it all before it.
    if (!waiting.waits) this.#isPaused = false;
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
      await this.#say(this.#queue[0]!);
      if (this.#queue.length === 0 || this.#unsettled.length >= MOST_UNSETTLED)
        await this.#settle();
    }
    await this.#settle();
  }

  async #say(waiting: Waiting): Promise<void> {
    const { plain } = waiting;
    this.#tell(plain, "said");
    try {
      await perform(this.#entries, plain);
    } catch (error) {
      if (this.#mayComeLater(waiting, error)) {
        this.#isPaused = true;
        this.#tell(plain, "shown");
        this.#giveUpOnTheRest(error);
        return;
      }
      this.#queue.shift();
      this.#host.kept?.remove(plain);
      this.#tell(plain, "refused");
      waiting.settle();
      waiting.reject(error);
      this.#host.changed();
      return;
    }
    this.#queue.shift();
    this.#unsettled.push(waiting);
    this.#host.kept?.remove(plain);
    this.#tell(plain, "done");
    this.#host.changed();
  }

  #mayComeLater(waiting: Waiting, error: unknown): boolean {
    if (!waiting.waits) return false;
    if (error instanceof NotSignedIn) return true;
    const isFailing =
      (error instanceof Unreachable && error.status !== undefined) ||
      (error instanceof MethodFailed && error.type === "serverUnavailable");
    if (isFailing) return (waiting.tries += 1) < MOST_TRIES;
    return error instanceof Unreachable;
  }

  /** Behind an act that waits, those that must not wait are over. */
  #giveUpOnTheRest(error: unknown): void {
    const over = this.#queue.filter(({ waits }) => !waits);
    this.#queue = this.#queue.filter(({ waits }) => waits);
    for (const { plain, settle, reject } of over) {
      this.#tell(plain, "refused");
      settle();
      reject(error);
    }
  }

  async #settle(): Promise<void> {
    if (this.#unsettled.length === 0) return;
    const done = this.#unsettled;
    await this.#catchUp(done.map(({ settle }) => settle));
    this.#unsettled = this.#unsettled.filter((one) => !done.includes(one));
    for (const { resolve } of done) resolve();
  }

  /** The server's own consequences (counts) take the place of the expected ones type by type, so that nothing flickers. */
  async #catchUp(settles: readonly Settle[]): Promise<void> {
    const { notifier } = this.#entries.host;
    const all = (table?: RecordTable): void =>
      notifier.together(() => {
        for (const settle of settles) settle(table);
      });
    await this.#host.catchUp(all).catch(() => undefined);
    all();
  }

  #keep(plain: PlainAct): void {
    this.#host.kept?.put(plain, this.#host.windows?.id ?? "");
  }

  #tell(act: PlainAct, phase: ActMessage["phase"]): void {
    const { windows } = this.#host;
    windows?.tell({ kind: "act", act, from: windows.id, phase });
  }

  /** Acts that windows before this one left, and those of windows that stand beside it. */
  async #findLeft(): Promise<void> {
    const { kept, windows } = this.#host;
    if (!kept || !windows) return;
    for (const { owner, ...plain } of await kept.of(this.#entries.accountId))
      if (owner !== windows.id) this.hear({ kind: "act", act: plain, from: owner, phase: "shown" });
  }

  #watch(owner: string): void {
    if (this.#watched.has(owner)) return;
    this.#watched.add(owner);
    this.#host.windows?.whenGone(owner, () => void this.#inherit(owner));
  }

  /** A window is gone: what it has not said is said by one of those that are left. */
  async #inherit(owner: string): Promise<void> {
    const { kept, windows } = this.#host;
    const { accountId } = this.#entries;
    const mine = windows && kept ? await kept.takeOver(accountId, owner, windows.id) : [];
    for (const { owner: _, ...plain } of mine) {
      const settle = this.#elsewhere.get(plain.id)?.settle ?? expectPlain(this.#entries, plain);
      this.#elsewhere.delete(plain.id);
      this.#tell(plain, "shown");
      const reject = (error: unknown): void => this.#host.refused(plain, error);
      this.#push({ plain, settle, waits: true, resolve: () => undefined, reject, tries: 0 });
    }
    // Of the others some window tells that it says them, or they were over when theirs closed.
    const heirs = new Map((await kept?.of(accountId))?.map(({ id, owner: heir }) => [id, heir]));
    const over: Settle[] = [];
    for (const [id, { owner: known, settle, plain }] of this.#elsewhere) {
      if (known !== owner) continue;
      const heir = heirs.get(id);
      this.#elsewhere.delete(id);
      if (heir === undefined || heir === owner) over.push(settle);
      else {
        this.#elsewhere.set(id, { plain, settle, owner: heir, isSaid: false });
        this.#watch(heir);
      }
    }
    this.#host.changed();
    if (over.length > 0) await this.#catchUp(over);
  }
}
