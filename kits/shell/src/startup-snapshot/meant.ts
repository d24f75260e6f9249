import { after } from "./after.ts";

/** Milliseconds after which the application listens to keys, once it has drawn something. */
const LISTENS = 50;

/** Keys and clicks that are kept; a key that is held down makes thirty a second. */
const MOST_ACTS = 200;

/** Keys besides letters and signs that the application knows. */
const KEYS = new Set(["Enter", "Escape", "Backspace", "Delete", "ArrowUp", "ArrowDown"]);

/** What a click in the picture can mean. */
const CONTROLS = "button, a, input, [role=row], [role=treeitem]";
/** What letters can be typed into. */
const FIELDS = "textarea, input:is(:not([type]), [type=text], [type=search])";

/** What a person did in a picture that cannot be used. */
export interface Meant {
  /** The picture goes. Does all of it in its order, and what comes meanwhile after it, once the application listens. */
  handOver(): void;
}

/** Keeps the keys that are pressed and the clicks while a picture lies over the application, which may stand already. */
export function keepMeant(picture: HTMLElement, root: HTMLElement): Meant {
  const acts: (() => void)[] = [];
  let isOver = false;

  const keep = (event: Event, act: () => void): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (acts.length < MOST_ACTS) acts.push(act);
  };
  const keepKey = (event: KeyboardEvent): void => {
    // All others are the browser's, and letters that are put together come as they are.
    if (!event.isTrusted || event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.key.length > 1 && !KEYS.has(event.key)) || event.isComposing) return;
    // With nothing kept before it, the application handles it itself.
    if (acts.length === 0 && !isOver && root.firstChild) return;
    keep(event, () => press(event));
  };
  // Runs after the application: a key without a verb yet may have one once everything is loaded.
  const keepUnhandled = (event: KeyboardEvent): void => {
    if (!event.isTrusted || event.defaultPrevented || event.target !== document.body) return;
    if (acts.length < MOST_ACTS) acts.push(() => press(event));
  };
  const keepClick = (event: MouseEvent): void => {
    // One that a key made is of what has the focus, which is nothing in a picture.
    if (!event.isTrusted || event.detail === 0) return;
    const { clientX: x, clientY: y } = event;
    picture.inert = false;
    const what = whatIs(document.elementFromPoint(x, y));
    picture.inert = true;
    // The same thing stands there already.
    if (what !== undefined && what === whatIs(event.target as Element)) return;
    keep(event, () => {
      const target = document.elementFromPoint(x, y);
      // Something else may be in its place by now, which the user did not click.
      if (!target || what === undefined || whatIs(target) !== what) return;
      target.closest<HTMLElement>(CONTROLS)!.focus();
      const { shiftKey } = event;
      target.dispatchEvent(
        new MouseEvent("click", {
          bubbles: true,
          cancelable: true,
          clientX: x,
          clientY: y,
          shiftKey,
        }),
      );
    });
  };
  const replay = async (): Promise<void> => {
    try {
      await after(LISTENS);
      for (let act = acts.shift(); act; act = acts.shift()) {
        act();
        // What it opens takes the keys that follow.
        await after(0);
      }
    } finally {
      removeEventListener("keydown", keepKey, true);
    }
  };
  addEventListener("keydown", keepKey, true);
  addEventListener("keydown", keepUnhandled);
  addEventListener("click", keepClick, true);
  return {
    handOver() {
      isOver = true;
      removeEventListener("keydown", keepUnhandled);
      removeEventListener("click", keepClick, true);
      void replay();
    },
  };
}

/** Does what the key would have done: in a field it types, and it clicks what has the focus, unless the application wants it. */
function press(event: KeyboardEvent): void {
  const target = document.activeElement ?? document.body;
  const { key } = event;
  if (!(target.matches(FIELDS) && (key.length === 1 || key === "Backspace"))) {
    const isLeft = target.dispatchEvent(new KeyboardEvent(event.type, event));
    const clicks = key === "Enter" ? "button, a[href]" : key === " " ? "button" : null;
    if (isLeft && clicks !== null && target.matches(clicks)) (target as HTMLElement).click();
    return;
  }
  const field = target as HTMLInputElement;
  const end = field.selectionEnd ?? field.value.length;
  const start = field.selectionStart ?? end;
  if (key.length === 1) field.setRangeText(key, start, end, "end");
  else field.setRangeText("", start === end ? Math.max(0, start - 1) : start, end, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

/** What distinguishes one thing to click from another, in the picture as in the window; `undefined` where nothing can be clicked. */
function whatIs(element: Element | null): string | undefined {
  const control = element?.closest(CONTROLS);
  if (!element || !control) return undefined;
  // Rows have the same controls.
  const row = control.closest("[role=row], [role=treeitem]");
  return [
    element.tagName,
    element.getAttribute("class"),
    control.ariaLabel,
    control.textContent,
    row?.textContent,
  ].join("\n");
}
