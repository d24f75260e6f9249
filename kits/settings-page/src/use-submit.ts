import { useState } from "react";

/** Sends what was typed: busy meanwhile, and what it was refused for is known until the next try. */
export function useSubmit(send: () => Promise<void>): {
  readonly busy: boolean;
  /** What was thrown; `undefined` for nothing. */
  readonly refusal: unknown;
  readonly submit: () => void;
} {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  const run = async (): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    try {
      await send();
    } catch (error) {
      setRefusal(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, submit: () => void run() };
}
