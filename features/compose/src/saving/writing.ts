import type { IdentityRecord } from "@atrium/contract/types/identity";
import { NotSignedIn, serverTime, type JmapClient } from "@atrium/jmap";
import { subscribe } from "@atrium/state";
import { RECIPIENT_FIELDS, type Draft } from "../draft/draft.ts";
import { History, type Past, type Typed } from "../draft/history.ts";
import type { Look, Recipients } from "../draft/look.ts";
import { holdOpen } from "./hand-over.ts";
import { forgetLocally, keepLocally } from "./local-drafts.ts";
import { destroyDrafts, Refused, saveDraft } from "./save-draft.ts";
import { markOriginals, NotSubmitted, sendDraft, sentAlready, type Sent } from "./send.ts";
import { Uploads } from "./uploads.ts";
import { versionsOf } from "./versions.ts";

/** `kept`: only on this device, because the server cannot be reached. */
export type SaveState = "untouched" | "unsaved" | "saving" | "saved" | "kept" | "refused";

export interface WritingView {
  readonly draft: Draft;
  readonly save: SaveState;
  /** It is being handed over; nothing may be changed meanwhile. */
  readonly isSending: boolean;
  /** Sending waits for the network. */
  readonly isWaiting: boolean;
  /** Another device changed, sent or discarded it meanwhile. */
  readonly isElsewhere: boolean;
  /** It cannot be sent before this hour unless that is taken back. */
  readonly scheduled: Sent | null;
}

/** Between the last key and the server, in milliseconds. */
const PAUSE = 1500;
/** Somebody who types without a pause is saved all the same. */
const LONGEST = 12_000;
const KEEP = 300;
const RETRY = 5000;

export interface WritingOptions {
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
  readonly openedAt?: number | undefined;
  /** How it looked in the window that it comes from. */
  readonly look?: Look | undefined;
}

/** A message while it is being written: its newest state, and the way of that to this device and to the server. */
export class Writing {
  readonly key: string;
  readonly client: JmapClient;
  readonly uploads: Uploads;
  /** Steps back through what was typed; the editor of rich text has its own. */
  readonly subjects: History<Typed>;
  readonly texts: History<Typed>;
  /** How it looked where it comes from, until an editor has taken that up. */
  look: Look | undefined;
  #describe: (() => Look) | undefined;
  #recipients: History<Recipients>;
  readonly #options: WritingOptions;
  readonly #openedAt: number;
  readonly #listeners = new Set<() => void>();
  #view: WritingView;
  /** The version that the server has, and whether there may be others of which no answer came. */
  #emailId: string | null;
  #mayHaveMore: boolean;
  #version = 0;
  #savedVersion = 0;
  #firstUnsaved = 0;
  #isOver = false;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #keepTimer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<unknown> = Promise.resolve();
  readonly #release: () => void;
  readonly #unsubscribe: () => void;

