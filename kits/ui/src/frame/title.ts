import { useEffect } from "react";

/** Sets the window's title from its parts, the most particular first: `Subject – Inbox (3) – alice@demo.test`. */
export function useTitle(...parts: readonly (string | undefined)[]): void {
  const title = parts.filter((part) => part !== undefined && part !== "").join(" – ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}
