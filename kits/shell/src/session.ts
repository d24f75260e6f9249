import { showBadge } from "./icon.ts";
import type { SessionInfo } from "@atrium/contract/api/session";
import type { Problem } from "@atrium/contract/errors";
import { decideLocale } from "@atrium/i18n";
import { persistOnlyFor } from "@atrium/jmap/persistence-mark";
import {
  followChoices,
  preferences,
  publish,
  setPreferences,
  subscribe as onBroadcast,
} from "@atrium/state";
import { useSyncExternalStore } from "react";
import { rememberedSession, rememberSession } from "./remembered.ts";

/** The server could not be asked who is signed in (no network, or a failure of its own). */
export class SessionUnavailable extends Error {
  override readonly name = "SessionUnavailable";
}

/** The server speaks of nobody on this connection. */
class Unencrypted extends Error {
  override readonly name = "Unencrypted";
}

/** Who is signed in in this window, as far as it is known. */
export type SessionState =
  | { readonly status: "reading" }
  | { readonly status: "signed-in"; readonly session: SessionInfo }
  | { readonly status: "signed-out" }
  /** The session ended under an open window, which stays as it is until the person is back. */
  | { readonly status: "lost"; readonly session: SessionInfo }
  | { readonly status: "unavailable"; readonly retry: () => void }
  /** The server takes and sends nothing on this connection, which others could read. */
  | { readonly status: "unencrypted" };

let state: SessionState = { status: "reading" };
let flight: Promise<SessionInfo | null> | undefined;
let early: Promise<Response> | undefined;
let following = false;
/** How often a user signed in, here or in another window of this browser. */
let signIns = 0;
const listeners = new Set<() => void>();

/** Milliseconds between questions who is signed in, while the server cannot be reached. */
const ASK_AGAIN = 20_000;

/** Takes over the request that the entry sent before the application's code arrived. */
export function startSession(response: Promise<Response> | undefined): void {
  early = response;
  // A failure is the reader's to see; nobody may read at all on a public page.
  response?.catch(() => undefined);
}

/**
 * Who is signed in in this browser, null for nobody (`GET /api/session`). Asked once per window. Where the server
 * cannot be reached it is who was signed in last, until the server says otherwise.
 * Rejects with `SessionUnavailable` when nobody was; the next call asks again.
 */
export function readSession(): Promise<SessionInfo | null> {
  flight ??= ask().then(
    (answer) => {
      const session = "hasExpired" in answer ? null : answer;
      if ("hasExpired" in answer) noteNobody(answer);
      else note(answer);
      set(session ? { status: "signed-in", session } : { status: "signed-out" });
      return session;
    },
    (cause: unknown) => {
      const last = cause instanceof Unencrypted ? null : rememberedSession();
      if (last) {
        set({ status: "signed-in", session: last });
        confirmLater(last);
        return last;
      }
      flight = undefined;
      if (cause instanceof Unencrypted) set({ status: "unencrypted" });
      else set({ status: "unavailable", retry: () => void readSession().catch(() => undefined) });
      throw new SessionUnavailable("The session could not be read", { cause });
    },
  );
  return flight;
}

/** Who is signed in, as a state to render. The first use asks the server. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, () => state);
}

/** The id of who is signed in, as far as it is known; undefined while a lost session waits for its password. */
export function personNow(): string | undefined {
  return state.status === "signed-in" ? state.session.personId : undefined;
}

/** What was asked before the last of them may have been answered for the session before. */
export const countSignIns = (): number => signIns;

/** Goes on as this person, after sign-in or set-up answered; the window is not loaded again. */
export function adoptSession(session: SessionInfo): void {
  // What is on the screen is another user's: nothing of it may stay.
  if (state.status === "lost" && state.session.personId !== session.personId) location.reload();
  signIns += 1;
  flight = Promise.resolve(session);
  note(session);
  set({ status: "signed-in", session });
  publish({ type: "signed-in", personId: session.personId });
}

