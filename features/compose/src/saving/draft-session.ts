import { Email } from "@atrium/contract/types/email";
import type { IdentityRecord } from "@atrium/contract/types/identity";
import { NotSignedIn, serverTime, type JmapClient } from "@atrium/jmap";
import { subscribe } from "@atrium/state";
import { ADDRESS_FIELDS, newMessageId, type Draft } from "../draft/draft.ts";
import { History, type Past, type Typed } from "../draft/history.ts";
import type { ViewState, Recipients } from "../draft/view-state.ts";
import { holdOpen, isOpen } from "./hand-over.ts";
import { forgetLocally, keepLocally } from "./local-drafts.ts";
import type { Opened } from "./open.ts";
import { Refused, saveDraft } from "./save-draft.ts";
import {
  markOriginals,
  NotSubmitted,
  sendDraft,
  sentAlready,
  type Submitted,
  type Sent,
} from "./send.ts";
import { Uploads } from "./uploads.ts";
import { draftVersionsOf } from "./versions.ts";

/** `kept`: only on this device, because the server cannot be reached. */
export type SaveState = "untouched" | "unsaved" | "saving" | "saved" | "kept" | "refused";

export interface DraftSessionView {
  readonly draft: Draft;
  readonly save: SaveState;
  /** It is being handed over; nothing may be changed meanwhile. */
  readonly isSending: boolean;
  /** Sending waits for the network. */
  readonly isWaiting: boolean;
  /**
   * Why what is written here is a draft of its own now: another device changed, sent or discarded the message, or it went
   * out without the last changes.
   */
  readonly conflict: "elsewhere" | "sent" | null;
  /** It went; nothing is left to be done here. */
  readonly sent: Sent | null;
  /** It cannot be sent before this hour unless that is taken back. */
  readonly scheduled: Sent | null;
}

/** Between the last key and the server, in milliseconds. */
const PAUSE = 1500;
/** A user who types without a pause is saved all the same. */
const LONGEST = 12_000;
const KEEP = 300;
const RETRY = 5000;

export interface DraftSessionOptions {
  readonly client: JmapClient;
  readonly personId: string;
  readonly identities: () => readonly IdentityRecord[];
  readonly draft: Draft;
  readonly emailId?: string | null;
  readonly isUnsaved?: boolean | undefined;
  readonly scheduled?: Sent | null;
  /** It was handed over and waits for the network. */
  readonly isWaiting?: boolean | undefined;
  /** Versions may have been saved whose answer never came. */
  readonly mayHaveMore?: boolean | undefined;
  /** It was handed over, and nobody knows whether it went. */
  readonly submitted?: Submitted | undefined;
  /** It did not reach its recipients, whose addresses are to be looked at first. */
  readonly isResent?: boolean;
  readonly openedAt?: number | undefined;
  /** How it looked in the window that it comes from. */
  readonly viewState?: ViewState | undefined;
  /** Takes away this window's hold of it, which it takes itself otherwise. */
  readonly release?: (() => void) | undefined;
}

/** A message while it is being written: its newest state, and the way of that to this device and to the server. */
export class DraftSession {
  readonly client: JmapClient;
  readonly uploads: Uploads;
  /** Steps back through what was typed; the editor of rich text has its own. */
  readonly subjects: History<Typed>;
  readonly texts: History<Typed>;
  /** How it looked where it comes from, until an editor has taken that up. */
  viewState: ViewState | undefined;
  readonly isResent: boolean;
  #describe: (() => ViewState) | undefined;
  #hold: (() => (() => void) | undefined) | undefined;
  #recipients: History<Recipients>;
  readonly #options: DraftSessionOptions;
  readonly #openedAt: number;
  readonly #listeners = new Set<() => void>();
  #view: DraftSessionView;
  /** The version that the server has, and whether there may be others of which no answer came. */
  #emailId: string | null;
  #mayHaveMore: boolean;
  #submitted: Submitted | undefined;
  #version = 0;
  #savedVersion = 0;
  #firstUnsaved = 0;
  #isOver = false;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #keepTimer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<unknown> = Promise.resolve();
  #release: () => void;
  readonly #unsubscribe: () => void;

