import { CloseIcon, SearchIcon, Tag } from "@atrium/ui";
import { useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { useMailboxes } from "../mailboxes/use-mailboxes.ts";
import type { Place } from "../place/place.ts";
import { chipWords, isLost } from "./chip-words.ts";
import { LoadedSuggestions } from "./loaded-suggestions.tsx";
import {
  added,
  conditionOf,
  draftOf,
  isJoined,
  searchOf,
  typed,
  type Draft,
} from "./query/chips.ts";
import { t } from "./strings/index.ts";
import type { Suggestion } from "./suggest/suggest.ts";
import type { SuggestionsHandle } from "./suggest/suggestions.tsx";
import { LONGEST, useSearch } from "./use-search.ts";
import "./search-box.css";

/** Milliseconds of rest after which a search runs; a syllable that is still composed gets longer. */
const REST = 250;
const COMPOSING_REST = 600;

/**
 * The search box: text, and conditions as chips before it. It searches as one types; what it asks for is the window's
 * path, so that it comes back with it. A combobox of ARIA's, with its list in a chunk of its own.
 */
export function SearchBox({
  place,
  field,
  onFinish,
}: {
  readonly place: Place;
  readonly field: RefObject<HTMLInputElement | null>;
  /** The search is as the person wants it: what it finds is next, and may be there already. */
  readonly onFinish: (isFound: boolean) => void;
}): ReactNode {
  const mailboxes = useMailboxes()?.list ?? [];
  const search = useSearch(place);
  const { draft, home } = search;
  const [caret, setCaret] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<string>();
  const [count, setCount] = useState(0);
  const isComposing = useRef(false);
  const box = useRef<HTMLElement>(null);
  const list = useRef<SuggestionsHandle>(null);
  const listId = useId();

  const change = (next: Draft, rest?: number): void => {
    setActive(undefined);
    search.change(next, rest);
  };
  const finish = (next: Draft): void => {
    setOpen(false);
    setActive(undefined);
    const { isEmpty, isFound } = search.finish(next);
    // The next key is for what was found; on a phone the keyboard would cover it.
    if (!isEmpty) onFinish(isFound);
  };
  const pick = ({ search, insert = "", isOpen: isMore, start, end }: Suggestion): void => {
    if (search !== undefined) {
      finish(draftOf(search));
      return;
    }
    const [before, after] = [draft.text.slice(0, start), draft.text.slice(end).trimStart()];
    if (conditionOf(insert) && !isJoined(before + after)) {
      change({ chips: added(draft.chips, insert), text: `${before}${after}` });
      setCaret(before.length);
      setOpen(false);
      field.current?.focus();
      return;
    }
    change({ ...draft, text: `${before}${insert}${isMore ? "" : " "}${after}` }, REST);
    const at = before.length + insert.length;
    setCaret(at);
    field.current?.focus();
    // After the new text stands in the field.
    requestAnimationFrame(() => field.current?.setSelectionRange(at, at));
  };
  const without = (chip: string): Draft => ({
    ...draft,
    chips: draft.chips.filter((one) => one !== chip),
  });

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    // The keys of a syllable that is being composed are the input method's.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const input = event.currentTarget;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (isOpen) list.current?.move(event.key === "ArrowDown" ? 1 : -1);
      else setOpen(true);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (!(isOpen && list.current?.accept())) finish(draft);
    } else if (event.key === "Escape") {
      if (isOpen) setOpen(false);
      else if (searchOf(draft) !== "") change({ chips: [], text: "" });
      else input.blur();
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === "Backspace" && input.selectionEnd === 0) {
      const last = draft.chips.at(-1);
      if (last === undefined) return;
      // The condition becomes text again, to be changed or rubbed out.
      event.preventDefault();
      change(
        { chips: draft.chips.slice(0, -1), text: `${last}${draft.text && " "}${draft.text}` },
        REST,
      );
      setOpen(true);
      setCaret(last.length);
      requestAnimationFrame(() => input.setSelectionRange(last.length, last.length));
    }
  };

  const isShown = isOpen && count > 0;
  const isEmpty = draft.chips.length === 0 && draft.text === "";
  return (
    <search
      className="mail-search"
      ref={box}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <div className="a-field-box mail-search-box">
        <span className="a-field-prefix">
          <SearchIcon />
        </span>
        <div className="mail-search-parts">
          {draft.chips.length > 0 && (
            <ul className="mail-search-chips" aria-label={t("conditions")}>
              {draft.chips.map((chip) => (
                <li key={chip}>
                  <Tag
                    tone={isLost(chip, mailboxes) ? "warning" : "accent"}
                    onRemove={() => {
                      change(without(chip));
                      field.current?.focus();
                    }}
                  >
                    {chipWords(chip, mailboxes)}
                  </Tag>
                </li>
              ))}
            </ul>
          )}
          <input
            ref={field}
            type="text"
            role="combobox"
            aria-label={t("searchMail")}
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={isShown ? listId : undefined}
            aria-activedescendant={isShown ? active : undefined}
            placeholder={isEmpty ? t(place.all ? "searchAll" : "searchMail") : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            value={draft.text}
            maxLength={LONGEST}
            onFocus={() => setOpen(true)}
            onClick={() => setOpen(true)}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
            onChange={({ target }) => {
              setOpen(true);
              setCaret(target.selectionStart ?? target.value.length);
              if (isComposing.current) change({ ...draft, text: target.value }, COMPOSING_REST);
              else
                change(
                  atEnd(target) ? typed(draft, target.value) : { ...draft, text: target.value },
                  REST,
                );
            }}
            onCompositionStart={() => {
              isComposing.current = true;
            }}
            onCompositionEnd={({ currentTarget }) => {
              isComposing.current = false;
              change(typed(draft, currentTarget.value), REST);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        {!isEmpty && (
          <button
            type="button"
            className="a-field-action mail-search-clear"
            aria-label={t("clearSearch")}
            onClick={() => {
              change({ chips: [], text: "" });
              field.current?.focus();
            }}
          >
            <CloseIcon />
          </button>
        )}
      </div>
      {isOpen && (
        <LoadedSuggestions
          id={listId}
          handle={list}
          anchor={box}
          draft={draft}
          caret={caret}
          place={home}
          onPick={pick}
          onActive={setActive}
          onCount={setCount}
        />
      )}
    </search>
  );
}

const atEnd = ({ selectionStart, value }: HTMLInputElement): boolean =>
  selectionStart === value.length;
