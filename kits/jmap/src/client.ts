import type { CallMethod } from "@atrium/contract/types/methods";
import type {
  CoreCapability,
  JmapSession,
  StateChange,
  UploadResponse,
} from "@atrium/contract/types/wire";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { Account } from "./cache/account.ts";
import type { PlainMutation } from "./cache/mutation.ts";
import { createNotifier } from "./cache/notifier.ts";
import type { MutationMessage } from "./cache/outbox.ts";
import { createBatch, type CallGroup } from "./connection/batch.ts";
import { NotSignedIn, Unreachable } from "./connection/errors.ts";
import { createPushConnection, type PushMessage } from "./connection/push-connection.ts";
import { createReachability } from "./connection/reachability.ts";
import { httpTransport, type Transport, type UploadOptions } from "./connection/transport.ts";
import { joinWindows } from "./connection/windows.ts";
import { persistedMutations } from "./persistence/mutations.ts";
import { openPersistence } from "./persistence/persistence.ts";
import { registerPending } from "./open-clients.ts";

/** One browser window's connection to the server, and the records it knows. */
export interface JmapClient {
  /**
   * RFC 8620 §2; asked for once, and again when a response says that it has changed. Rejects with `NotSignedIn` or
   * `Unreachable`, and the next call asks again.
   */
  session(): Promise<JmapSession>;
  /** Called when the session is another one than before, until the answer is called. */
  onSession(listener: () => void): () => void;
  /** The accounts of the last session that this browser persists; what is shown before the server has answered. */
  persistedAccounts(): Promise<JmapSession["accounts"] | undefined>;
  /** Those that are known at once: of the session when it has come, else what was read before the window had its program. */
  accountsNow(): JmapSession["accounts"] | undefined;
  /** One method call; calls of the same tick travel together. Rejects with `MethodFailed`, `NotSignedIn`, `Unreachable`. */
  readonly call: CallMethod;
  /** Several calls that refer to each other, in one request. */
  group(): CallGroup;
  upload(accountId: string, body: Blob, options?: UploadOptions): Promise<UploadResponse>;
  /** The address of a blob, to be saved under `name`. Call it after `session()` has resolved once. */
  downloadUrl(accountId: string, blobId: string, name: string, type: string): string;
  /** The records and lists of an account. */
  account(accountId: string): Account;
  /** Called with the types that got a new state (RFC 8620 §7.1), until the answer is called. Opens the push connection. */
  onChange(listener: (changed: StateChange["changed"]) => void): () => void;
  /** Called when pushes may have been missed, until the answer is called: what `onChange` reports may have happened. */
  onMissed(listener: () => void): () => void;
  /** Called when nobody is signed in any more. After a new sign-in call `resume`. */
  onSignedOut(listener: () => void): () => void;
  /** Whether the server can be reached, and what is pending. The same object until it changes. */
  readonly connection: () => Connection;
  /** Called when `connection` changed, until the answer is called. */
  readonly onConnection: (listener: () => void) => () => void;
  /** Called with mutations that were refused after the window in which they were done was closed. */
  onRefused(listener: (refused: RefusedMutation) => void): () => void;
  /** A user signed in again: what is pending is sent and what failed is requested again. */
  resume(): void;
  close(): void;
}

export interface Connection {
  /** The last request was not answered; it is tried again by itself. */
  readonly isUnavailable: boolean;
  /** Mutations that are shown and that the server has not confirmed, of all windows. */
  readonly pending: number;
}

export interface RefusedMutation {
  readonly mutation: PlainMutation;
  readonly error: unknown;
}

export interface ClientOptions {
  /**
   * Who is signed in in this browser. Their records are persisted for the next window, and all their windows share one push
   * line and show each other's mutations at once.
   */
  readonly person?: string;
}

type WindowMessage = MutationMessage | PushMessage;

const FALLBACK: Pick<CoreCapability, "maxCallsInRequest" | "maxObjectsInGet" | "maxObjectsInSet"> =
  { maxCallsInRequest: 16, maxObjectsInGet: 500, maxObjectsInSet: 500 };

