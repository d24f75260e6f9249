import type { SessionInfo } from "@atrium/contract/api/session";
import type { IdentityRecord } from "@atrium/contract/types/identity";
import { Email } from "@atrium/contract/types/email";
import type { GetResponse } from "@atrium/contract/types/wire";
import type { JmapClient } from "@atrium/jmap";
import { toast } from "@atrium/ui";
import { createPeople, type People } from "../people/people.ts";
import { followRequests, takeWaiting, type ComposeRequest } from "../request.ts";
import { forgetLocally, localDrafts, type LocalDraft } from "../saving/local-drafts.ts";
import { Gone, identitiesOf, openRequest, type Opened } from "../saving/open.ts";
import { Writing } from "../saving/writing.ts";
import { t } from "../strings/index.ts";

export type Shape = "normal" | "small" | "full";

/** A place in the dock: a message, or one that is on its way here. */
export interface Panel {
  readonly id: string;
  readonly shape: Shape;
  readonly state:
    | { readonly name: "opening" | "gone" }
    | { readonly name: "failed"; readonly retry: () => void }
    | {
        readonly name: "ready";
        readonly writing: Writing;
        readonly identities: readonly IdentityRecord[];
        readonly people: People;
      };
}

const MOST = 3;

/** The messages that this window has open. */
export class Panels {
  readonly #client: JmapClient;
  readonly #session: SessionInfo;
  readonly #listeners = new Set<() => void>();
  readonly #people = new Map<string, People>();
  #list: readonly Panel[] = [];
  #last = 0;

  constructor(client: JmapClient, session: SessionInfo) {
    this.#client = client;
    this.#session = session;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly list = (): readonly Panel[] => this.#list;

  /** Takes requests, and brings back what was left open, until the answer is called. */
  start(): () => void {
    const take = (): void => {
      for (const request of takeWaiting()) this.open(request);
    };
    take();
    void this.#bringBack();
    return followRequests(take);
  }

  open(request: ComposeRequest): void {
    const known = this.#find(request);
    if (known) {
      this.reshape(known.id, known.shape === "small" ? "normal" : known.shape);
      return;
    }
    if (this.#list.length >= MOST) {
      toast({ message: t("tooMany"), severity: "warning" });
      return;
    }
    const id = this.#add();
    this.#load(id, () => openRequest(this.#client, request, this.#session.accountId));
  }

  /** Opens what was taken back from sending, or from being thrown away. */
  reopen(opened: Opened & { readonly isUnsaved?: boolean }): void {
    const id = this.#add();
    this.#load(id, () => Promise.resolve(opened), opened.isUnsaved);
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
    if (request.kind !== "draft") return undefined;
    return this.#list.find(
      ({ state }) => state.name === "ready" && state.writing.emailId === request.emailId,
    );
  }

  #add(): string {
    const id = String((this.#last += 1));
    const panel: Panel = { id, shape: "normal", state: { name: "opening" } };
    this.#replace([...this.#list, panel]);
    return id;
  }

  #load(id: string, open: () => Promise<Opened>, isUnsaved = false): void {
    const load = async (): Promise<void> => {
      const { draft, emailId, scheduled } = await open();
      await this.#show(id, { draft, emailId, scheduled, isUnsaved });
    };
    load().catch((error: unknown) =>
      this.#become(id, {
        name: error instanceof Gone ? "gone" : "failed",
        retry: () => {
          this.#become(id, { name: "opening" });
          this.#load(id, open, isUnsaved);
        },
      }),
    );
  }

  async #show(
    id: string,
    opened: Opened & { readonly isUnsaved: boolean; readonly openedAt?: number },
  ): Promise<void> {
    const identities = await identitiesOf(this.#client, opened.draft.accountId);
    const writing = new Writing({
      client: this.#client,
      personId: this.#session.personId,
      identities: () => identities,
      ...opened,
    });
    const people = this.peopleOf(opened.draft.accountId);
    this.#become(id, { name: "ready", writing, identities, people });
  }

  async #bringBack(): Promise<void> {
    const left = await localDrafts(this.#session.personId);
    for (const one of left) {
      if (this.#list.length >= MOST) return;
      if (await isOpenElsewhere(one.key)) continue;
      // What the server has, unless it is older than what is here.
      if (!one.isUnsaved && !(await this.#isStored(one))) {
        await forgetLocally(one.key);
        continue;
      }
      const id = this.#add();
      await this.#show(id, { ...one, scheduled: null }).catch(() => this.remove(id));
    }
  }

  /** Where the server cannot be asked, what is here counts. */
  async #isStored({ draft, emailId }: LocalDraft): Promise<boolean> {
    if (emailId === null) return false;
    try {
      const { list } = await this.#client.call<
        GetResponse<{ id: string; keywords: Record<string, true> }>
      >(`${Email.name}/get`, {
        accountId: draft.accountId,
        ids: [emailId],
        properties: ["id", "keywords"],
      });
      return list[0]?.keywords["$draft"] === true;
    } catch {
      return true;
    }
  }

  #become(id: string, state: Panel["state"]): void {
    this.#replace(this.#list.map((panel) => (panel.id === id ? { ...panel, state } : panel)));
  }

  #replace(list: readonly Panel[]): void {
    this.#list = list;
    for (const listener of this.#listeners) listener();
  }
}

/** Whether another window, or this one, is writing it. */
async function isOpenElsewhere(key: string): Promise<boolean> {
  if (!navigator.locks) return false;
  return navigator.locks.request(
    `atrium.compose.${key}`,
    { ifAvailable: true },
    (lock) => lock === null,
  );
}
