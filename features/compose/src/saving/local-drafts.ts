import type { Draft } from "../draft/draft.ts";
import type { ViewState } from "../draft/view-state.ts";
import type { Submitted } from "./send.ts";
import { DATABASE, hasLeftOpen, MARK } from "./left-open.ts";

/** A message that is open on this device, so that neither a crash nor a lost network loses a word. */
export interface LocalDraft {
  readonly key: string;
  readonly personId: string;
  readonly draft: Draft;
  /** The version that the server has, if it has one. */
  readonly emailId: string | null;
  /** Whether that version is older than this one. */
  readonly isUnsaved: boolean;
  /** Whether it was handed over and waits for the network. */
  readonly isWaiting?: boolean;
  /** As it was handed over, while nobody knows whether it went. */
  readonly handed?: Submitted;
  readonly openedAt: number;
  /** Only while it moves from one window to another. */
  readonly look?: ViewState;
}

const STORE = "drafts";

function ask<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error as Error));
  });
}

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener("upgradeneeded", () =>
      request.result.createObjectStore(STORE, { keyPath: "key" }),
    );
    request.addEventListener("success", () => {
      // Another window may wipe it at sign-out.
      request.result.addEventListener("versionchange", () => {
        request.result.close();
        opened = undefined;
      });
      resolve(request.result);
    });
    request.addEventListener("error", () => reject(request.error as Error));
  });
  return opened;
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await database()).transaction(STORE, mode).objectStore(STORE);
}

/** Answers whether it is kept. Where the browser keeps nothing (a private window), writing goes on without. */
export async function keepLocally(draft: LocalDraft): Promise<boolean> {
  try {
    await ask((await store("readwrite")).put(draft));
    localStorage.setItem(MARK, draft.personId);
    return true;
  } catch {
    return false;
  }
}

export async function forgetLocally(key: string): Promise<void> {
  try {
    await ask((await store("readwrite")).delete(key));
    if ((await ask((await store("readonly")).count())) === 0) localStorage.removeItem(MARK);
  } catch {
    return;
  }
}

export async function localDraft(key: string, personId: string): Promise<LocalDraft | undefined> {
  try {
    const found = (await ask((await store("readonly")).get(key))) as LocalDraft | undefined;
    return found?.personId === personId ? found : undefined;
  } catch {
    return undefined;
  }
}

/** What this person left open, the oldest first. */
export async function localDrafts(personId: string): Promise<LocalDraft[]> {
  // To open a database makes it, also after a sign-out has just wiped it.
  if (!hasLeftOpen(personId)) return [];
  try {
    const all = (await ask((await store("readonly")).getAll())) as LocalDraft[];
    return all
      .filter((one) => one.personId === personId)
      .sort((one, other) => one.openedAt - other.openedAt);
  } catch {
    return [];
  }
}
