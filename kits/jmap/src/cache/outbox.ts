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
/** Milliseconds for which an act lets one of another window go first that was done before it. */
const COURTESY = 10_000;

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
  /** It has let others go first for long enough. */
  isDue: boolean;
}

interface Elsewhere {
  readonly plain: PlainAct;
  readonly settle: Settle;
  readonly owner: string;
  isSaid: boolean;
}

/** The moment by which an act was named last, here or in a window that was heard. */
let latest = 0;

/** Names sort as their acts were done, also when the device's clock is set back meanwhile. */
function nameOf(windowId: string): string {
  latest = Math.max(Date.now(), latest + 1);
  return `${latest.toString(36).padStart(9, "0")}-${windowId}`;
}

function heed(name: string): void {
  const moment = Number.parseInt(name, 36);
  if (Number.isSafeInteger(moment)) latest = Math.max(latest, moment);
}

/** Whether two acts say something of the same record. */
function meet(one: PlainAct, other: PlainAct): boolean {
  if (one.type !== other.type) return false;
  const ids = new Set([...Object.keys(one.update), ...one.destroy]);
  return [...Object.keys(other.update), ...other.destroy].some((id) => ids.has(id));
}

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
  /** The first of the queue, while the server is being told of it. */
  #said: Waiting | undefined;
  #letGo: () => void = () => undefined;

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
    const id = nameOf(this.#host.windows?.id ?? "");
    const plain = plainAct(this.#entries, act, id);
    const settle = expect(this.#entries, act);
    const waits = act.waits === true;
    if (waits) this.#keep(plain);
    this.#tell(plain, "shown");
    return new Promise((resolve, reject) => {
      this.#push({ plain, settle, waits, resolve, reject, tries: 0, isDue: false });
    });
  }

  /** Tries again what could not be said. */
  resume(): void {
    this.#isPaused = false;
    void this.#pump();
  }

  /** What another window tells of an act. */
  hear({ act: plain, from, phase }: ActMessage): void {
    heed(plain.id);
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
      this.#letGo();
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
    // What was inherited may be older than what was done here; the one that is being said stays first.
    const first = this.#said === undefined ? 0 : 1;
    const at = this.#queue.findIndex(
      ({ plain }, index) => index >= first && plain.id > waiting.plain.id,
    );
    this.#queue.splice(at < 0 ? this.#queue.length : at, 0, waiting);
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
      if (this.#isBehind(this.#queue[0]!)) {
        await this.#letOthers(this.#queue[0]!);
        continue;
      }
      await this.#say(this.#queue[0]!);
      if (this.#queue.length === 0 || this.#unsettled.length >= MOST_UNSETTLED)
        await this.#settle();
    }
    await this.#settle();
  }

  /** Whether another window has yet to say something of the same records that was done before. */
  #isBehind({ plain, isDue }: Waiting): boolean {
    if (isDue) return false;
    return [...this.#elsewhere.values()].some(
      (other) => other.plain.id < plain.id && meet(other.plain, plain),
    );
  }

  /** Resolves when acts of other windows are over, or when that takes too long: theirs may be asleep. */
  async #letOthers(waiting: Waiting): Promise<void> {
    const timer = setTimeout(() => {
      waiting.isDue = true;
      this.#letGo();
    }, COURTESY);
    await new Promise<void>((resolve) => {
      this.#letGo = resolve;
    });
    clearTimeout(timer);
  }

  async #say(waiting: Waiting): Promise<void> {
    const { plain } = waiting;
    this.#tell(plain, "said");
    try {
      this.#said = waiting;
      await perform(this.#entries, plain).finally(() => (this.#said = undefined));
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
      const resolve = (): void => undefined;
      this.#push({ plain, settle, waits: true, resolve, reject, tries: 0, isDue: false });
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
    this.#letGo();
    this.#host.changed();
    if (over.length > 0) await this.#catchUp(over);
  }
}
