import { useId, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from "react";
import { Avatar } from "../avatar/avatar.tsx";
import { SearchField } from "../field/text-field.tsx";
import "./people-input.css";

/** A person, or what stands for several, among those that are offered. */
interface Suggested {
  /** Where addresses do not tell them apart. */
  readonly id?: string;
  readonly name: string | null;
  readonly email: string;
  readonly isGroup?: boolean | undefined;
}

type InputProps = Omit<
  ComponentProps<"input">,
  "value" | "onChange" | "onBlur" | "prefix" | "size"
>;

/** Finds people by a few letters: a combobox of ARIA's, its list below the positioned element around it. */
export function PeopleInput<P extends Suggested>({
  label,
  value,
  onValue,
  found,
  onChoose,
  isWhole,
  bare = false,
  onKeyDown,
  ...props
}: InputProps & {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Who may be meant by the value, the likeliest first. */
  readonly found: readonly P[];
  readonly onChoose: (person: P) => void;
  /** Where others than those found may be entered too: whether the value is one of them. Tab then chooses as Enter does. */
  readonly isWhole?: (value: string) => boolean;
  /** Without a frame and a label of its own, to stand among what was chosen. */
  readonly bare?: boolean;
}): ReactNode {
  const base = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const isShown = isOpen && found.length > 0;
  const at = Math.min(active, found.length - 1);

  const choose = (person: P): void => {
    setOpen(false);
    setActive(0);
    onChoose(person);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key } = event;
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const takes = key === "Enter" || (key === "Tab" && isWhole !== undefined);
    if (isShown && key === "ArrowDown") setActive((at + 1) % found.length);
    else if (isShown && key === "ArrowUp") setActive((at - 1 + found.length) % found.length);
    else if (isShown && key === "Escape") {
      event.stopPropagation();
      setOpen(false);
    } else if (isShown && takes && isWhole?.(value) !== true) choose(found[at]!);
    else {
      onKeyDown?.(event);
      return;
    }
    event.preventDefault();
  };
  const input = {
    ...props,
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": isShown,
    "aria-controls": isShown ? `${base}-list` : undefined,
    "aria-activedescendant": isShown ? `${base}-${at}` : undefined,
    autoComplete: "off",
    spellCheck: false,
    value,
    onBlur: () => setOpen(false),
    onKeyDown: press,
  } as const;
  const change = (typed: string): void => {
    onValue(typed);
    setActive(0);
    setOpen(true);
  };
  return (
    <>
      {bare ? (
        <input {...input} onChange={(event) => change(event.target.value)} />
      ) : (
        <SearchField {...input} label={label} onValue={change} />
      )}
      {isShown && (
        <ul className="a-people" role="listbox" id={`${base}-list`} aria-label={label}>
          {found.map((one, index) => (
            <li
              key={one.id ?? one.email}
              id={`${base}-${index}`}
              role="option"
              aria-selected={index === at}
              className="a-people-option"
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(index)}
              onClick={() => choose(one)}
            >
              <Avatar
                name={one.name ?? one.email}
                address={one.email}
                isGroup={one.isGroup}
                size={32}
              />
              <span className="a-people-name">{one.name ?? one.email}</span>
              {one.name && <span className="a-people-address">{one.email}</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
