import { formatNumber } from "@atrium/i18n";
import {
  ChevronDownIcon,
  ChevronUpIcon,
  CloseIcon,
  IconButton,
  SearchIcon,
  TextField,
} from "@atrium/ui";
import { useLayer } from "@atrium/state";
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { flushSync } from "react-dom";
import { useKeys } from "../../keys/keys.ts";
import { heldKeys, releaseKeys } from "./held-keys.ts";
import { FIND_LIMITS } from "./limits.ts";
import { mark } from "./mark.ts";
import { matchesIn } from "./matches-in.ts";
import { firstBelow, reveal } from "./reveal.ts";
import { f } from "./strings/index.ts";
import { indexOf, rangeOf } from "./text-index.ts";
import "./find.css";

/** After the last letter, and after the conversation has changed, in milliseconds. */
const PAUSE = 120;

/** What is searched: the subject, names, texts, and names of files; of HTML mail what is in its frame. */
const SEARCHED =
  ".mail-reader-title > :is(h1, h2), .mail-head-from, .mail-text, .mail-html-frame[data-ready], .mail-attachment-name";

interface Found {
  readonly query: string;
  readonly ranges: readonly Range[];
  readonly now: number;
  /** There is more than is marked or searched. */
  readonly isCut: boolean;
}

/** What was looked for last in this window. */
let lastQuery = "";

const NOTHING: Found = { query: "", ranges: [], now: 0, isCut: false };

/** Finds words in all of a conversation: marks them, counts them, and goes from one to the next. */
export function FindBar({
  pane,
  asked,
  onClose,
}: {
  readonly pane: RefObject<HTMLElement | null>;
  /** Counts up each time that it is asked for. */
  readonly asked: number;
  /** @param at the number of the message in which one is, among those shown. */
  readonly onClose: (at: number | undefined) => void;
}): ReactNode {
  const [query, setQuery] = useState(lastQuery);
  const [found, setFound] = useState(NOTHING);
  const field = useRef<HTMLInputElement>(null);
  const { ranges, now, isCut } = found;

  useEffect(() => {
    if (asked === 0) return;
    const typed = heldKeys();
    releaseKeys();
    field.current?.focus();
    // What was typed meanwhile goes on. It stands there before the next letter does, which would take its place.
    if (typed === "") field.current?.select();
    else queueMicrotask(() => flushSync(() => setQuery(typed)));
  }, [asked]);

  useEffect(() => {
    const element = pane.current;
    if (!element) return undefined;
    lastQuery = query;
    let timer = 0;
    const search = (): void => setFound((before) => find(element, query, before));
    const later = (): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(search, PAUSE);
    };
    later();
    // Messages unfold, and their frames fill one after the other.
    const watch = new MutationObserver(later);
    watch.observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
      attributeFilter: ["data-ready", "aria-expanded"],
    });
    return () => {
      window.clearTimeout(timer);
      watch.disconnect();
    };
  }, [pane, query]);

  const current = ranges[now];
  useEffect(() => {
    if (pane.current) mark(documentsIn(pane.current), ranges, current);
  }, [pane, ranges, current]);
  useEffect(() => {
    const element = pane.current;
    return () => {
      if (element) mark(documentsIn(element), [], undefined);
    };
  }, [pane]);
  useEffect(() => {
    if (current && pane.current) reveal(current, pane.current);
  }, [pane, current]);

  const close = (): void =>
    onClose(current && pane.current ? messageOf(current, pane.current) : undefined);
  useLayer(true, close);
  useKeys({ back: close });
  const step = (by: 1 | -1): void =>
    setFound((before) => {
      const { length } = before.ranges;
      return length === 0 ? before : { ...before, now: (before.now + by + length) % length };
    });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") close();
    else if (event.key === "Enter" || event.key === "F3") step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const count = formatNumber(ranges.length);
  const isSearched = found.query === query && query.trim() !== "";
  return (
    <div className="mail-find" role="search" aria-label={f("find")} onKeyDown={onKeyDown}>
      <TextField
        ref={field}
        type="search"
        label={f("find")}
        hideLabel
        placeholder={f("find")}
        prefix={<SearchIcon />}
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={FIND_LIMITS.maxFindLength}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <span className="mail-find-count" role="status">
        {isSearched &&
          (ranges.length === 0
            ? f(isCut ? "noneInBeginning" : "none")
            : f(isCut ? "placeOfMore" : "placeOf", { number: formatNumber(now + 1), count }))}
      </span>
      <IconButton
        label={f("previous")}
        shortcut="shift+Enter"
        size="small"
        icon={<ChevronUpIcon />}
        disabled={ranges.length === 0}
        onClick={() => step(-1)}
      />
      <IconButton
        label={f("next")}
        shortcut="Enter"
        size="small"
        icon={<ChevronDownIcon />}
        disabled={ranges.length === 0}
        onClick={() => step(1)}
      />
      <IconButton label={f("close")} size="small" icon={<CloseIcon />} onClick={close} />
    </div>
  );
}

function find(pane: HTMLElement, query: string, before: Found): Found {
  if (query.trim() === "") return { ...NOTHING, query };
  const roots = [...pane.querySelectorAll(SEARCHED)].flatMap((element) =>
    element instanceof HTMLIFrameElement ? (element.contentDocument?.body ?? []) : element,
  );
  const index = indexOf(roots, FIND_LIMITS.maxCharactersSearched);
  const matches = matchesIn(index.text, query, FIND_LIMITS.maxMatchesMarked);
  const ranges = matches.flatMap((match) => rangeOf(index, match) ?? []);
  const isCut = index.isCut || matches.length === FIND_LIMITS.maxMatchesMarked;
  const last = before.ranges[before.now];
  const kept = before.query === query ? indexOfSame(ranges, last) : -1;
  if (kept < 0) return { query, ranges, now: firstBelow(ranges, pane), isCut };
  // The same object, so that it is not scrolled to again when something else comes.
  return { query, ranges: ranges.with(kept, last!), now: kept, isCut };
}

function indexOfSame(ranges: readonly Range[], one: Range | undefined): number {
  if (!one) return -1;
  return ranges.findIndex(
    ({ startContainer, startOffset }) =>
      startContainer === one.startContainer && startOffset === one.startOffset,
  );
}

function documentsIn(pane: HTMLElement): readonly Document[] {
  const frames = [...pane.querySelectorAll<HTMLIFrameElement>(".mail-html-frame")];
  return [document, ...frames.flatMap(({ contentDocument }) => contentDocument ?? [])];
}

/** The number of the message that a range is in. */
function messageOf({ startContainer }: Range, pane: HTMLElement): number | undefined {
  const frame = startContainer.ownerDocument?.defaultView?.frameElement;
  const message = (frame ?? startContainer.parentElement)?.closest(".mail-message");
  const at = [...pane.querySelectorAll(".mail-message")].findIndex((one) => one === message);
  return at < 0 ? undefined : at;
}
