import { searchDirectory } from "@atrium/feature-compose/parts";
import {
  announce,
  AttachIcon,
  FolderIcon,
  HistoryIcon,
  LabelIcon,
  MailIcon,
  PersonIcon,
  SearchIcon,
  DateIcon,
  StarIcon,
} from "@atrium/ui";
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import { useLabels } from "../../labels/labels.ts";
import { useMail } from "../../mail.tsx";
import { useMailboxes } from "../../mailboxes/use-mailboxes.ts";
import { folderOf, type Place } from "../../place/place.ts";
import type { Draft } from "../query/chips.ts";
import { calendarNow } from "../query/dates.ts";
import { t } from "../strings/index.ts";
import { forgetSearches, pastSearches } from "./history.ts";
import { MOST_PEOPLE, mergePeople, peopleOf } from "./people.ts";
import { suggest, typedAt, type Person, type Suggestion } from "./suggest.ts";
import "./suggestions.css";

/** What the search box's keys do in the list. */
export interface SuggestionsHandle {
  move(by: 1 | -1): void;
  /** Takes the active suggestion; `false` when there is none. */
  accept(): boolean;
}

export interface SuggestionsProps {
  readonly id: string;
  readonly handle: RefObject<SuggestionsHandle | null>;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly draft: Draft;
  readonly caret: number;
  /** Where one was before the search. */
  readonly place: Place;
  readonly onPick: (suggestion: Suggestion) => void;
  /** The id of the active option. */
  readonly onActive: (id: string | undefined) => void;
  readonly onCount: (count: number) => void;
}

const OPERATORS_OF_PEOPLE: ReadonlySet<string> = new Set(["from", "to", "cc", "bcc"]);

/** What one may be about to ask for, below the search box. */
export function Suggestions({
  id,
  handle,
  anchor,
  draft,
  caret,
  place,
  onPick,
  onActive,
  onCount,
}: SuggestionsProps): ReactNode {
  const mailboxes = useMailboxes();
  const labels = useLabels();
  const [past, setPast] = useState(pastSearches);
  // By what it says and for which text: people may still come in above it.
  const [chosen, setChosen] = useState<{ readonly key: string; readonly text: string }>();
  const typed = typedAt(draft.text, caret);
  const isAboutPeople =
    typed.name === undefined ? typed.value !== "" : OPERATORS_OF_PEOPLE.has(typed.name);
  const people = usePeople(isAboutPeople ? typed.value : undefined);
  const here = mailboxes && folderOf(place, mailboxes);
  const hereLabel = place.kind === "label" ? labels?.byId(place.label) : undefined;
  const all = useMemo(
    () =>
      suggest({
        draft,
        caret,
        past,
        people,
        mailboxes: mailboxes?.list ?? [],
        labels: labels?.list ?? [],
        here: here?.role === "inbox" ? undefined : here,
        hereLabel,
        calendar: calendarNow(),
      }),
    [draft, caret, past, people, mailboxes, labels, here, hereLabel],
  );
  const row = chosen?.text === draft.text ? all.findIndex((one) => keyOf(one) === chosen.key) : -1;

  const optionId = (at: number): string => `${id}-${at}`;
  const count = all.length;
  useEffect(() => onCount(count), [onCount, count]);
  useEffect(() => () => onCount(0), [onCount]);
  useEffect(() => onActive(row < 0 ? undefined : `${id}-${row}`), [onActive, id, row]);
  useEffect(() => {
    if (count > 0) announce(t("suggestionCount", { count }));
  }, [count]);
  const list = useRef<HTMLDivElement>(null);
  useImperativeHandle(handle, () => ({
    move(by) {
      // Below the last one, and above the first, is the text itself.
      const to = row + by;
      const next = to < -1 ? count - 1 : to >= count ? -1 : to;
      const one = all[next];
      setChosen(one && { key: keyOf(one), text: draft.text });
      list.current
        ?.querySelector(`#${CSS.escape(optionId(next))}`)
        ?.scrollIntoView({ block: "nearest" });
    },
    accept() {
      const taken = all[row];
      if (taken) onPick(taken);
      return taken !== undefined;
    },
  }));
  useBelow(list, anchor, count > 0);
  if (count === 0) return null;

  const recents = all.filter(({ kind }) => kind === "recent").length;
  const isStart = typed.value === "" && typed.name === undefined;
  return (
    <div
      ref={list}
      className="mail-suggestions"
      popover="manual"
      // The field keeps the focus; a press here is a choice.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div role="listbox" id={id} aria-label={t("suggestions")}>
        {all.map((one, at) => (
          <div key={keyOf(one)} role="presentation">
            {isStart && (at === 0 || at === recents) && (
              <div className="mail-suggestions-heading" aria-hidden="true">
                {at < recents ? t("recent") : t("narrow")}
              </div>
            )}
            <div
              role="option"
              id={optionId(at)}
              aria-selected={at === row}
              className="mail-suggestion"
              onClick={() => onPick(one)}
            >
              <span className="mail-suggestion-sign">
                <Sign suggestion={one} />
              </span>
              <span className="mail-suggestion-label">{one.label}</span>
              {one.hint !== undefined && <span className="mail-suggestion-hint">{one.hint}</span>}
            </div>
          </div>
        ))}
      </div>
      {isStart && recents > 0 && (
        <button
          type="button"
          className="mail-suggestions-forget"
          onClick={() => {
            forgetSearches();
            setPast([]);
            announce(t("forgotten"));
          }}
        >
          {t("forget")}
        </button>
      )}
    </div>
  );
}

