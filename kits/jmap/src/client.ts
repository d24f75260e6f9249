import type {
  CoreCapability,
  JmapSession,
  StateChange,
  UploadResponse,
} from "@atrium/contract/types/wire";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { Account } from "./cache/account.ts";
import { createNotifier } from "./cache/notifier.ts";
import { createBatch, type CallGroup } from "./connection/batch.ts";
import { NotSignedIn } from "./connection/errors.ts";
import { httpTransport, type Transport, type UploadOptions } from "./connection/transport.ts";
import { openKeep } from "./keep/keep.ts";

/** One browser window's connection to the server, and the records it knows. */
export interface JmapClient {
  /** RFC 8620 §2; asked for once. Rejects with `NotSignedIn` or `Unreachable`, and the next call asks again. */
  session(): Promise<JmapSession>;
  /** One method call; calls of the same tick travel together. Rejects with `MethodFailed`, `NotSignedIn`, `Unreachable`. */
  call<Result>(name: string, args: object): Promise<Result>;
  /** Several calls that refer to each other, in one request. */
  group(): CallGroup;
  upload(accountId: string, body: Blob, options?: UploadOptions): Promise<UploadResponse>;
  /** The address of a blob, to be saved under `name`. Call it after `session()` has resolved once. */
  downloadUrl(accountId: string, blobId: string, name: string, type: string): string;
  /** The records and lists of an account. */
  account(accountId: string): Account;
  /** Hears which types got a new state (RFC 8620 §7.1), until the answer is called. Opens the push line. */
  onChange(listener: (changed: StateChange["changed"]) => void): () => void;
  /** Hears that nobody is signed in any more. After a new sign-in call `resume`. */
  onSignedOut(listener: () => void): () => void;
  /** Somebody signed in again: everything that waits or failed is asked for anew. */
  resume(): void;
  close(): void;
}

export interface ClientOptions {
  /** Who is signed in in this browser. Their records are kept for the next window; without it nothing is. */
  readonly person?: string;
}

const FALLBACK: Pick<CoreCapability, "maxCallsInRequest" | "maxObjectsInGet" | "maxObjectsInSet"> =
  { maxCallsInRequest: 16, maxObjectsInGet: 500, maxObjectsInSet: 500 };

/** The client of this window. `transport` is the server that the page came from unless said otherwise. */
export function createClient(
  transport: Transport = httpTransport(),
  { person }: ClientOptions = {},
): JmapClient {
  const notifier = createNotifier();
  const keep = person === undefined ? undefined : openKeep(person, notifier);
  const accounts = new Map<string, Account>();
  const changeListeners = new Set<(changed: StateChange["changed"]) => void>();
  const signedOutListeners = new Set<() => void>();
  let flight: Promise<JmapSession> | undefined;
  let known: JmapSession | undefined;
  let hangUp: (() => void) | undefined;

  const limits = (): typeof FALLBACK =>
    (known?.capabilities[CAPABILITY.core] as CoreCapability | undefined) ?? FALLBACK;

  function watch<T>(promise: Promise<T>): Promise<T> {
    promise.catch((error: unknown) => {
      if (error instanceof NotSignedIn) for (const listener of signedOutListeners) listener();
    });
    return promise;
  }

  function session(): Promise<JmapSession> {
    flight ??= watch(transport.session()).then(
      (session) => {
        keep?.retain(Object.keys(session.accounts));
        return (known = session);
      },
      (error: unknown) => {
        flight = undefined;
        throw error;
      },
    );
    return flight;
  }

  const batch = createBatch({
    async using() {
      const { capabilities } = await session();
      return { capabilities: Object.keys(capabilities), maxCalls: limits().maxCallsInRequest };
    },
    async send(request) {
      const { apiUrl } = await session();
      return watch(transport.send(apiUrl, request));
    },
  });

  const changed = (states: StateChange["changed"]): void => {
    for (const [id, account] of accounts) account.stateChanged(states[id] ?? {});
    for (const listener of changeListeners) listener(states);
  };
  /** When the session has ended, nothing is pushed until `resume`. */
  const refused = (): void => {
    flight = undefined;
    session().catch((error: unknown) => {
      if (error instanceof NotSignedIn) hangUp?.();
    });
  };
  const catchUp = (): void => {
    for (const account of accounts.values()) account.sync().catch(() => undefined);
  };
  function dial(): void {
    hangUp?.();
    let isOver = false;
    let stop: (() => void) | undefined;
    hangUp = () => {
      isOver = true;
      stop?.();
    };
    const listen = async (): Promise<void> => {
      const { eventSourceUrl } = await session();
      if (!isOver)
        stop = transport.listen(eventSourceUrl, { changed, reconnected: catchUp, refused });
    };
    listen().catch(() => {
      // Whoever asks next dials again.
      if (!isOver) hangUp = undefined;
    });
  }

  return {
    session,
    call: (name, args) => batch.group().call<never>(name, args).result,
    group: () => batch.group(),
    async upload(accountId, body, options = {}) {
      const { uploadUrl } = await session();
      return watch(transport.upload(expand(uploadUrl, { accountId }), body, options));
    },
    downloadUrl(accountId, blobId, name, type) {
      const template = known?.downloadUrl ?? "";
      return expand(template, { accountId, blobId, name, type });
    },
    account(accountId) {
      let account = accounts.get(accountId);
      if (!account) {
        account = new Account(accountId, {
          group: () => batch.group(),
          limit: (name) => limits()[name],
          notifier,
          ...(keep && { keeper: keep.keeper }),
        });
        accounts.set(accountId, account);
      }
      if (!hangUp) dial();
      return account;
    },
    onChange(listener) {
      changeListeners.add(listener);
      if (!hangUp) dial();
      return () => changeListeners.delete(listener);
    },
    onSignedOut(listener) {
      signedOutListeners.add(listener);
      return () => signedOutListeners.delete(listener);
    },
    resume() {
      flight = undefined;
      dial();
      catchUp();
    },
    close() {
      hangUp?.();
      hangUp = undefined;
      keep?.close();
    },
  };
}

/** RFC 6570 level 1. */
function expand(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ""),
  );
}
