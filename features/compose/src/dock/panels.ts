import type { SessionInfo } from "@atrium/contract/api/session";
import type { IdentityRecord } from "@atrium/contract/types/identity";
import type { JmapClient } from "@atrium/jmap";
import { preferences } from "@atrium/state";
import { toast } from "@atrium/ui";
import { placeKey } from "../inline/place-key.ts";
import { lazyPeople } from "../people/lazy-people.ts";
import type { People } from "../people/people.ts";
import {
  composeUrl,
  followRequests,
  openComposeWindow,
  takeWaiting,
  type ComposeRequest,
} from "../request.ts";
import { notArrived } from "../catch-typing.ts";
import { holdIfFree, onPosted, post } from "../saving/hand-over.ts";
import type { Draft } from "../draft/draft.ts";
import { forgetLocally, localDraft, localDrafts, type LocalDraft } from "../saving/local-drafts.ts";
import {
  fromLocal,
  Gone,
  identitiesNow,
  identitiesOf,
  openNow,
  openRequest,
  type Opened,
} from "../saving/open.ts";
import { MOST } from "./most.ts";
import { DraftSession } from "../saving/draft-session.ts";
import { t } from "../strings/index.ts";

/** `inline`: below the message that it answers while that is there, else put aside at the foot of the window. */
export type Shape = "normal" | "small" | "full" | "inline";

/** A place in the dock: a message, or one that is on its way here. */
export interface Panel {
  readonly id: string;
  readonly shape: Shape;
  /** Counts how often a user asked for it while it was here. */
  readonly asked: number;
  /** The message that it answers or hands on (`placeKey`), and how. */
  readonly answers?: { readonly place: string; readonly kind?: ComposeRequest["kind"] } | undefined;
  readonly state:
    | { readonly name: "opening" | "gone" }
    | { readonly name: "failed"; readonly retry: () => void }
    | {
        readonly name: "ready";
        readonly draftSession: DraftSession;
        readonly identities: readonly IdentityRecord[];
        readonly people: People;
      };
}

/** How a window shows several messages. */
export interface Layout {
  /** @param first who comes before the others where there is not room for all */
  fit(list: readonly Panel[], first: string | undefined): readonly Panel[];
  /** Whether a message can be answered below itself (`placeKey`). */
  hasPlace(place: string): boolean;
}

/** One message fills the window. */
const WHOLE: Layout = { fit: (list) => list, hasPlace: () => false };

const isDocked = ({ shape }: Panel): boolean => shape === "normal" || shape === "full";

/** The messages that this window has open. */
export class Panels {
  readonly #client: JmapClient;
  readonly #opener: { readonly personId: string; readonly ownAccount: string };
  readonly #listeners = new Set<() => void>();
  readonly #people = new Map<string, People>();
  readonly #layout: Layout;
  /** Which messages (`placeKey`) have an answer that was left in the drafts a moment ago. */
  readonly #closed = new Set<string>();
  #list: readonly Panel[] = [];
  #last = 0;

  constructor(client: JmapClient, session: SessionInfo, layout = WHOLE) {
    this.#client = client;
    this.#layout = layout;
    this.#opener = { personId: session.personId, ownAccount: session.accountId };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly list = (): readonly Panel[] => this.#list;

  /** As the dock of its window: takes requests, and brings back what was left open, until the answer is called. */
  start(): () => void {
    const take = (): void => {
      for (const request of takeWaiting()) this.open(request);
    };
    take();
    void this.#bringBack();
    const dock = String(Math.random());
    const unfollow = followRequests(take);
    const unlisten = onPosted((message) => {
      if (message.kind === "ask") {
        const isFull = this.#list.length >= MOST;
        post({ kind: "dock", question: message.question, dock, isFull });
      } else if (message.kind === "take" && message.dock === dock)
        this.open({ kind: "carried", key: message.key });
    });
    return () => {
      unfollow();
      unlisten();
    };
  }

  /** There is more or less room now. */
  fit(): void {
    this.#replace(this.#list, this.#list.findLast(isDocked)?.id);
  }

  /** Gives what other windows want to go on with, until the answer is called. */
  give(onGiven: (id: string) => void): () => void {
    return onPosted((message) => {
      if (message.kind === "want") void this.#give(message.key, onGiven);
    });
  }

  async #give(key: string, onGiven: (id: string) => void): Promise<void> {
    const panel = this.#withKey(key);
    if (panel?.state.name !== "ready" || panel.state.draftSession.view().isSending) return;
    if (!(await panel.state.draftSession.handOver())) return;
    post({ kind: "given", key });
    onGiven(panel.id);
  }

