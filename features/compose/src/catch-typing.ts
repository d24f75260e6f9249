import { defineStrings } from "@atrium/i18n";

/**
 * Between the wish to write and the field for it lies the loading of what writing needs, a few milliseconds or a slow
 * network. Meanwhile a field that nobody sees takes the letters: none is lost, none becomes a command of the window.
 */
const t = defineStrings({ en: { writing: "New message" }, ko: { writing: "새 메일" } });

let isAwaited = false;
let catcher: HTMLTextAreaElement | undefined;
let opener: Element | null = null;

/** A user wants to write. `open` shows where; what does not stand at once is typed ahead for. */
export function awaitField(open: () => void): void {
  performance.mark("compose-asked");
  isAwaited = true;
  opener = document.activeElement;
  open();
  // Where everything is here, the field is drawn and has the focus by the end of this turn, before the next key.
  queueMicrotask(catchLetters);
}

function catchLetters(): void {
  if (!isAwaited || catcher) return;
  catcher = document.createElement("textarea");
  catcher.className = "a-hidden";
  catcher.ariaLabel = t("writing");
  catcher.addEventListener("keydown", (event) => {
    if (event.key === "Escape") notArrived();
    if (event.key !== "Tab") return;
    event.preventDefault();
    catcher?.setRangeText("\t", catcher.selectionStart, catcher.selectionEnd, "end");
  });
  document.body.append(catcher);
  catcher.focus({ preventScroll: true });
}

/** The field is there and has the focus. `take` gets what was typed before, if anything was. */
export function arrived(take: (typed: string) => void): void {
  if (!isAwaited) return;
  isAwaited = false;
  performance.measure("compose-ready", "compose-asked");
  const field = catcher;
  catcher = undefined;
  if (!field) return;
  take(field.value);
  field.remove();
}

/** Nothing will come of it: the focus goes back to where it was. */
export function notArrived(): void {
  isAwaited = false;
  catcher?.remove();
  catcher = undefined;
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
}

/** What had the focus when a user wanted to write. */
export function lastOpener(): Element | null {
  return opener;
}
