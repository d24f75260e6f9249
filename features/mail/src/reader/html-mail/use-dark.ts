import { useSyncExternalStore } from "react";

const query = (): MediaQueryList => matchMedia("(prefers-color-scheme: dark)");

/** Whether the page is dark now, by the person's choice or the system's. */
export function useDark(): boolean {
  return useSyncExternalStore(follow, isDark);
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  if (theme === "light") return false;
  return theme !== undefined || query().matches;
}

function follow(listener: () => void): () => void {
  const system = query();
  const theme = new MutationObserver(listener);
  theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  system.addEventListener("change", listener);
  return () => {
    theme.disconnect();
    system.removeEventListener("change", listener);
  };
}