  open(request: ComposeRequest): void {
    const isAnswer =
      request.kind === "reply" || request.kind === "replyAll" || request.kind === "forward";
    const place = isAnswer ? placeKey(request.accountId, request.emailId) : undefined;
    const wanted = preferences().replyIn;
    const isInline = place !== undefined && wanted === "inline" && this.#layout.hasPlace(place);
    const known = this.#find(request, place);
    if (known) {
      this.ask(known.id);
      return;
    }
    if (place !== undefined && wanted === "window" && this.#layout.hasPlace(place)) {
      notArrived();
      openComposeWindow(composeUrl(request));
      return;
    }
    // Another way to answer than the one that was begun and not written.
    if (isInline)
      this.#removeUntouched((panel) => panel.shape === "inline" && panel.answers?.place === place);
    if (this.#list.length >= MOST) {
      notArrived();
      const onAct = (): void => openComposeWindow(composeUrl(request));
      toast({
        message: t("tooMany"),
        severity: "warning",
        action: { label: t("openInWindow"), onAct },
      });
      return;
    }
    const id = this.#add(
      isInline ? "inline" : "normal",
      place === undefined ? undefined : { place, kind: request.kind },
    );
    const holds = (key: string): boolean => this.#withKey(key) !== undefined;
    const opener = { client: this.#client, ...this.#opener, holds };
    // What was closed a moment ago is not known to be a draft of the conversation yet.
    const isBegun = place !== undefined && this.#closed.delete(place);
    const now = isBegun ? undefined : openNow(opener, request);
    if (now && this.#showNow(id, now)) return;
    this.#load(id, () => openRequest(opener, request));
  }

  /** Opens what was taken back from sending, or from being thrown away. */
  reopen(opened: Opened): void {
    const answers = answersOf(opened.draft);
    const isInline =
      answers && preferences().replyIn === "inline" && this.#layout.hasPlace(answers.place);
    const id = this.#add(isInline ? "inline" : "normal", answers);
    if (!this.#showNow(id, opened)) this.#load(id, () => Promise.resolve(opened));
  }

  /** What was written below a message before the window was loaded again comes back there as soon as that is open. */
  #shapeOf({ original }: Draft): "normal" | "inline" {
    return original !== null && preferences().replyIn === "inline" ? "inline" : "normal";
  }

  /** Shows one that is here, with the focus in it. */
  ask(id: string): void {
    const list = this.#list.map((panel) => {
      if (panel.id !== id) return panel;
      const isAside = panel.shape === "small" || !this.#standsSomewhere(panel);
      return { ...panel, asked: panel.asked + 1, ...(isAside && { shape: "normal" as const }) };
    });
    const isInline = list.some((panel) => panel.id === id && panel.shape === "inline");
    this.#replace(list, isInline ? undefined : id);
  }

  reshape(id: string, shape: Shape): void {
    this.#replace(
      this.#list.map((panel) =>
        panel.id === id
          ? { ...panel, shape }
          : // One at a time fills the window.
            shape === "full" && panel.shape === "full"
            ? { ...panel, shape: "normal" as const }
            : panel,
      ),
      shape === "small" || shape === "inline" ? undefined : id,
    );
  }

  /** Takes away one that stays a draft: its message's next answer goes on with it. */
  leave(id: string): void {
    const place = this.#list.find((one) => one.id === id)?.answers?.place;
    if (place !== undefined) this.#closed.add(place);
    this.remove(id);
  }

  remove(id: string): void {
    this.#replace(this.#list.filter((panel) => panel.id !== id));
  }

  peopleOf(accountId: string): People {
    let people = this.#people.get(accountId);
    if (!people) {
      const { ownAccount, personId } = this.#opener;
      const keptFor = accountId === ownAccount ? personId : undefined;
      people = lazyPeople(this.#client, accountId, keptFor);
      this.#people.set(accountId, people);
    }
    return people;
  }

  #find(request: ComposeRequest, place: string | undefined): Panel | undefined {
    if (request.kind === "carried") return this.#withKey(request.key);
    if (place !== undefined)
      return this.#list.find(
        ({ answers }) => answers?.place === place && answers.kind === request.kind,
      );
    if (request.kind !== "draft") return undefined;
    return this.#list.find(
      ({ state }) => state.name === "ready" && state.draftSession.emailId === request.emailId,
    );
  }

  #withKey(key: string): Panel | undefined {
    return this.#list.find(({ state }) => state.name === "ready" && state.draftSession.key === key);
  }

  /** @param asked What comes before it where there is not room for all: by itself nothing covers what was asked for. */
  #add(shape: "normal" | "inline" = "normal", answers?: Panel["answers"], asked?: Panel): string {
    const id = String((this.#last += 1));
    const panel: Panel = { id, shape, asked: 0, answers, state: { name: "opening" } };
    this.#replace([...this.#list, panel], asked?.id ?? (shape === "inline" ? undefined : id));
    return id;
  }

  /** An answer in which nothing was written goes with the message that it stood below. */
  closeUntouched(): void {
    this.#removeUntouched((panel) => !this.#standsSomewhere(panel));
  }

  /** Not so: it stands below a message that is not open now. */
  #standsSomewhere({ shape, answers }: Panel): boolean {
    return shape !== "inline" || (answers !== undefined && this.#layout.hasPlace(answers.place));
  }

  #removeUntouched(isMeant: (panel: Panel) => boolean): void {
    for (const panel of this.#list) {
      if (!isMeant(panel) || panel.state.name !== "ready") continue;
      const { draftSession } = panel.state;
      if (draftSession.isWorthKeeping) continue;
      this.remove(panel.id);
      // Nothing to bring to the server: it cannot fail.
      void draftSession.close();
    }
  }

  #load(id: string, open: () => Promise<Opened>): void {
    const load = async (): Promise<void> => {
      const opened = await open();
      const identities = await identitiesOf(this.#client, opened.draft.accountId);
      this.#show(id, opened, identities);
    };
    load().catch((error: unknown) => {
      notArrived();
      this.#become(id, {
        name: error instanceof Gone ? "gone" : "failed",
        retry: () => {
          this.#become(id, { name: "opening" });
          this.#load(id, open);
        },
      });
    });
  }

  #showNow(id: string, opened: Opened): boolean {
    const identities = identitiesNow(this.#client, opened.draft.accountId);
    if (identities) this.#show(id, opened, identities);
    return identities !== undefined;
  }

  #show(id: string, opened: Opened, identities: readonly IdentityRecord[]): void {
    // It may have been closed before it came, or be here under another version.
    const other = this.#withKey(opened.draft.key);
    if (other) {
      opened.release?.();
      this.remove(id);
      this.ask(other.id);
      return;
    }
    if (!this.#list.some((panel) => panel.id === id)) {
      opened.release?.();
      return;
    }
    const draftSession = new DraftSession({
      client: this.#client,
      personId: this.#opener.personId,
      identities: () => identities,
      ...opened,
    });
    const people = this.peopleOf(opened.draft.accountId);
    const answers = answersOf(opened.draft);
    this.#replace(
      this.#list.map((panel) =>
        panel.id === id
          ? {
              ...panel,
              answers: panel.answers ?? answers,
              state: { name: "ready", draftSession, identities, people },
            }
          : panel,
      ),
    );
  }

  async #bringBack(): Promise<void> {
    const { personId } = this.#opener;
    const broughtBack = new Set<string>();
    for (const { key } of await localDrafts(personId)) {
      if (this.#list.length >= MOST) return;
      const release = await holdIfFree(key);
      if (!release) continue;
      // Another window may have dealt with it until a moment ago.
      const left = await localDraft(key, personId);
      // What the server has, unless it is older than what is here.
      if (left && (left.isUnsaved || left.isWaiting || (await this.#isStored(left)))) {
        const asked = this.#list.findLast((panel) => isDocked(panel) && !broughtBack.has(panel.id));
        const id = this.#add(this.#shapeOf(left.draft), answersOf(left.draft), asked);
        broughtBack.add(id);
        this.#load(id, () => Promise.resolve({ ...fromLocal(left), release }));
      } else {
        await forgetLocally(key);
        release();
      }
    }
  }

  /** Where the server cannot be asked, what is here counts. */
  async #isStored({ draft, emailId }: LocalDraft): Promise<boolean> {
    if (emailId === null) return false;
    try {
      const { list } = await this.#client.call("Email/get", {
        accountId: draft.accountId,
        ids: [emailId],
        properties: ["keywords"],
      });
      return list[0]?.keywords["$draft"] === true;
    } catch {
      return true;
    }
  }

  #become(id: string, state: Panel["state"]): void {
    this.#replace(this.#list.map((panel) => (panel.id === id ? { ...panel, state } : panel)));
  }

  /** @param first Who comes before the others where there is not room for all. */
  #replace(list: readonly Panel[], first?: string): void {
    this.#list = this.#layout.fit(list, first);
    for (const listener of this.#listeners) listener();
  }
}

function answersOf({ accountId, original }: Draft): Panel["answers"] {
  return original === null ? undefined : { place: placeKey(accountId, original) };
}
