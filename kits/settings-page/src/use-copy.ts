import { useState } from "react";

/** Puts a text where the person can paste it; `copied` once it is there. */
export function useCopy(
  text: string,
  onCopied?: () => void,
): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  const write = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      onCopied?.();
    } catch {
      // Not allowed here: the text can still be selected.
    }
  };
  return { copied, copy: () => void write() };
}