const keyOf = ({ search, insert }: Suggestion): string => search ?? insert!;

function Sign({ suggestion: { kind, insert } }: { readonly suggestion: Suggestion }): ReactNode {
  if (kind === "recent") return <HistoryIcon />;
  if (kind === "person" || insert === "from:" || insert === "to:") return <PersonIcon />;
  if (kind === "folder" || insert === "in:") return <FolderIcon />;
  if (kind === "label" || insert === "label:") return <LabelIcon />;
  if (kind === "date" || insert === "date:") return <DateIcon />;
  if (insert?.endsWith("attachment")) return <AttachIcon />;
  if (insert?.endsWith("starred")) return <StarIcon />;
  return kind === "state" ? <MailIcon /> : <SearchIcon />;
}

const NOBODY: readonly Person[] = [];

/** People of one's own mail at once, those of the directory as soon as the server has answered. */
function usePeople(typed: string | undefined): readonly Person[] {
  const { client, account, session } = useMail();
  const [found, setFound] = useState<{
    readonly typed: string;
    readonly people: readonly Person[];
  }>();
  useEffect(() => {
    if (typed === undefined || typed.trim() === "") return undefined;
    let isOver = false;
    const rest = setTimeout(() => {
      searchDirectory(client, typed, MOST_PEOPLE).then(
        (people) => isOver || setFound({ typed, people }),
        () => undefined,
      );
    }, 150);
    return () => {
      isOver = true;
      clearTimeout(rest);
    };
  }, [client, typed]);
  return useMemo(() => {
    if (typed === undefined) return NOBODY;
    const own = peopleOf(account, session.address, typed);
    return mergePeople(own, found?.typed === typed ? found.people : NOBODY);
  }, [account, session.address, typed, found]);
}

/** CSS pixels: further apart, what is suggested and what is said of it would not be read as one line. */
const WIDEST = 720;

/** Keeps the list below the box, above everything else of the window. */
function useBelow(
  list: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  isShown: boolean,
): void {
  useLayoutEffect(() => {
    const element = list.current;
    const box = anchor.current;
    if (!isShown || !element || !box) return undefined;
    const put = (): void => {
      const { left, bottom, width } = box.getBoundingClientRect();
      // Wider than a narrow box where there is room; a few pixels more would only look wrong.
      const wide = Math.min(420, innerWidth - left - 8);
      const room = wide - width > 24 ? wide : Math.min(WIDEST, width);
      const height = Math.max(160, innerHeight - bottom - 16);
      Object.assign(element.style, {
        left: `${left}px`,
        top: `${bottom + 4}px`,
        width: `${room}px`,
        maxHeight: `${height}px`,
      });
    };
    element.showPopover();
    put();
    const sizes = new ResizeObserver(put);
    sizes.observe(box);
    addEventListener("resize", put);
    return () => {
      sizes.disconnect();
      removeEventListener("resize", put);
    };
  }, [list, anchor, isShown]);
}