  constructor(options: WritingOptions) {
    const { draft, look } = options;
    this.#options = options;
    this.client = options.client;
    this.key = draft.key;
    this.look = look;
    this.subjects = new History(typed(draft.subject), look?.subject);
    this.texts = new History(typed(draft.body), look?.plain ?? undefined);
    this.#recipients = new History(recipients(draft), look?.recipients);
    this.#openedAt = options.openedAt ?? serverTime();
    this.#emailId = options.emailId ?? null;
    this.#mayHaveMore = options.mayHaveMore ?? false;
    this.#view = {
      draft,
      save: options.emailId ? "saved" : "untouched",
      isSending: false,
      isWaiting: options.isWaiting ?? false,
      isElsewhere: false,
      scheduled: options.scheduled ?? null,
    };
    this.uploads = new Uploads(options.client, this);
    this.#release = holdOpen(this.key);
    addEventListener("online", this.#online);
    addEventListener("pagehide", this.#leave);
    this.#unsubscribe = subscribe((event) => {
      if (event.type !== "signed-in") return;
      // The session had ended meanwhile: what was refused for that is brought to the server now.
      this.#online();
      this.uploads.again();
    });
    if (options.isUnsaved) this.change({});
    else void this.#keep();
    this.uploads.resume();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): WritingView => this.#view;

  /** The version that the server has. */
  get emailId(): string | null {
    return this.#emailId;
  }

  get draft(): Draft {
    return this.#view.draft;
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
    if (RECIPIENT_FIELDS.some((field) => field in patch)) this.#recipients.note(recipients(draft));
    this.#set({ draft, save: "unsaved" });
    clearTimeout(this.#keepTimer);
    this.#keepTimer = setTimeout(() => void this.#keep(), KEEP);
    this.#later(Math.min(PAUSE, Math.max(0, this.#firstUnsaved + LONGEST - Date.now())));
  }

  /** Takes the last change of the recipients back, or does it again. False: there is none. */
  stepRecipients(isBack: boolean): boolean {
    const { to, cc, bcc } = this.draft;
    const steps = this.#recipients;
    const found = isBack ? steps.undo() : steps.redo();
    if (!found) return false;
    const past = steps.past();
    this.change(found);
    this.#recipients = new History({ to, cc, bcc }, past);
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
      if (this.#isOver || this.#version === this.#savedVersion || this.#view.isSending) return;
      const version = this.#version;
      this.#set({ save: "saving" });
      try {
        const old = await this.#oldVersions();
        const isSure = !this.#mayHaveMore;
        this.#mayHaveMore = true;
        const saved = await saveDraft(this.client, this.draft, this.identity, old);
        this.#emailId = saved.id;
        this.#mayHaveMore = false;
        if (saved.wasGone && isSure) this.#set({ isElsewhere: true });
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

  /** Sends it, at once or at an hour. Rejects with `Refused`, or when the server cannot be reached. */
  send(at: Date | null): Promise<Sent> {
    clearTimeout(this.#saveTimer);
    this.#set({ isSending: true, isWaiting: false });
    return this.#inTurn(async () => {
      const identity = this.identity;
      try {
        if (!identity) throw new Refused({ type: "forbiddenFrom" });
        await this.uploads.finished();
        await this.#keep();
        // Never twice: an answer may have been lost.
        const before = this.#mayHaveMore
          ? await sentAlready(this.client, this.draft, this.#openedAt)
          : undefined;
        const old = before ? [] : await this.#oldVersions();
        this.#mayHaveMore = true;
        const sent = before ?? (await sendDraft(this.client, this.draft, identity, old, at));
        this.#emailId = sent.emailId;
        this.#end();
        await forgetLocally(this.key);
        void markOriginals(this.client, this.draft, true).catch(() => undefined);
        return sent;
      } catch (error) {
        if (error instanceof NotSubmitted) {
          this.#emailId = error.emailId;
          this.#savedVersion = this.#version;
        }
        if (error instanceof Refused) this.#mayHaveMore = false;
        // What could not be sent is a draft still.
        const isSaved = this.#version === this.#savedVersion;
        this.#set({ isSending: false, ...(isSaved && { save: "saved" as const }) });
        if (!isSaved) this.#later(PAUSE);
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

  /** How it looks from now on, and who hears of files that are too large, until the answer is called. */
  shownBy(shown: {
    readonly look: () => Look;
    readonly refused: NonNullable<Uploads["refused"]>;
  }): () => void {
    this.#describe = shown.look;
    this.uploads.refused = shown.refused;
    return () => {
      this.#describe = undefined;
      this.uploads.refused = undefined;
    };
  }

  forgetLook(): void {
    this.look = undefined;
  }

  /** The person has read that. */
  acceptElsewhere(): void {
    this.#set({ isElsewhere: false });
  }

  setScheduled(scheduled: Sent | null): void {
    this.#set({ scheduled });
  }

  /** Closes it; what was written is in the drafts. */
  async close(): Promise<void> {
    if (this.#version !== this.#savedVersion) await this.save();
    this.#end();
    await forgetLocally(this.key);
  }

  /**
   * Leaves it to another window, with how it looks: on this device, whence that takes it. False where the browser keeps
   * nothing, and here it stays.
   */
  async handOver(): Promise<boolean> {
    clearTimeout(this.#saveTimer);
    const look = this.#describe?.();
    // A version on its way would come after those of the other window.
    return this.#inTurn(async () => {
      if (this.#isOver || !(await this.#keep(look))) return false;
      this.uploads.abortAll();
      this.#end();
      return true;
    });
  }

  /** Throws it away; answers what brings it back. */
  discard(): Draft {
    const { draft } = this;
    clearTimeout(this.#saveTimer);
    this.uploads.abortAll();
    void this.#inTurn(async () => {
      const old = await this.#oldVersions();
      this.#end();
      await forgetLocally(this.key);
      await destroyDrafts(this.client, draft.accountId, old);
    }).catch(() => undefined);
    return draft;
  }

  /** What stands for older versions: the known one, and those whose answer was lost. */
  async #oldVersions(): Promise<readonly string[]> {
    const known = this.#emailId === null ? [] : [this.#emailId];
    if (!this.#mayHaveMore) return known;
    const { accountId, messageId } = this.draft;
    return [
      ...new Set([
        ...known,
        ...(await versionsOf(this.client, accountId, messageId, this.#openedAt)),
      ]),
    ];
  }

  #later(wait: number): void {
    clearTimeout(this.#saveTimer);
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
  async #keep(look?: Look): Promise<boolean> {
    clearTimeout(this.#keepTimer);
    if (this.#isOver || !(this.isWorthKeeping || look)) return false;
    return keepLocally({
      key: this.key,
      personId: this.#options.personId,
      draft: this.draft,
      emailId: this.#emailId,
      isUnsaved: this.#version !== this.#savedVersion,
      isWaiting: this.#view.isWaiting,
      openedAt: this.#openedAt,
      ...(look && { look }),
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

  #set(patch: Partial<WritingView>): void {
    this.#view = { ...this.#view, ...patch };
    for (const listener of this.#listeners) listener();
  }
}

function typed(value: string): Typed {
  return { value, start: 0, end: 0 };
}

function recipients({ to, cc, bcc }: Draft): Recipients {
  return { to, cc, bcc };
}
