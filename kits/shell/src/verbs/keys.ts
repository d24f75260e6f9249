import { isPaletteOpen } from "./palette-state.ts";
import { beginsPair, verbOf } from "./registry.ts";

/** How long the second key of a pair may take, in milliseconds. */
const PAIR = 1500;

let first: { readonly key: string; readonly at: number } | undefined;
let isListening = false;

/** Listens to the window's keys from now on. */
export function listenForKeys(): void {
  if (isListening) return;
  isListening = true;
  document.addEventListener("keydown", handleKey);
}

/**
 * Answers a key by the verb that is offered for it; off while the user types, composes or answers a dialog. A key
 * without a verb is left to the page. The document's own keys come here by themselves; give it those of frames.
 */
export function handleKey(event: KeyboardEvent): void {
  // What is typed right after Ctrl+K is meant for the palette, also while that is on its way.
  if (isPaletteOpen()) return;
  const isHeld = event.ctrlKey || event.metaKey || event.altKey;
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229 || isHeld) return;
  // Shift alone stands between `g` and `#`.
  if (event.key === "Shift" || isTyping(event.target)) return;
  const key = keyName(event);
  const pair = first && event.timeStamp - first.at < PAIR ? `${first.key} ${key}` : undefined;
  first = undefined;
  // Enter or Space on a button or link presses that.
  const isPress = (key === "Enter" || key === "Space") && isControl(event.target);
  const verb = (pair && verbOf(pair)) || (isPress ? undefined : verbOf(key));
  if (verb) {
    event.preventDefault();
    verb.act(event.repeat);
  } else if (beginsPair(key)) first = { key, at: event.timeStamp };
}

/** As a hint shows keys: capital letters are typed with Shift. */
export function keyHint(keys: string): string {
  return /^[A-Z]$/.test(keys) ? `shift+${keys.toLowerCase()}` : keys;
}

/** A Korean keyboard in its own mode types ㅓ where `j` is printed: then the key's place counts. */
function keyName({ key, code, shiftKey }: KeyboardEvent): string {
  if (key === " ") return shiftKey ? "Shift+Space" : "Space";
  if (key === "Escape" && shiftKey) return "Shift+Escape";
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const isForeign = letter !== undefined && key.length === 1 && key.charCodeAt(0) > 0x24f;
  if (!isForeign) return key;
  return shiftKey ? letter : letter.toLowerCase();
}

function isControl(target: EventTarget | null): boolean {
  return isElement(target) && target.closest("button, a[href], summary") !== null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!isElement(target)) return false;
  const field = target.closest(
    "input, textarea, select, [contenteditable], dialog, [role=dialog], [role=alertdialog], [role=menu], [role=listbox]",
  );
  return field !== null && !field.matches("input[type=checkbox]");
}

/** Not `instanceof`: elements of a frame are of another realm. */
function isElement(target: EventTarget | null): target is Element {
  return target !== null && "closest" in target;
}
