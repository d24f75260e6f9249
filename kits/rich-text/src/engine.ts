/* oxlint-disable no-underscore-dangle, typescript/unbound-method -- Squire has its steps back in such fields alone; its version is pinned */
import { boundHtml, cleanFragment, MAX_SEARCHED } from "@atrium/mail-html";
import Squire from "squire-rte";
import { isOffice, tidyOffice } from "./office.ts";
import { TYPED_LINK } from "./typed-link.ts";

export type { Squire };

/** The editor as it stands: its contents with the selection in them, and its steps back. Pictures by their Content-ID. */
export interface EditorState {
  readonly html: string;
  readonly stack: readonly string[];
  readonly index: number;
  readonly isRecorded: boolean;
}

/** Makes an element the place where rich text is written. */
function createEngine(element: HTMLElement): Squire {
  const made = new Squire(element, {
    blockTag: "DIV",
    sanitizeToDOMFragment: (html) =>
      cleanFragment(isOffice(html) ? tidyOffice(boundHtml(html).html) : html),
    addLinks: true,
    didError: reportError,
  });
  // Its own takes years for a line of punctuation marks, and time for the square of a text with many addresses.
  made.linkRegExp = TYPED_LINK;
  const detect = made.addDetectedLinks.bind(made);
  made.addDetectedLinks = (node, root) =>
    (node.textContent ?? "").length > MAX_SEARCHED ? made : detect(node, root);
  // What is chosen from one menu waits for its text while another one is open.
  made.removeEventListener("blur", made._removeZWS);
  // Not needed for the first word.
  import("./typing.ts").then(({ addTypingKeys }) => addTypingKeys(made), reportError);
  return made;
}

/** The editor as it stands, for another window. `as` gives its HTML the form that is good there. */
function stateOf(engine: Squire, as: (html: string) => string): EditorState {
  return {
    html: as(engine.getHTML(true)),
    stack: engine._undoStack.slice(0, engine._undoStackLength).map(as),
    index: engine._undoIndex,
    isRecorded: engine._isInUndoState,
  };
}

/** The editor as it stood in another window, selection and steps back included. */
function setState(engine: Squire, state: EditorState, as: (html: string) => string): void {
  const stack = state.stack.map(as);
  // As its own steps back do it: the selection is marked in the HTML.
  engine._setRawHTML(as(state.html));
  engine._undoStack = stack;
  engine._undoStackLength = stack.length;
  engine._undoIndex = state.index;
  engine._isInUndoState = state.isRecorded;
  const range = engine._getRangeAndRemoveBookmark();
  if (range) engine.setSelection(range);
  else engine.moveCursorToStart();
}

/** Gives every step back the form that is good here now, as when pictures have come. */
function mapSteps(engine: Squire, as: (html: string) => string): void {
  engine._undoStack = engine._undoStack.map(as);
}

/** Other contents, which one step takes back. */
function setContents(engine: Squire, html: string): void {
  engine.saveUndoState();
  const before = engine._undoStack.slice(0, engine._undoIndex + 1);
  engine.setHTML(html);
  engine._undoStack = [...before, ...engine._undoStack];
  engine._undoStackLength = engine._undoStack.length;
  engine._undoIndex = engine._undoStackLength - 1;
  engine.moveCursorToStart();
}

/** What is done with the editor; in one piece, because it comes in a chunk of its own. */
export const engine = { createEngine, stateOf, setState, mapSteps, setContents };
