import type { LabelRecord } from "@atrium/contract/types/label";
import type { MailboxRecord } from "@atrium/contract/types/mailbox";
import { mailboxName } from "../../mailboxes/mailbox-look.tsx";
import { chipWords, periodWords } from "../chip-words.ts";
import type { Draft } from "../query/chips.ts";
import { NAMED_PERIODS, periodName, type Calendar, type PeriodName } from "../query/dates.ts";
import { folderPath, foldersNamed } from "../query/filter.ts";
import { STATE_NAMES, type Operator } from "../query/operators.ts";
import { quoted, tokensOf } from "../query/query.ts";
import { t } from "../strings/index.ts";
import { fold } from "../../fold.ts";

/** A user who may have written, or been written to. */
export interface Person {
  readonly name: string | null;
  readonly email: string;
}

/** One line below the search box. */
export interface Suggestion {
  readonly kind: "recent" | "person" | "folder" | "label" | "date" | "state" | "ask";
  readonly label: string;
  readonly hint?: string;
  /** The whole search that it stands for; else `insert` takes the place of what is being typed. */
  readonly search?: string;
  readonly insert?: string;
  /** Something is to follow, as a name after `from:`. */
  readonly isOpen?: boolean;
  /** From where the typed text is replaced. */
  readonly start: number;
  readonly end: number;
}

export interface Known {
  readonly draft: Draft;
  /** The caret in the draft's text. */
  readonly caret: number;
  readonly past: readonly string[];
  /** Those who fit what is being typed, the likeliest first. */
  readonly people: readonly Person[];
  readonly mailboxes: readonly MailboxRecord[];
  readonly labels: readonly LabelRecord[];
  /** The folder that one came from. */
  readonly here: MailboxRecord | undefined;
  /** The label whose list one came from. */
  readonly hereLabel?: LabelRecord | undefined;
  readonly calendar: Calendar;
}

/** What is being typed: the piece of the text at the caret, and what operator it belongs to. */
export interface Typed {
  readonly name: Operator | undefined;
  readonly value: string;
  readonly isNot: boolean;
  readonly start: number;
  readonly end: number;
  /** The plain word before it, with which it may be one thing: "last week". */
  readonly before?: { readonly value: string; readonly start: number };
}

export function typedAt(text: string, caret: number): Typed {
  const tokens = tokensOf(text);
  const at = tokens.findIndex(({ start, end }) => start < caret && caret <= end);
  const token = tokens[at];
  if (token?.kind !== "term")
    return { name: undefined, value: "", isNot: false, start: caret, end: caret };
  const { name, value, isNot, start, end } = token;
  const previous = tokens[at - 1];
  const isPlain =
    previous?.kind === "term" && !previous.name && !previous.isPhrase && !previous.isNot;
  return {
    name,
    value,
    isNot,
    start,
    end,
    ...(isPlain && !name && { before: { value: previous.value, start: previous.start } }),
  };
}

const MOST = 8;

