import { useCallback, useEffect, useRef } from "react";

/** What keys can do on a mail screen. The names are fixed; which key does what is `KEYS`. */
export type Command =
  | "next"
  | "previous"
  | "open"
  | "back"
  | "archive"
  | "trash"
  | "star"
  | "junk"
  | "select"
  | "read"
  | "unread"
  | "undo"
  | "search"
  | "keys"
  | "goInbox"
  | "goStarred"
  | "goSent"
  | "goDrafts"
  | "goArchive"
  | "expandAll"
  | "newWindow";

/** Gmail's keys. `g i` is one key after the other. */
export const KEYS: readonly (readonly [keys: string, command: Command])[] = [
  ["j", "next"],
  ["k", "previous"],
  ["o", "open"],
  ["Enter", "open"],
  ["u", "back"],
  ["Escape", "back"],
  ["e", "archive"],
  ["#", "trash"],
  ["Delete", "trash"],
  ["s", "star"],
  ["!", "junk"],
  ["x", "select"],
  ["I", "read"],
  ["U", "unread"],
  ["z", "undo"],
  ["/", "search"],
  ["?", "keys"],
  [";", "expandAll"],
  ["O", "newWindow"],
  ["g i", "goInbox"],
  ["g s", "goStarred"],
  ["g t", "goSent"],
  ["g d", "goDrafts"],
  ["g a", "goArchive"],
];

export type Commands = Partial<Record<Command, () => void>>;

/** How long the second key of a pair may take, in milliseconds. */
const PAIR = 1500;

/**
 * Answers keys by commands, off while somebody types or composes. Returns what to call with key events of other
 * documents, such as a mail's frame.
 */
export function useKeys(commands: Commands): (event: KeyboardEvent) => void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  const handler = useRef<(event: KeyboardEvent) => void>(undefined);
  useEffect(() => {
    const handle = keyHandler((command) => latest.current[command]);
    handler.current = handle;
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, []);
  return useCallback((event) => handler.current?.(event), []);
}

/** Turns key events into commands; a key that has no command is left to the page. */
export function keyHandler(
  find: (command: Command) => (() => void) | undefined,
): (event: KeyboardEvent) => void {
  let first: { readonly key: string; readonly at: number } | undefined;
  return (event) => {
    const isHeld = event.ctrlKey || event.metaKey || event.altKey;
    if (event.defaultPrevented || event.isComposing || event.keyCode === 229 || isHeld) return;
    if (isTyping(event.target)) return;
    const key = keyName(event);
    const pair = first && event.timeStamp - first.at < PAIR ? `${first.key} ${key}` : undefined;
    first = undefined;
    // Enter on a button or link presses that.
    const isPress = key === "Enter" && isControl(event.target);
    const command = commandFor(pair) ?? (isPress ? undefined : commandFor(key));
    const act = command && find(command);
    if (act) {
      event.preventDefault();
      act();
    } else if (KEYS.some(([keys]) => keys.startsWith(`${key} `)))
      first = { key, at: event.timeStamp };
  };
}

function commandFor(wanted: string | undefined): Command | undefined {
  return KEYS.find(([keys]) => keys === wanted)?.[1];
}

/** A Korean keyboard in its own mode types ㅓ where `j` is printed: then the key's place counts. */
function keyName({ key, code, shiftKey }: KeyboardEvent): string {
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
    "input, textarea, select, [contenteditable], [role=dialog], [role=menu]",
  );
  return field !== null && !field.matches("input[type=checkbox]");
}

/** Not `instanceof`: elements of a frame are of another realm. */
function isElement(target: EventTarget | null): target is Element {
  return target !== null && "closest" in target;
}