/** Asks again who is signed in: what the organisation asks of this person, or the session may do, has changed. */
export async function refreshSession(): Promise<void> {
  const session = await ask().catch(() => undefined);
  if (session === undefined) return;
  if ("hasExpired" in session) {
    sessionLost();
    return;
  }
  note(session);
  flight = Promise.resolve(session);
  set({ status: "signed-in", session });
}

/** The server answered that nobody is signed in (401) although this window is: asks for the password again, in place. */
export function sessionLost(): void {
  rememberSession(null);
  if (state.status === "signed-in") set({ status: "lost", session: state.session });
}

/**
 * Ends the session on the server and in every window of this browser, then shows the suite's start page.
 * @param tidy takes away what features keep of the person in this browser.
 */
export async function signOut(tidy: () => Promise<unknown> = async () => undefined): Promise<void> {
  const response = await fetch("/api/sign-out", { method: "POST" });
  if (!response.ok && response.status !== 401) {
    throw new SessionUnavailable(`Signing out answered ${response.status}`);
  }
  rememberSession(null);
  showBadge(0);
  // What was kept of their records goes before anybody else can sit down here.
  await Promise.all([persistOnlyFor(null), tidy().catch(() => undefined)]);
  publish({ type: "signed-out" });
  location.assign("/");
}

/** Nobody is signed in: the session was ended, there was none, or time alone ended it. */
interface Nobody {
  readonly hasExpired: boolean;
}

async function ask(): Promise<SessionInfo | Nobody> {
  const before = signIns;
  const request = early ?? fetch("/api/session", { headers: { accept: "application/json" } });
  early = undefined;
  const response = await request;
  if (response.status === 401) {
    if (before !== signIns) return ask();
    const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
    return { hasExpired: problem.hasExpired === true };
  }
  if (!response.ok) {
    const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
    if (problem.code === "unencrypted") throw new Unencrypted("The connection is not encrypted");
    throw new Error(`GET /api/session answered ${response.status}`);
  }
  return (await response.json()) as SessionInfo;
}

/** What this browser keeps is only ever of who is signed in. */
function note(session: SessionInfo): void {
  const { personId, keepsNothing } = session;
  followChoices(personId, session.preferences);
  setPreferences({ keepsNothing });
  decideLocale(preferences().locale);
  rememberSession(session);
  void persistOnlyFor(personId);
}

/**
 * After a session that expired, what is kept (changes that did not reach the server among it) is shown to nobody and
 * waits for the same person; it goes when another signs in. After one that was ended it goes at once.
 */
function noteNobody({ hasExpired }: Nobody): void {
  rememberSession(null);
  if (!hasExpired) void persistOnlyFor(null);
}

/** Asks the server, as soon as it can be reached, whether a window may go on that was opened without it. */
function confirmLater(last: SessionInfo): void {
  const again = async (): Promise<void> => {
    let session: SessionInfo | Nobody;
    try {
      session = await ask();
    } catch {
      return;
    }
    clearInterval(timer);
    removeEventListener("online", online);
    if ("hasExpired" in session) {
      sessionLost();
      return;
    }
    if (session.personId !== last.personId) location.reload();
    note(session);
    set({ status: "signed-in", session });
  };
  const online = (): void => void again();
  const timer = setInterval(online, ASK_AGAIN);
  addEventListener("online", online);
}

/** What other windows of this browser do to the session: sign out, or in again, as the same person or another. */
function follow(): void {
  onBroadcast((event, from) => {
    if (from === "here") return;
    const session = "session" in state ? state.session : undefined;
    if (event.type === "signed-out" && session !== undefined) location.reload();
    if (event.type !== "signed-in") return;
    // Another user's cookie is in this browser now: nothing of this window may go on with it.
    signIns += 1;
    if (session?.personId !== event.personId) location.reload();
    else set({ status: "signed-in", session });
  });
}

function subscribe(listener: () => void): () => void {
  if (!following) follow();
  following = true;
  listeners.add(listener);
  if (state.status === "reading") readSession().catch(() => undefined);
  return () => listeners.delete(listener);
}

function set(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}
