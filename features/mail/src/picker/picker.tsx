import { Dialog, SearchField } from "@atrium/ui";
import {
  useEffect,
  useId,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from "react";
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
}

/** How far each key goes in the list. */
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/** Some letters of a name, then Enter: a combobox of ARIA's in a dialog, its list below it. */
export function Picker({
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

  const act = (choice: Choice | undefined): void => {
    choice?.act();
    // What comes next is typed in its place.
    if (choice?.checked !== undefined) root.current?.querySelector("input")?.select();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (step !== undefined) setAt(Math.max(0, Math.min(current + step, choices.length - 1)));
    else if (event.key === "Enter") act(choices[current]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog open size="small" title={title} onClose={onClose}>
      <div className="mail-picker" onKeyDown={press} ref={root}>
        <SearchField
          autoFocus
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
              onClick={() => act(choice)}
            >
              {choice.box}
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
    </Dialog>
  );
}
