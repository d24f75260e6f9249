/** Milliseconds after which the bar is not waited for any more. */
const LONGEST = 5000;

let held = "";
let stop: (() => void) | undefined;

/** What is typed while the bar is on its way is meant for it: no letter of it is a command. */
export function holdKeys(): void {
  releaseKeys();
  const onKey = (event: KeyboardEvent): void => {
    const isCommand = event.ctrlKey || event.metaKey || event.altKey;
    if (isCommand || event.isComposing) return;
    if (event.key === "Escape") releaseKeys();
    else if (event.key === "Backspace") held = held.slice(0, -1);
    else if (event.key.length === 1) held += event.key;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener("keydown", onKey, true);
  const timer = window.setTimeout(releaseKeys, LONGEST);
  stop = () => {
    window.clearTimeout(timer);
    window.removeEventListener("keydown", onKey, true);
  };
}

/** What was typed so far. */
export const heldKeys = (): string => held;

/** Keys are what they were again. */
export function releaseKeys(): void {
  stop?.();
  stop = undefined;
  held = "";
}
