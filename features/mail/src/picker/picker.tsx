import { Dialog, PointPopover, SearchField } from "@atrium/ui";
import {
  useEffect,
  useId,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import type { Point } from "../snooze/point.ts";
import { useIsPhone, useMedia } from "../use-media.ts";
import "./picker.css";

export interface Choice {
  readonly id: string;
  readonly label: string;
  /** Room is kept for `null`. */
  readonly icon?: ReactNode;
  /** A box in front of it. */
  readonly box?: ReactNode;
  readonly checked?: boolean | "mixed";
  readonly disabled?: boolean;
  readonly act: () => void;
  /** The same, after which the next one may be chosen: of what is checked. */
  readonly toggle?: () => void;
}

/** How far each key goes in the list. */
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/**
 * Some letters of a name, then Enter: a combobox of ARIA's, its list below it. It stands beside what asked for it; on a
 * phone it lies at the foot of the window.
 */
export function Picker({
  at: point,
  title,
  field,
  maxLength,
  text,
  onText,
  choices,
  many,
  none,
  found,
  children,
  onClose,
}: {
  /** Where it opens; a dialog without. */
  readonly at?: Point | undefined;
  readonly title: string;
  /** What is typed. */
  readonly field: string;
  readonly maxLength?: number;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** What the text may mean, the likeliest first. */
  readonly choices: readonly Choice[];
  /** Where several may be checked, the list's name, and how many choices there are at most. */
  readonly many?: { readonly label: string; readonly rows: number };
  /** Shown without choices. */
  readonly none: string;
  /** How many choices there are, announced. */
  readonly found: string;
  /** Below the list. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}): ReactNode {
  const [at, setAt] = useState(0);
  const [textOfAt, setTextOfAt] = useState(text);
  const base = useId();
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  if (textOfAt !== text) {
    setTextOfAt(text);
    setAt(0);
  }
  const current = Math.min(at, choices.length - 1);
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: "nearest" });
  }, [current]);

  const toggle = (choice: Choice | undefined): void => {
    choice?.toggle?.();
    // What comes next is typed in its place.
    root.current?.querySelector("input")?.select();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (step !== undefined) setAt(Math.max(0, Math.min(current + step, choices.length - 1)));
    else if (event.key === "Enter" && event.shiftKey) toggle(choices[current]);
    else if (event.key === "Enter") choices[current]?.act();
    else return;
    event.preventDefault();
  };
  const isPhone = useIsPhone();
  // A finger chooses from the list: the keyboard would hide half of it.
  const isTouched = useMedia("(pointer: coarse)");
  const content = (
    <div className="mail-picker" onKeyDown={press} ref={root}>
      <SearchField
        autoFocus={!isTouched}
        label={field}
        placeholder={field}
        value={text}
        onValue={onText}
        maxLength={maxLength}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${base}-list`}
        aria-activedescendant={choices.length > 0 ? `${base}-${current}` : undefined}
        autoComplete="off"
      />
      <ul
        className="mail-picker-list"
        data-rows={many?.rows}
        style={{ "--rows": many?.rows } as CSSProperties}
        id={`${base}-list`}
        role="listbox"
        aria-multiselectable={many && true}
        aria-label={many?.label ?? title}
        ref={list}
      >
        {choices.map((choice, index) => (
          <li
            key={choice.id}
            id={`${base}-${index}`}
            className="mail-picker-option"
            role="option"
            aria-selected={index === current}
            aria-checked={choice.checked}
            aria-disabled={choice.disabled || undefined}
            onPointerMove={() => setAt(index)}
            onClick={() => choice.act()}
          >
            {choice.box !== undefined && (
              <span
                className="mail-picker-box"
                onClick={(event) => {
                  if (!choice.toggle) return;
                  event.stopPropagation();
                  toggle(choice);
                }}
              >
                {choice.box}
              </span>
            )}
            {choice.icon !== undefined && <span className="mail-picker-icon">{choice.icon}</span>}
            <span className="mail-picker-label">{choice.label}</span>
          </li>
        ))}
      </ul>
      {choices.length === 0 && <p className="mail-picker-none">{none}</p>}
      {children}
      <span className="a-hidden" role="status">
        {found}
      </span>
    </div>
  );
  if (isPhone || !point)
    return (
      <Dialog open size="small" title={title} onClose={onClose}>
        {content}
      </Dialog>
    );
  return (
    <PointPopover at={point} label={title} onClose={onClose}>
      <h2 className="mail-picker-title">{title}</h2>
      {content}
    </PointPopover>
  );
}
