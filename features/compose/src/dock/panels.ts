import type { SessionInfo } from "@atrium/contract/api/session";
import type { IdentityRecord } from "@atrium/contract/types/identity";
import type { JmapClient } from "@atrium/jmap";
import { toast } from "@atrium/ui";
import { createPeople, type People } from "../people/people.ts";
import {
  composeUrl,
  followRequests,
  openComposeWindow,
  takeWaiting,
  type ComposeRequest,
} from "../request.ts";
import { notArrived } from "../catch-typing.ts";
import { holdIfFree, onPosted, post } from "../saving/hand-over.ts";
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
import { fitted, MOST } from "./fit.ts";
import { DraftSession } from "../saving/draft-session.ts";
import { t } from "../strings/index.ts";

export type Shape = "normal" | "small" | "full";

/** A place in the dock: a message, or one that is on its way here. */
export interface Panel {
  readonly id: string;
  readonly shape: Shape;
  /** Counts how often a user asked for it while it was here. */
  readonly asked: number;
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

/** The messages that this window has open. */
export class Panels {
  readonly #client: JmapClient;
  readonly #opener: { readonly personId: string; readonly ownAccount: string };
  readonly #listeners = new Set<() => void>();
  readonly #people = new Map<string, People>();
  #list: readonly Panel[] = [];
  #last = 0;

  constructor(client: JmapClient, session: SessionInfo) {
    this.#client = client;
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
    const fit = (): void => {
      this.#replace(this.#list, this.#list.findLast(({ shape }) => shape !== "small")?.id);
    };
    addEventListener("resize", fit);
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
      removeEventListener("resize", fit);
      unfollow();
      unlisten();
    };
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
    const known = this.#find(request);
    if (known) {
      this.ask(known.id);
      return;
    }
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
    const id = this.#add();
    const holds = (key: string): boolean => this.#withKey(key) !== undefined;
    const opener = { client: this.#client, ...this.#opener, holds };
    const now = openNow(opener, request);
    if (now && this.#showNow(id, now)) return;
    this.#load(id, () => openRequest(opener, request));
  }

  /** Opens what was taken back from sending, or from being thrown away. */
  reopen(opened: Opened): void {
    const id = this.#add();
    if (!this.#showNow(id, opened)) this.#load(id, () => Promise.resolve(opened));
  }

  /** Shows one that is here, with the focus in it. */
  ask(id: string): void {
    this.#replace(
      this.#list.map((panel) =>
        panel.id === id
          ? {
              ...panel,
              asked: panel.asked + 1,
              shape: panel.shape === "small" ? "normal" : panel.shape,
            }
          : panel,
      ),
      id,
    );
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
      shape === "small" ? undefined : id,
    );
  }

  remove(id: string): void {
    this.#replace(this.#list.filter((panel) => panel.id !== id));
  }

  peopleOf(accountId: string): People {
    let people = this.#people.get(accountId);
    if (!people) {
      people = createPeople(this.#client, accountId);
      this.#people.set(accountId, people);
    }
    return people;
  }

  #find(request: ComposeRequest): Panel | undefined {
    if (request.kind === "carried") return this.#withKey(request.key);
    if (request.kind !== "draft") return undefined;
    return this.#list.find(
      ({ state }) => state.name === "ready" && state.draftSession.emailId === request.emailId,
    );
  }

  #withKey(key: string): Panel | undefined {
    return this.#list.find(({ state }) => state.name === "ready" && state.draftSession.key === key);
  }

  #add(): string {
    const id = String((this.#last += 1));
    const panel: Panel = { id, shape: "normal", asked: 0, state: { name: "opening" } };
    this.#replace([...this.#list, panel], id);
    return id;
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
    this.#become(id, { name: "ready", draftSession, identities, people });
  }

  async #bringBack(): Promise<void> {
    const { personId } = this.#opener;
    for (const { key } of await localDrafts(personId)) {
      if (this.#list.length >= MOST) return;
      const release = await holdIfFree(key);
      if (!release) continue;
      // Another window may have dealt with it until a moment ago.
      const left = await localDraft(key, personId);
      // What the server has, unless it is older than what is here.
      if (left && (left.isUnsaved || left.isWaiting || (await this.#isStored(left))))
        this.#load(this.#add(), () => Promise.resolve({ ...fromLocal(left), release }));
      else {
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
    this.#list = fitted(list, first, innerWidth);
    for (const listener of this.#listeners) listener();
  }
}
