import type { Squire } from "../engine.ts";
import "./typed-list.css";

export interface TypedList {
  /** Shows what a name means, or nothing where it means none. */
  show(name: Range): void;
  close(): void;
}

/** What is offered while its name is typed. */
export interface Offer<Item> {
  /** What the list is called. */
  readonly label: string;
  /** The name that ends at the caret. */
  readonly nameAtCaret: (squire: Squire) => Range | undefined;
  /** What a name means, the best first. */
  readonly find: (name: string) => readonly Item[];
  readonly idOf: (item: Item) => string;
  /** What an option shows. */
  readonly draw: (item: Item) => readonly (Node | string)[];
  /** Puts one in the place of its name, which is selected. */
  readonly take: (item: Item) => void;
  /** The person closed it. */
  readonly onLeft: () => void;
}

const MOST = 6;
/** CSS pixels between the line and the list, and between that and the window's edge. */
const GAP = 4;
const EDGE = 8;

let count = 0;

/**
 * What a typed name means: a list at the caret, from which arrow keys and Enter or Tab take one, while the text keeps the
 * focus.
 */
export function createTypedList<Item>(squire: Squire, offer: Offer<Item>): TypedList {
  const root = squire.getRoot();
  const box = document.createElement("div");
  count += 1;
  box.id = `rich-typed-list-${count}`;
  box.className = "rich-typed-list";
  // Above whatever holds the editor, and cut off by none of it.
  box.popover = "manual";
  box.role = "listbox";
  box.ariaLabel = offer.label;
  let found: readonly Item[] = [];
  let active = 0;
  let isOpen = false;

  const optionId = (index: number): string => `${box.id}-${index}`;

  function draw(): void {
    box.replaceChildren(
      ...found.map((item, index) => {
        const option = document.createElement("div");
        option.id = optionId(index);
        option.role = "option";
        option.ariaSelected = String(index === active);
        option.append(...offer.draw(item));
        // The text keeps the focus.
        option.addEventListener("pointerdown", (event) => event.preventDefault());
        option.addEventListener("mousedown", (event) => event.preventDefault());
        option.addEventListener("click", () => take(index));
        return option;
      }),
    );
    tell(optionId(active));
  }

  /** Tells assistive technology which one is chosen; it is no change of the text. */
  function tell(id: string | undefined): void {
    squire.modifyDocument(() => {
      const attributes = {
        "aria-controls": id && box.id,
        "aria-activedescendant": id,
        "aria-autocomplete": id && "list",
      };
      for (const [name, value] of Object.entries(attributes))
        if (value === undefined) root.removeAttribute(name);
        else root.setAttribute(name, value);
    });
  }

  function place(name: Range): void {
    const at = name.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const view = visualViewport;
    const end = view ? view.offsetTop + view.height : innerHeight;
    const below = at.bottom + GAP;
    const top = below + height > end - EDGE ? at.top - GAP - height : below;
    box.style.top = `${Math.max(EDGE, top)}px`;
    box.style.left = `${Math.max(EDGE, Math.min(at.left, innerWidth - EDGE - width))}px`;
  }

  function take(index: number): void {
    const item = found[index];
    const name = offer.nameAtCaret(squire);
    close();
    if (item === undefined || !name) return;
    squire.setSelection(name);
    offer.take(item);
  }

  function press(event: KeyboardEvent): void {
    if (!root.isConnected) close();
    // Keys belong to the input method while it composes.
    if (event.target !== root || event.isComposing || event.keyCode === 229) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const act = {
      ArrowDown: () => go(active + 1),
      ArrowUp: () => go(active - 1),
      Enter: () => take(active),
      Tab: () => take(active),
      Escape: () => {
        offer.onLeft();
        close();
      },
    }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  function go(to: number): void {
    active = (to + found.length) % found.length;
    draw();
  }

  function follow(): void {
    const name = root.isConnected ? offer.nameAtCaret(squire) : undefined;
    if (name) place(name);
    else close();
  }

  const listeners = [
    [document, "keydown", press],
    [document, "selectionchange", follow],
    [document, "scroll", follow],
    [window, "resize", follow],
    [root, "blur", close],
  ] as const satisfies readonly (readonly [EventTarget, string, (event: never) => void])[];

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    box.remove();
    if (root.isConnected) tell(undefined);
    for (const [target, name, listener] of listeners)
      target.removeEventListener(name, listener as EventListener, true);
  }

  return {
    show(name) {
      const next = offer.find(name.toString()).slice(0, MOST);
      if (next.length === 0) {
        close();
        return;
      }
      const [now, before] = [next[active], found[active]];
      const isSame = now && before && offer.idOf(now) === offer.idOf(before);
      if (!isSame) active = 0;
      found = next;
      if (!isOpen) {
        isOpen = true;
        root.after(box);
        box.showPopover();
        active = 0;
        for (const [target, event, listener] of listeners)
          target.addEventListener(event, listener as EventListener, true);
      }
      draw();
      place(name);
    },
    close,
  };
}
