import { closePalette, keyHint, type Verb } from "@atrium/shell";
import { announce, ChevronRightIcon, KeyHint, SearchIcon } from "@atrium/ui";
import {
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { t } from "../strings/index.ts";
import { remember } from "./recent.ts";
import { useFoundVerbs } from "./use-found-verbs.ts";
import "./palette.css";

/** The command palette: one field, and below it everything that can be done here, chosen by arrows and Enter. */
export function Palette({ text }: { readonly text: string }): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [typed, setTyped] = useState(text);
  const [chosen, setChosen] = useState<string>();
  const { groups, isLasting } = useFoundVerbs(typed);
  const verbs = groups.flatMap((group) => group.verbs);
  const active = Math.max(
    0,
    verbs.findIndex((verb) => verb.id === chosen),
  );
  const current = verbs[active];
  const optionId = (verb: Verb): string => `${id}-${verbs.indexOf(verb)}`;

  useLayoutEffect(() => {
    const shown = dialog.current!;
    shown.showModal();
    // It gives the focus back only while it is still in the document.
    return () => shown.close();
  }, []);
  const currentId = current && optionId(current);
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: "nearest" });
  }, [currentId]);
  const count = verbs.length;
  const isSearching = typed.trim() !== "";
  useEffect(() => {
    if (isSearching) announce(t("foundCount", { count }));
  }, [count, isSearching]);

  const choose = (verb: Verb): void => {
    if (isLasting(verb)) remember(verb.id);
    // First the dialog gives the focus back: the verb may put it elsewhere.
    dialog.current!.close();
    verb.act();
  };
  const go = (to: number): void => setChosen(verbs[(to + count) % count]?.id);
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter and arrows belong to the input method while it composes.
    if (event.nativeEvent.isComposing || event.keyCode === 229 || count === 0) return;
    const act = {
      ArrowDown: () => go(active + 1),
      ArrowUp: () => go(active - 1),
      PageDown: () => go(Math.min(active + 8, count - 1)),
      PageUp: () => go(Math.max(active - 8, 0)),
      Enter: () => current && choose(current),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <dialog
      ref={dialog}
      className="suite-palette"
      aria-label={t("palette")}
      onClose={closePalette}
      onClick={(event) => {
        // Only the ground around the window is the dialog itself.
        if (event.target === event.currentTarget) dialog.current!.close();
      }}
    >
      <div className="suite-palette-window">
        <div className="suite-palette-field">
          <SearchIcon />
          <input
            type="text"
            role="combobox"
            aria-label={t("paletteField")}
            aria-expanded={count > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={currentId}
            placeholder={t("paletteField")}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setChosen(undefined);
            }}
            onKeyDown={onKeyDown}
          />
          <KeyHint keys="escape" />
        </div>
        {/* The options are reached by the field's arrow keys, never by Tab. */}
        <div
          className="suite-palette-list"
          id={`${id}-list`}
          role="listbox"
          aria-label={t("palette")}
          tabIndex={-1}
        >
          {groups.map(({ heading, verbs: list }, index) => (
            <div key={heading} role="group" aria-labelledby={`${id}-head-${index}`}>
              <div
                className={isSearching ? "a-hidden" : "suite-palette-heading"}
                id={`${id}-head-${index}`}
                role="presentation"
              >
                {heading}
              </div>
              {list.map((verb) => (
                <div
                  key={verb.id}
                  id={optionId(verb)}
                  className="suite-palette-option"
                  role="option"
                  aria-selected={verb === current}
                  onPointerMove={() => setChosen(verb.id)}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => choose(verb)}
                >
                  <span className="suite-palette-icon">
                    <Suspense>{verb.icon ?? <ChevronRightIcon />}</Suspense>
                  </span>
                  <span className="suite-palette-label">{verb.label}</span>
                  {isSearching && verb.group !== undefined && (
                    <span className="suite-palette-group">{verb.group}</span>
                  )}
                  {verb.keys?.[0] !== undefined && <KeyHint keys={keyHint(verb.keys[0])} />}
                </div>
              ))}
            </div>
          ))}
        </div>
        {count === 0 && <p className="suite-palette-none">{t("foundNothing", { text: typed })}</p>}
      </div>
    </dialog>
  );
}