  constructor(options: DraftSessionOptions) {
    const { draft, viewState } = options;
    this.#options = options;
    this.client = options.client;
    this.viewState = viewState;
    this.isResent = options.isResent ?? false;
    this.subjects = new History(typed(draft.subject), viewState?.subject);
    this.texts = new History(typed(draft.body), viewState?.plain ?? undefined);
    this.#recipients = new History(recipients(draft), viewState?.recipients);
    this.#openedAt = options.openedAt ?? serverTime();
    this.#emailId = options.emailId ?? null;
    this.#mayHaveMore = options.mayHaveMore ?? false;
    this.#submitted = options.submitted;
    this.#view = {
      draft,
      save: options.emailId ? "saved" : "untouched",
      isSending: false,
      isWaiting: options.isWaiting ?? false,
      conflict: null,
      sent: null,
      scheduled: options.scheduled ?? null,
    };
    this.uploads = new Uploads(options.client, this);
    this.#release = options.release ?? holdOpen(this.key);
    addEventListener("online", this.#online);
    addEventListener("pagehide", this.#leave);
    this.#unsubscribe = subscribe((event) => {
      if (event.type !== "signed-in") return;
      // The session had ended meanwhile: what was refused for that is brought to the server now.
      this.#online();
      this.uploads.again();
    });
    if (options.isUnsaved || options.submitted) this.change({});
    else void this.#keep();
    this.uploads.resume();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): DraftSessionView => this.#view;

  /** The version that the server has. */
  get emailId(): string | null {
    return this.#emailId;
  }

  /** Milliseconds since 1970, by the server's clock. */
  get openedAt(): number {
    return this.#openedAt;
  }

  get draft(): Draft {
    return this.#view.draft;
  }

  /** Names it on this device. */
  get key(): string {
    return this.draft.key;
  }

  get identity(): IdentityRecord | undefined {
    const all = this.#options.identities();
    return all.find(({ id }) => id === this.draft.identityId) ?? all[0];
  }

  /** Whether there is anything that closing would have to keep. */
  get isWorthKeeping(): boolean {
    return this.#emailId !== null || this.#version > 0;
  }

  /** Changes the message; saved when the person pauses. */
  change(patch: Partial<Draft>): void {
    if (this.#isOver) return;
    if (this.#version === this.#savedVersion) this.#firstUnsaved = Date.now();
    this.#version += 1;
    const draft = { ...this.draft, ...patch };
    if (ADDRESS_FIELDS.some((field) => field in patch)) this.#recipients.note(recipients(draft));
    this.#set({ draft, save: "unsaved" });
    clearTimeout(this.#keepTimer);
    this.#keepTimer = setTimeout(() => void this.#keep(), KEEP);
    this.#later(Math.min(PAUSE, Math.max(0, this.#firstUnsaved + LONGEST - Date.now())));
  }

  /** Puts on this device at once what would be there in a moment: the person turns to something else. */
  keepNow(): void {
    if (this.#version !== this.#savedVersion) void this.#keep();
  }

  /** Takes the last change of the recipients back, or does it again. False: there is none. */
  stepRecipients(isBack: boolean): boolean {
    const before = recipients(this.draft);
    const steps = this.#recipients;
    const found = isBack ? steps.undo() : steps.redo();
    if (!found) return false;
    const past = steps.past();
    this.change(found);
    this.#recipients = new History(before, past);
    return true;
  }

  /** The steps back through the recipients, as they move to another window. */
  recipientSteps(): Past<Recipients> {
    return this.#recipients.past();
  }

  /** Brings the newest version to the server. Rejects when that fails; it stays on this device then. */
  save(): Promise<void> {
    clearTimeout(this.#saveTimer);
    return this.#inTurn(async () => {
      if (this.#isOver || this.#isSettled || this.#view.isSending) return;
      this.#set({ save: "saving" });
      try {
        if (this.#submitted) await this.#lookForSent();
        if (this.#isOver) return;
        const version = this.#version;
        const old = await this.#oldVersions();
        const isSure = !this.#mayHaveMore;
        this.#mayHaveMore = true;
        const saved = await saveDraft(this.client, this.draft, this.identity, old);
        this.#emailId = saved.id;
        this.#mayHaveMore = false;
        if (saved.wasGone && isSure) this.#set({ conflict: "elsewhere" });
        this.#savedVersion = version;
        this.#set({ save: this.#version === version ? "saved" : "unsaved" });
        await this.#keep();
      } catch (error) {
        if (error instanceof Refused) this.#mayHaveMore = false;
        this.#set({ save: error instanceof Refused ? "refused" : "kept" });
        await this.#keep();
        if (!(error instanceof Refused) && !(error instanceof NotSignedIn)) this.#later(RETRY);
        throw error;
      }
    });
  }

  /**
   * Sends it, at once or at an hour, unless it went before: then what was changed since is for the person to send. Rejects
   * with `Refused`, or when the server cannot be reached.
   */
  send(at: Date | null): Promise<void> {
    const { identity, key } = this;
    clearTimeout(this.#saveTimer);
    this.#set({ isSending: true, isWaiting: false });
    return this.#inTurn(async () => {
      if (this.#isOver) return;
      try {
        if (!identity) throw new Refused({ type: "forbiddenFrom" });
        await this.uploads.finished();
        // Never twice: an answer may have been lost.
        if (this.#submitted || this.#mayHaveMore) await this.#lookForSent();
        if (this.#isOver) return;
        if (this.key !== key) {
          this.#set({ isSending: false });
          this.#later(PAUSE);
          return;
        }
        const { draft } = this;
        const old = await this.#oldVersions();
        this.#submitted = { draft, at };
        this.#mayHaveMore = true;
        await this.#keep();
        await this.#went(await sendDraft(this.client, draft, identity, old, at));
      } catch (error) {
        if (error instanceof NotSubmitted) {
          this.#emailId = error.emailId;
          this.#savedVersion = this.#version;
        }
        if (error instanceof Refused) {
          this.#mayHaveMore = false;
          this.#submitted = undefined;
        }
        // What could not be sent is a draft still.
        const isSettled = this.#isSettled;
        this.#set({ isSending: false, ...(isSettled && { save: "saved" as const }) });
        if (!isSettled) this.#later(PAUSE);
        await this.#keep();
        throw error;
      }
    });
  }

  /** Says that sending waits for the network, or does so no more. */
  wait(isWaiting: boolean): void {
    this.#set({ isWaiting });
    void this.#keep();
  }

  /** How it looks from now on, and who is notified of files that are too large, until the answer is called. */
  shownBy(shown: {
    readonly viewState: () => ViewState;
    readonly refused: NonNullable<Uploads["refused"]>;
  }): () => void {
    this.#describe = shown.viewState;
    this.uploads.refused = shown.refused;
    return () => {
      this.#describe = undefined;
      this.uploads.refused = undefined;
    };
  }

  /** How it looks now, where it is shown. */
  describe(): ViewState | undefined {
    return this.#describe?.();
  }

  /** Who knows the selection in its text, until the answer is called. */
  heldBy(hold: () => (() => void) | undefined): () => void {
    this.#hold = hold;
    return () => {
      if (this.#hold === hold) this.#hold = undefined;
    };
  }

  /** Before its text moves in the document; the answer is to be called after that, and puts the selection back. */
  readonly holdSelection = (): (() => void) | undefined => this.#hold?.();

  forgetViewState(): void {
    this.viewState = undefined;
  }

  /** The person has read that. */
  acceptApart(): void {
    this.#set({ conflict: null });
  }

  setScheduled(scheduled: Sent | null): void {
    this.#set({ scheduled });
  }

  /** Closes it; what was written is in the drafts, unless it turns out to have been sent. */
  async close(): Promise<void> {
    if (!this.#isSettled) await this.save();
    if (this.#isOver) return;
    this.#end();
    await forgetLocally(this.key);
  }

  /**
   * Leaves it to another window, with how it looks: on this device, whence that takes it. False where the browser keeps
   * nothing, and here it stays.
   */
  async handOver(): Promise<boolean> {
    clearTimeout(this.#saveTimer);
    const viewState = this.describe();
    // A version on its way would come after those of the other window.
    return this.#inTurn(async () => {
      if (this.#isOver || !(await this.#keep(viewState))) return false;
      this.uploads.abortAll();
      this.#end();
      return true;
    });
  }

  /** Throws it away, without the network too; answers what brings it back. */
  discard(): Opened {
    const { draft, key } = this;
    const viewState = this.describe();
    this.uploads.abortAll();
    this.#end();
    void forgetLocally(key);
    // A version on its way is thrown away too.
    void this.#inTurn(async () => {
      this.#destroy(this.#known);
      if (!this.#mayHaveMore) return;
      const old = await this.#oldVersions();
      // Of one that was brought back meanwhile there may be new ones.
      if (!(await isOpen(key))) this.#destroy(old);
    }).catch(() => undefined);
    return {
      draft,
      emailId: null,
      scheduled: null,
      isUnsaved: true,
      mayHaveMore: this.#mayHaveMore,
      submitted: this.#submitted,
      openedAt: this.#openedAt,
      viewState,
    };
  }

  #destroy(destroy: readonly string[]): void {
    if (destroy.length === 0) return;
    const account = this.client.account(this.draft.accountId);
    account.mutate({ type: Email, destroy, persist: true }).catch(() => undefined);
  }

  /** The server has the newest version, and every answer came. */
  get #isSettled(): boolean {
    return this.#version === this.#savedVersion && !this.#submitted;
  }

  /** After a lost answer: ends what went out as it stands here; what was changed since becomes a message of its own. */
  async #lookForSent(): Promise<void> {
    const handed = this.#submitted;
    const at = handed?.at ?? null;
    const sent = await sentAlready(this.client, this.draft, this.#openedAt, at);
    if (!sent) return;
    if (handed && JSON.stringify(handed.draft) === JSON.stringify(this.draft)) {
      await this.#went(sent);
      return;
    }
    if (handed) this.#markOriginals(handed.draft);
    const { key } = this;
    const messageId = newMessageId(this.identity?.email);
    this.#release();
    this.#release = holdOpen(messageId);
    this.#emailId = null;
    this.#mayHaveMore = false;
    this.#submitted = undefined;
    this.#version += 1;
    this.#set({
      draft: { ...this.draft, key: messageId, messageId },
      save: "unsaved",
      conflict: handed ? "sent" : "elsewhere",
      isWaiting: false,
    });
    await this.#keep();
    await forgetLocally(key);
  }

  async #went(sent: Sent): Promise<void> {
    this.#emailId = sent.emailId;
    this.#end();
    this.#set({ isSending: true });
    await forgetLocally(this.key);
    this.#markOriginals(this.draft);
    this.#set({ sent });
  }

  #markOriginals(draft: Draft): void {
    void markOriginals(this.client, draft, true).catch(() => undefined);
  }

  get #known(): readonly string[] {
    return this.#emailId === null ? [] : [this.#emailId];
  }

  /** What stands for older versions: the known one, and those whose answer was lost. */
  async #oldVersions(): Promise<readonly string[]> {
    if (!this.#mayHaveMore) return this.#known;
    const { accountId, messageId } = this.draft;
    return [
      ...new Set([
        ...this.#known,
        ...(await draftVersionsOf(this.client, accountId, messageId, this.#openedAt)),
      ]),
    ];
  }

  #later(wait: number): void {
    clearTimeout(this.#saveTimer);
    if (this.#isOver) return;
    this.#saveTimer = setTimeout(() => void this.save().catch(() => undefined), wait);
  }

  readonly #online = (): void => {
    if (this.#view.save === "kept") this.#later(0);
  };

  /** The page goes: what is written is on this device already, and on its way. */
  readonly #leave = (): void => {
    if (this.#version !== this.#savedVersion && !this.#view.isSending) {
      void this.#keep();
      void this.save().catch(() => undefined);
    }
  };

  /** What is untouched is not kept: an answer that nobody began is no loss. */
  async #keep(viewState?: ViewState): Promise<boolean> {
    clearTimeout(this.#keepTimer);
    if (this.#isOver || !(this.isWorthKeeping || viewState)) return false;
    return keepLocally({
      key: this.key,
      personId: this.#options.personId,
      draft: this.draft,
      emailId: this.#emailId,
      isUnsaved: this.#version !== this.#savedVersion,
      isWaiting: this.#view.isWaiting,
      ...(this.#submitted && { handed: this.#submitted }),
      openedAt: this.#openedAt,
      ...(viewState && { look: viewState }),
    });
  }

  /** One request at a time: versions replace each other in order. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#work.then(work, work);
    this.#work = turn.catch(() => undefined);
    return turn;
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#saveTimer);
    clearTimeout(this.#keepTimer);
    removeEventListener("online", this.#online);
    removeEventListener("pagehide", this.#leave);
    this.#unsubscribe();
    this.#release();
  }

  #set(patch: Partial<DraftSessionView>): void {
    this.#view = { ...this.#view, ...patch };
    for (const listener of this.#listeners) listener();
  }
}

function typed(value: string): Typed {
  return { value, start: 0, end: 0 };
}

function recipients({ to, cc, bcc, replyTo }: Draft): Recipients {
  return { to, cc, bcc, replyTo };
}
