import { useSyncExternalStore } from "react";

/** What the palette opens with; `undefined` while it is closed. */
let opened: { readonly text: string } | undefined;
const listeners = new Set<() => void>();
let isListening = false;

/** Opens the window's palette, where it has one, with something typed already. */
export function openPalette(text = ""): void {
  set({ text });
}

export function closePalette(): void {
  set(undefined);
}

export function isPaletteOpen(): boolean {
  return opened !== undefined;
}

/** Whether the palette is open, and with what; Ctrl+K (on a Mac ⌘K) opens it from the first use of this on. */
export function usePalette(): { readonly text: string } | undefined {
  return useSyncExternalStore(subscribe, () => opened);
}

function subscribe(listener: () => void): () => void {
  if (!isListening) document.addEventListener("keydown", onKey);
  isListening = true;
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** An editor in which Ctrl+K makes a link prevents the default, and keeps it. */
function onKey(event: KeyboardEvent): void {
  const isOurs = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (!isOurs || event.isComposing || event.defaultPrevented) return;
  // By place too: in its own mode a Korean keyboard types ㅏ there.
  if (event.key.toLowerCase() !== "k" && event.code !== "KeyK") return;
  event.preventDefault();
  if (opened) closePalette();
  else openPalette();
}

function set(next: typeof opened): void {
  opened = next;
  for (const listener of listeners) listener();
}
