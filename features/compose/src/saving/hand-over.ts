import { localDraft, type LocalDraft } from "./local-drafts.ts";

/** What the windows of a browser send each other about messages being written. Keys cannot be guessed. */
export type HandOver =
  /** A user wants to write this message: who has it open gives it away. */
  | { readonly kind: "want"; readonly key: string }
  /** It lies on this device now, whole. */
  | { readonly kind: "given"; readonly key: string }
  /** Which window has a dock? */
  | { readonly kind: "ask"; readonly question: string }
  | {
      readonly kind: "dock";
      readonly question: string;
      readonly dock: string;
      readonly isFull: boolean;
    }
  /** The dock of that name goes on with it. */
  | { readonly kind: "take"; readonly dock: string; readonly key: string };

/** Milliseconds that a window gets to bring what it writes to this device. */
const PATIENCE = 5000;
/** Milliseconds for an answer where nobody can say whether there is one. */
const SOON = 250;

let channel: BroadcastChannel | undefined;

function connect(): BroadcastChannel {
  return (channel ??= new BroadcastChannel("atrium.compose"));
}

export function post(message: HandOver): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origins but its own
  connect().postMessage(message);
}

/** Receives from the other windows, until the answer is called. */
export function onPosted(listener: (message: HandOver) => void): () => void {
  const on = ({ data }: MessageEvent): void => listener(data as HandOver);
  connect().addEventListener("message", on);
  return () => connect().removeEventListener("message", on);
}

/** The name of the lock that says who writes a message. */
const lockOf = (key: string): string => `atrium.compose.${key}`;

/** Says that this window has it open, until the answer is called: no other brings it back as lost. */
export function holdOpen(key: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void navigator.locks?.request(lockOf(key), () => promise);
  return resolve;
}

/** The same, unless a window has it open: then there is no answer. */
export async function holdIfFree(key: string): Promise<(() => void) | undefined> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (!navigator.locks) return resolve;
  return new Promise((answer) => {
    void navigator.locks.request(lockOf(key), { ifAvailable: true }, (lock) => {
      answer(lock ? resolve : undefined);
      return lock ? promise : undefined;
    });
  });
}

/** Whether a window has it open. */
export async function isOpen(key: string): Promise<boolean> {
  if (!navigator.locks) return false;
  return navigator.locks.request(lockOf(key), { ifAvailable: true }, (lock) => lock === null);
}

/** Gets a message from the window that writes it, if one does, and answers what this device has of it. */
export async function takeOver(key: string, personId: string): Promise<LocalDraft | undefined> {
  // Pages that are not served over TLS have no locks: there a window that has it says so, or nobody does.
  if (!navigator.locks) await given(key, SOON);
  else if (await isOpen(key)) await given(key, PATIENCE);
  return localDraft(key, personId);
}

async function given(key: string, patience: number): Promise<void> {
  await answerTo({ kind: "want", key }, patience, (message) =>
    message.kind === "given" && message.key === key ? true : undefined,
  );
}

/** A dock that would take one more message, if a window of this browser has one. */
export async function findDock(): Promise<
  { readonly dock: string; readonly isFull: boolean } | undefined
> {
  const question = String(Math.random());
  return answerTo({ kind: "ask", question }, SOON, (message) =>
    message.kind === "dock" && message.question === question ? message : undefined,
  );
}

/** Says something to the other windows and waits a while for what answers it. */
function answerTo<T>(
  message: HandOver,
  patience: number,
  read: (answer: HandOver) => T | undefined,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    const end = (found: T | undefined): void => {
      clearTimeout(timer);
      stop();
      resolve(found);
    };
    const timer = setTimeout(() => end(undefined), patience);
    const stop = onPosted((answer) => {
      const found = read(answer);
      if (found !== undefined) end(found);
    });
    post(message);
  });
}
