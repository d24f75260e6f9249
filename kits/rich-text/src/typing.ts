/* oxlint-disable no-underscore-dangle -- Squire has its own keys in such fields alone; its version is pinned */
import type { Squire } from "./engine.ts";
import { moveCell } from "./tables.ts";
import { offerEmoji } from "./bar/emoji/offer-emoji.ts";

type Keys = Record<string, (squire: Squire, event: KeyboardEvent, range: Range) => void>;

/** What becomes a list when a space is typed behind it, at the start of a line. */
const MARKS = { "-": "UL", "*": "UL", "1.": "OL", "1)": "OL" } as const;

/** Lists that begin as they are typed, emoji that are named, and Tab in tables. */
export function addTypingKeys(squire: Squire): void {
  offerEmoji(squire);
  const keys = (squire as unknown as { readonly _keyHandlers: Keys })._keyHandlers;
  const [space, backspace, tab, shiftTab] = [
    keys[" "]!,
    keys["Backspace"]!,
    keys["Tab"]!,
    keys["Shift-Tab"]!,
  ];
  /** The item that a mark has just become; Backspace takes it back. */
  let made: Element | null = null;
  squire.addEventListener("beforeinput", () => {
    made = null;
  });
  keys[" "] = (self, event, range) => {
    const line = lineAt(range);
    const mark = line && range.collapsed ? markOf(line, range) : undefined;
    if (!line || !mark) {
      space(self, event, range);
      return;
    }
    event.preventDefault();
    // One step back leads to the mark with its space.
    self.insertPlainText("\u00a0", false);
    self._docWasChanged();
    self.saveUndoState();
    line.textContent = "";
    line.append(document.createElement("br"));
    const caret = document.createRange();
    caret.setStart(line, 0);
    self.setSelection(caret);
    if (MARKS[mark] === "UL") self.makeUnorderedList();
    else self.makeOrderedList();
    made = itemAt(self.getSelection());
  };
  keys["Backspace"] = (self, event, range) => {
    const item = itemAt(range);
    if (made !== null && item === made && item.textContent === "") {
      event.preventDefault();
      made = null;
      self.undo();
      return;
    }
    made = null;
    backspace(self, event, range);
  };
  keys["Tab"] = (self, event, range) => {
    if (moveCell(self, false)) event.preventDefault();
    else tab(self, event, range);
  };
  keys["Shift-Tab"] = (self, event, range) => {
    if (moveCell(self, true)) event.preventDefault();
    else shiftTab(self, event, range);
  };
}

function markOf(line: Element, range: Range): keyof typeof MARKS | undefined {
  const text = (line.textContent ?? "").replace(/\u200b/g, "");
  if (!Object.hasOwn(MARKS, text)) return undefined;
  const before = range.cloneRange();
  before.setStart(line, 0);
  return before.toString().replace(/\u200b/g, "") === text
    ? (text as keyof typeof MARKS)
    : undefined;
}

/** The line of the caret, where it may become a list. */
function lineAt({ startContainer }: Range): HTMLElement | null {
  const element =
    startContainer instanceof HTMLElement ? startContainer : startContainer.parentElement;
  const line = element?.closest<HTMLElement>("div, p, li, pre, td, th, h1, h2, h3") ?? null;
  return line?.matches("div:not([contenteditable]), p") === true && !line.closest("li")
    ? line
    : null;
}

function itemAt({ startContainer }: Range): Element | null {
  const element = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  return element?.closest("li") ?? null;
}