/** The client of this window. `transport` is the server that the page came from unless said otherwise. */
export function createClient(
  transport: Transport = httpTransport(),
  { person }: ClientOptions = {},
): JmapClient {
  const notifier = createNotifier();
  const persistence = person === undefined ? undefined : openPersistence(person, notifier);
  const persisted = persistence && persistedMutations(persistence.store);
  const windows = person === undefined ? undefined : joinWindows<WindowMessage>(person);
  const reach = createReachability();
  const accounts = new Map<string, Account>();
  const changeListeners = new Set<(changed: StateChange["changed"]) => void>();
  const missedListeners = new Set<() => void>();
  const signedOutListeners = new Set<() => void>();
  const connectionListeners = new Set<() => void>();
  const sessionListeners = new Set<() => void>();
  const refusedListeners = new Set<(refused: RefusedMutation) => void>();
  let connection: Connection = { isUnavailable: false, pending: 0 };
  let flight: Promise<JmapSession> | undefined;
  let known: JmapSession | undefined;
  /** The state for which the session was last asked again: of servers that do not agree on it, it is not asked for ever. */
  let askedFor: string | undefined;
  /** How often `resume` was called. */
  let resumed = 0;

  const limits = (): typeof FALLBACK =>
    (known?.capabilities[CAPABILITY.core] as CoreCapability | undefined) ?? FALLBACK;

  /** What was asked before the user signed in again, and answered after it, is asked again. */
  async function watch<T>(ask: () => Promise<T>): Promise<T> {
    const before = resumed;
    try {
      const answer = await ask();
      reach.reached();
      return answer;
    } catch (error) {
      if (error instanceof Unreachable) reach.failed();
      else reach.reached();
      if (error instanceof NotSignedIn) {
        if (before !== resumed) return watch(ask);
        for (const listener of signedOutListeners) listener();
      }
      throw error;
    }
  }

  function session(): Promise<JmapSession> {
    flight ??= askSession().catch((error: unknown) => {
      flight = undefined;
      throw error;
    });
    return flight;
  }

  async function askSession(): Promise<JmapSession> {
    const session = await watch(() => transport.session());
    const before = known;
    known = session;
    flight = Promise.resolve(session);
    persistence?.retain(session.accounts);
    if (before && before.state !== session.state)
      for (const listener of sessionListeners) listener();
    return session;
  }

  /** Follows the session (RFC 8620 §3.4); what is asked meanwhile does not wait for it. */
  function sessionIs(state: string): void {
    if (known === undefined || state === known.state || state === askedFor) return;
    askedFor = state;
    askSession().catch(() => (askedFor = undefined));
  }

  const batch = createBatch({
    async using() {
      const { capabilities } = await session();
      return { capabilities: Object.keys(capabilities), maxCalls: limits().maxCallsInRequest };
    },
    async send(request) {
      const { apiUrl } = await session();
      const answer = await watch(() => transport.send(apiUrl, request));
      sessionIs(answer.sessionState);
      return answer;
    },
  });

  const countPending = (): number => {
    let pending = 0;
    for (const account of accounts.values()) pending += account.pending;
    return pending;
  };
  const uncount = registerPending(countPending);

  function connectionChanged(): void {
    const pending = countPending();
    if (connection.isUnavailable === reach.isUnavailable && connection.pending === pending) return;
    connection = { isUnavailable: reach.isUnavailable, pending };
    for (const listener of connectionListeners) listener();
  }

  const tryAgain = (): void => {
    for (const account of accounts.values()) account.tryAgain();
  };
  const catchUp = (): void => {
    for (const account of accounts.values()) account.sync().catch(() => undefined);
    for (const listener of missedListeners) listener();
    tryAgain();
  };
  const push = createPushConnection(
    {
      changed(states) {
        for (const [id, account] of accounts) account.stateChanged(states[id] ?? {});
        for (const listener of changeListeners) listener(states);
      },
      catchUp,
      /** When the session has ended, nothing is pushed until `resume`. */
      refused() {
        flight = undefined;
        session().catch((error: unknown) => {
          if (error instanceof NotSignedIn) push.close();
        });
      },
    },
    {
      open: async (listener) => transport.listen((await session()).eventSourceUrl, listener),
      reach,
      windows,
    },
  );

  reach.watch(() => {
    connectionChanged();
    tryAgain();
  });
  windows?.onMessage((message) => {
    if (message.kind === "act") accounts.get(message.act.accountId)?.receive(message);
    else push.receive(message);
  });

  return {
    session,
    onSession(listener) {
      sessionListeners.add(listener);
      return () => sessionListeners.delete(listener);
    },
    persistedAccounts: async () => persistence?.accounts(),
    accountsNow: () => known?.accounts ?? persistence?.accountsAhead,
    call: (name, args) => batch.group().call(name, args).result,
    group: () => batch.group(),
    async upload(accountId, body, options = {}) {
      const { uploadUrl } = await session();
      return watch(() => transport.upload(expand(uploadUrl, { accountId }), body, options));
    },
    downloadUrl(accountId, blobId, name, type) {
      const template = known?.downloadUrl ?? "";
      return expand(template, { accountId, blobId, name, type });
    },
    account(accountId) {
      let account = accounts.get(accountId);
      if (!account) {
        account = new Account(
          accountId,
          {
            group: () => batch.group(),
            limit: (name) => limits()[name],
            notifier,
            ...(persistence && { persistence: persistence.account }),
          },
          {
            persisted: persisted,
            windows,
            changed: connectionChanged,
            refused(mutation, error) {
              for (const listener of refusedListeners) listener({ mutation, error });
            },
          },
        );
        accounts.set(accountId, account);
      }
      push.connect();
      return account;
    },
    onChange(listener) {
      changeListeners.add(listener);
      push.connect();
      return () => changeListeners.delete(listener);
    },
    onMissed(listener) {
      missedListeners.add(listener);
      return () => missedListeners.delete(listener);
    },
    onSignedOut(listener) {
      signedOutListeners.add(listener);
      return () => signedOutListeners.delete(listener);
    },
    connection: () => connection,
    onConnection(listener) {
      connectionListeners.add(listener);
      return () => connectionListeners.delete(listener);
    },
    onRefused(listener) {
      refusedListeners.add(listener);
      return () => refusedListeners.delete(listener);
    },
    resume() {
      resumed += 1;
      flight = undefined;
      push.close();
      push.connect();
      catchUp();
    },
    close() {
      uncount();
      push.close();
      reach.close();
      windows?.close();
      persistence?.close();
    },
  };
}

/** RFC 6570 level 1. */
function expand(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ""),
  );
}
