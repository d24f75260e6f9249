import type { EmailAddress } from "@atrium/contract/types/email";
import { useDropTarget } from "@atrium/dnd";
import { loadEngine } from "@atrium/rich-text";
import { announce, PeopleInput } from "@atrium/ui";
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from "react";
import { distinct, isAddress, readAddresses, writeAddress } from "../draft/addresses.ts";
import type { AddressField } from "../draft/draft.ts";
import { isGroup } from "../people/groups.ts";
import type { People } from "../people/people.ts";
import type { Absences } from "../people/use-absences.ts";
import { t } from "../strings/index.ts";
import { Chip, isCarriedRecipient } from "./chip.tsx";
import { useSuggestions } from "./use-suggestions.ts";
import "./recipients.css";

/** One line of recipients: each a chip, more by typing, pasting or choosing. */
export function Recipients({
  field,
  label,
  list,
  onChange,
  onMove,
  onCarry,
  people,
  absences,
  input,
  trailing,
}: {
  readonly field: AddressField;
  readonly label: string;
  readonly list: readonly EmailAddress[];
  readonly onChange: (list: readonly EmailAddress[]) => void;
  /** From this field to the one before or after it. */
  readonly onMove: (
    address: EmailAddress,
    from: AddressField,
    to: AddressField | "before" | "after",
  ) => void;
  readonly onCarry: (isCarried: boolean) => void;
  readonly people: People;
  readonly absences: Absences;
  readonly input: Ref<HTMLInputElement>;
  readonly trailing?: ReactNode;
}): ReactNode {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const suggestions = useSuggestions(people, text, list);

  const latest = useRef({ list, onChange });
  useEffect(() => {
    latest.current = { list, onChange };
  });

  const drop = useDropTarget({
    accepts: isCarriedRecipient,
    onDrop: ({ address, from }) => onMove(address, from, field),
    label,
    after: loadEngine,
  });

  const add = (added: readonly EmailAddress[]): void => {
    const next = distinct([...list, ...added]);
    onChange(next);
    setText("");
    // However many there are, the place for the next one is in sight.
    requestAnimationFrame(() => box.current?.scrollTo({ top: box.current.scrollHeight }));
    const names = added.map(({ name, email }) => name ?? email).join(", ");
    if (names) announce(t("recipientAdded", { name: names }));
  };
  const take = (): boolean => {
    if (text.trim() === "") return false;
    add(readAddresses(text));
    return true;
  };
  /** A few letters stand for the first who is found by them, also when the finding takes longer than the typing. */
  const takeFirst = async (letters: string): Promise<void> => {
    take();
    const [found] = await people.find(letters);
    const now = latest.current;
    if (!found || !now.list.some(({ email }) => email === letters)) return;
    now.onChange(distinct(now.list.map((one) => (one.email === letters ? found : one))));
    announce(t("recipientAdded", { name: found.name ?? found.email }));
  };
  const focusInput = (): void => box.current?.querySelector("input")?.focus();
  const focusChip = (index: number): void => {
    const chips = box.current?.querySelectorAll<HTMLElement>(".compose-chip-name") ?? [];
    if (index < 0 || index >= chips.length) focusInput();
    else chips[index]?.focus();
  };
  const remove = (index: number): void => {
    const gone = list[index];
    // Before the chip goes: the key after this one must not fall into a gap.
    focusChip(index + 1);
    onChange(list.filter((_, other) => other !== index));
    if (gone) announce(t("recipientRemoved", { name: gone.name ?? gone.email }));
  };
  const edit = (index: number): void => {
    const one = list[index];
    if (!one) return;
    onChange(list.filter((_, other) => other !== index));
    setText(writeAddress(one));
    focusInput();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key, currentTarget } = event;
    const isAtStart = currentTarget.selectionStart === 0 && currentTarget.selectionEnd === 0;
    if (key === "Enter" || key === "Tab") {
      if (key === "Tab" && text.trim() === "") return;
      event.preventDefault();
      if (isLetters(text)) void takeFirst(text.trim());
      else take();
    } else if ((key === "," || key === ";" || key === "，") && isWhole(text)) {
      event.preventDefault();
      take();
    } else if (key === "Backspace" && isAtStart && list.length > 0) {
      event.preventDefault();
      focusChip(list.length - 1);
    } else if (key === "ArrowLeft" && isAtStart && list.length > 0) {
      event.preventDefault();
      focusChip(list.length - 1);
    }
  };
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData("text/plain");
    // A word is typed on; a list, or an address whole, becomes chips.
    if (!/[,;\r\n\t]|^[^@]*@.+\s|^[^\s@]+@\S+$/.test(pasted.trim())) return;
    event.preventDefault();
    add(readAddresses(text + pasted));
  };

  return (
    <div className="compose-line" ref={drop}>
      <label className="compose-label" htmlFor={id}>
        {label}
      </label>
      {/* Stands at the end of the line, yet Tab leads from the recipients straight to the next field. */}
      {trailing}
      <div
        className="compose-recipients"
        role="group"
        aria-label={label}
        ref={box}
        onClick={(event) => {
          if (event.target === event.currentTarget) focusInput();
        }}
        onBlur={(event) => {
          if (event.currentTarget.contains(event.relatedTarget)) return;
          take();
        }}
      >
        {list.map((address, index) => (
          <Chip
            key={address.email}
            field={field}
            address={address}
            isValid={isAddress(address.email)}
            absence={absences.get(address.email.toLowerCase())}
            onRemove={() => remove(index)}
            onEdit={() => edit(index)}
            onStep={(step) => focusChip(index + step)}
            onMove={(to) => onMove(address, field, to)}
            onCarry={onCarry}
          />
        ))}
        <PeopleInput
          bare
          id={id}
          ref={input}
          className="compose-recipient-input"
          label={label}
          autoCapitalize="off"
          autoCorrect="off"
          enterKeyHint="enter"
          inputMode="email"
          value={text}
          onValue={setText}
          found={suggestions.map((one) => ({ ...one, isGroup: isGroup(one.email) }))}
          onChoose={({ name, email }) => {
            add([{ name, email }]);
            focusInput();
          }}
          isWhole={(typed) => isAddress(typed.trim())}
          onFocus={() => people.prepare()}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
      </div>
    </div>
  );
}

/** A comma inside quotes or brackets is part of what is typed. */
function isWhole(text: string): boolean {
  return (
    (text.match(/"/g) ?? []).length % 2 === 0 && text.lastIndexOf("<") <= text.lastIndexOf(">")
  );
}

/** The beginning of a name, and no address or list of them. */
function isLetters(text: string): boolean {
  return text.trim().length > 1 && !/[@,;<>"]/.test(text);
}