/** What the user may be about to search for. */
export function suggest(known: Known): readonly Suggestion[] {
  const typed = typedAt(known.draft.text, known.caret);
  const isEmpty = known.draft.text.trim() === "";
  const all = typed.name
    ? ofOperator(typed, known)
    : typed.value === ""
      ? [
          ...(isEmpty && known.draft.chips.length === 0 ? recents("", known) : []),
          ...asks(typed, known),
        ]
      : [
          ...recents(known.draft.text, known).slice(0, 2),
          ...people(typed, known, "from").slice(0, 3),
          ...people(typed, known, "to").slice(0, 1),
          ...labels(typed, known).slice(0, 2),
          ...folders(typed, known).slice(0, 2),
          ...dates(typed, known).slice(0, 2),
          ...states(typed).slice(0, 2),
          ...asks(typed, known).filter(({ insert }) => insert!.startsWith(fold(typed.value))),
        ];
  const taken = new Set(known.draft.chips);
  const seen = new Set<string>();
  return all
    .filter(({ search, insert }) => {
      const key = search ?? insert!;
      if (taken.has(key) || seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, typed.value === "" && !typed.name ? 10 : MOST);
}

function ofOperator(typed: Typed, known: Known): readonly Suggestion[] {
  switch (typed.name) {
    case "from":
    case "to":
    case "cc":
    case "bcc":
      return people(typed, known, typed.name);
    case "in":
      return folders(typed, known);
    case "label":
      return labels(typed, known);
    case "date":
    case "before":
    case "after":
      return dates(typed, known);
    case "is":
    case "has":
      return states(typed);
    case "larger":
    case "smaller":
      return ["100K", "1M", "5M", "20M"]
        .filter((size) => size.startsWith(typed.value.toUpperCase()))
        .map((size) => condition(typed, "ask", `${typed.name}:${size}`));
    case "older":
    case "newer":
      return ["7d", "1m", "6m", "1y"]
        .filter((age) => age.startsWith(typed.value.toLowerCase()))
        .map((age) => condition(typed, "date", `${typed.name}:${age}`));
    default:
      return [];
  }
}

function condition(
  { isNot, start, end }: Pick<Typed, "isNot" | "start" | "end">,
  kind: Suggestion["kind"],
  text: string,
  label = chipWords(text, []),
  hint?: string,
): Suggestion {
  const insert = isNot ? `-${text}` : text;
  return { kind, label, ...(hint !== undefined && { hint }), insert, start, end };
}

function recents(text: string, { past }: Known): readonly Suggestion[] {
  const wanted = fold(text.trim());
  return past
    .filter((one) => fold(one).startsWith(wanted) && fold(one) !== wanted)
    .slice(0, 5)
    .map((one) => ({ kind: "recent", label: one, search: one, start: 0, end: 0 }));
}

function people(
  typed: Typed,
  { people: found }: Known,
  name: "from" | "to" | "cc" | "bcc",
): readonly Suggestion[] {
  return found.map((person) => {
    const called = person.name?.trim() || person.email;
    const label =
      typed.name !== undefined
        ? called
        : t(name === "from" ? "sentByPerson" : "sentToPerson", { name: called });
    const hint = called === person.email ? undefined : person.email;
    return condition(typed, "person", `${name}:${quoted(person.email)}`, label, hint);
  });
}

function folders(typed: Typed, { mailboxes }: Known): readonly Suggestion[] {
  return mailboxes
    .filter((one) => fits(typed.value, mailboxName(one)) || fits(typed.value, one.name))
    .map((one) => {
      const path = folderPath(one, mailboxes);
      const value = one.role ?? path;
      // A role that another folder's name hides, and the other way round, goes by its path.
      const isPlain = foldersNamed(value, { mailboxes, nameOf: mailboxName })[0]?.id === one.id;
      const called = mailboxName(one);
      const label = typed.name === undefined ? t("inFolder", { name: called }) : called;
      const hint = one.parentId === null ? undefined : path;
      return condition(typed, "folder", `in:${quoted(isPlain ? value : path)}`, label, hint);
    });
}

function labels(typed: Typed, { labels: list }: Known): readonly Suggestion[] {
  return list
    .filter(({ name }) => fits(typed.value, name))
    .map(({ name }) => {
      const text = `label:${quoted(name)}`;
      return condition(typed, "label", text, typed.name ? name : chipWords(text, []));
    });
}

const PERIODS = Object.keys(NAMED_PERIODS) as readonly PeriodName[];

function dates(typed: Typed, { calendar }: Known): readonly Suggestion[] {
  const name = typed.name ?? "date";
  const at = (from: Typed, period: string): Suggestion => {
    const text = `${name}:${period}`;
    const hint = typed.name === undefined || typed.name === "date" ? undefined : period;
    return condition(
      from,
      "date",
      text,
      typed.name ? periodWords(period) : chipWords(text, []),
      hint,
    );
  };
  const spans: Typed[] = [
    ...(typed.before
      ? [{ ...typed, value: `${typed.before.value} ${typed.value}`, start: typed.before.start }]
      : []),
    typed,
  ];
  const found = (span: Typed): readonly Suggestion[] => {
    const wanted = squeeze(span.value);
    if (wanted === "" && typed.name) return PERIODS.slice(0, 8).map((period) => at(span, period));
    if (wanted.length < 2 && !/[^\p{ASCII}]/u.test(wanted)) return [];
    const written = typed.name || /[-/.년]/.test(span.value) ? periodName(span.value) : undefined;
    return [
      ...PERIODS.filter((period) =>
        [period, periodWords(period), ...NAMED_PERIODS[period]].some((word) =>
          squeeze(word).startsWith(wanted),
        ),
      ),
      ...monthsCalled(span.value, calendar),
      ...(written === undefined ? [] : [written]),
    ].map((period) => at(span, period));
  };
  // Two words that are one thing are nothing each.
  return spans.map(found).find((list) => list.length > 0) ?? [];
}

/** The latest month of that name: "march", "3월". */
function monthsCalled(value: string, { now }: Calendar): readonly string[] {
  const wanted = fold(value);
  return Array.from(
    { length: 12 },
    (_, back) => new Date(now.getFullYear(), now.getMonth() - back, 1),
  )
    .filter((month) => {
      const english = fold(new Intl.DateTimeFormat("en", { month: "long" }).format(month));
      const isEnglish = wanted.length >= 3 && english.startsWith(wanted);
      return isEnglish || wanted === `${month.getMonth() + 1}월`;
    })
    .map((month) => `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, "0")}`);
}

function states(typed: Typed): readonly Suggestion[] {
  const { name, value } = typed;
  const all = [
    ...(name === "is"
      ? []
      : [{ text: "has:attachment", words: ["attachment", "첨부파일", "파일"] }]),
    ...(name === "has"
      ? []
      : STATE_NAMES.map((state) => ({ text: `is:${state}`, words: [state as string] }))),
  ];
  const isLong = name !== undefined || /../su.test(value);
  return all
    .filter(
      ({ text, words }) =>
        isLong && [chipWords(text, []), ...words].some((word) => fits(value, word)),
    )
    .map(({ text }) => condition(typed, "state", text));
}

function asks(
  typed: Typed,
  { here, hereLabel, draft, labels: list }: Known,
): readonly Suggestion[] {
  const names = ["from", "to", "subject", "in", "label", "date", "larger"] as const;
  const open = names
    .filter((name) => name !== "label" || list.length > 0)
    .map((name): Suggestion => ({
      ...condition(typed, "ask", `${name}:`, t(`ask_${name}`), `${name}:`),
      isOpen: true,
    }));
  const whole = ["has:attachment", "is:unread"].map((text) =>
    condition(typed, "state", text, chipWords(text, []), text),
  );
  const isScoped = draft.chips.some((chip) => chip.startsWith("in:"));
  const only =
    here && !isScoped
      ? [
          condition(
            typed,
            "folder",
            `in:${quoted(here.role ?? here.name)}`,
            t("onlyHere", { name: mailboxName(here) }),
          ),
        ]
      : [];
  const isLabelled = draft.chips.some((chip) => chip.startsWith("label:"));
  const onlyLabel =
    hereLabel && !isLabelled
      ? [
          condition(
            typed,
            "label",
            `label:${quoted(hereLabel.name)}`,
            t("onlyHere", { name: hereLabel.name }),
          ),
        ]
      : [];
  return [...only, ...onlyLabel, ...whole, ...open];
}

const squeeze = (text: string): string => fold(text).replace(/[\s_-]/g, "");

/** Whether a word of the name begins so. Korean has no spaces to begin a word by. */
export function fits(typed: string, name: string): boolean {
  const [wanted, folded] = [fold(typed.trim()), fold(name)];
  if (wanted === "") return true;
  if (folded.startsWith(wanted)) return true;
  if (/[^\p{ASCII}]/u.test(wanted)) return folded.includes(wanted);
  return folded.split(/[\s@.,_/'"()+-]+/).some((word) => word.startsWith(wanted));
}
