import { api } from "@atrium/contract/api/index";
import type { PasskeyRequest, ShownPasskey } from "@atrium/contract/api/passkeys";
import { adoptSession, rest } from "@atrium/shell";
import {
  canAutofillPasskeys,
  PasskeyFailed,
  passkeysAway,
  showPasskey,
} from "@atrium/shell/passkeys";
import { useEffect, useState } from "react";
import { refusedBy, type Refused } from "../auth/refusal.tsx";

/** Of the time in which an answer counts; what a page waits for is asked again before it has run out. */
const MOST = 0.9;

/** Signing in with a passkey: by a button, and, where the browser can, out of the field for the address. */
export interface PasskeyWay {
  /** Whether there can be passkeys in this window. */
  readonly isOffered: boolean;
  readonly busy: boolean;
  readonly signIn: () => Promise<void>;
}

/**
 * @param personId whose it has to be, where that is known.
 * @param inField offers them in the field that has `autocomplete="webauthn"`.
 * @param onRefused the same from one rendering to the next.
 */
export function usePasskey({
  personId,
  inField,
  onRefused,
}: {
  readonly personId?: string | undefined;
  readonly inField: boolean;
  readonly onRefused: (refused: Refused | undefined) => void;
}): PasskeyWay {
  const [busy, setBusy] = useState(false);
  const isOffered = passkeysAway() === undefined;

  // A browser asks for one at a time: the field's offer rests while the button's is open.
  const waits = inField && isOffered && !busy;
  useEffect(() => {
    if (!waits) return undefined;
    const left = new AbortController();
    offer(left.signal, personId).catch((error: unknown) => {
      if (!left.signal.aborted) onRefused(refusedBy(error));
    });
    return () => left.abort();
  }, [waits, personId, onRefused]);

  return {
    isOffered,
    busy,
    async signIn() {
      setBusy(true);
      onRefused(undefined);
      try {
        const request = await rest(api.session.askPasskey);
        const { signal } = new AbortController();
        await signInBy(await show(request, { signal, personId }));
      } catch (error) {
        onRefused(refusedBy(error));
        setBusy(false);
      }
    },
  };
}

/** @throws PasskeyFailed, also when the request has run out. */
async function show(
  request: PasskeyRequest,
  { signal, ...options }: Parameters<typeof showPasskey>[1],
): Promise<ShownPasskey> {
  const end = new AbortController();
  const stop = (): void => end.abort();
  signal.addEventListener("abort", stop);
  const timer = setTimeout(stop, request.timeout * MOST);
  return showPasskey(request, { ...options, signal: end.signal }).finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  });
}

async function signInBy(shown: ShownPasskey): Promise<void> {
  adoptSession(await rest(api.session.showPasskey, { body: shown }));
}

/** Offers passkeys in the field until the page is left. Nobody asked for it: until one is chosen, no failure is worth a word. */
async function offer(signal: AbortSignal, personId: string | undefined): Promise<void> {
  if (!(await canAutofillPasskeys())) return;
  while (!signal.aborted) {
    let shown: ShownPasskey;
    try {
      const request = await rest(api.session.askPasskey, { signal });
      shown = await show(request, { signal, personId, inField: true });
    } catch (error) {
      if (hasRunOut(error)) continue;
      if (error instanceof PasskeyFailed && error.code === "passkeyOther") throw error;
      return;
    }
    await signInBy(shown);
    return;
  }
}

const hasRunOut = (error: unknown): boolean =>
  error instanceof PasskeyFailed &&
  error.cause instanceof DOMException &&
  error.cause.name === "AbortError";
