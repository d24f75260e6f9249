import type { EmailFilter } from "@atrium/contract/types/email";
import type { MailboxRecord, MailboxRole } from "@atrium/contract/types/mailbox";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import type { Labels } from "../../labels/labels.ts";
import { ago, calendarNow, periodOf, type Calendar } from "./dates.ts";
import { octetsOf, type Operator, type State } from "./operators.ts";
import { parseSearch, type SearchNode } from "./query.ts";

/** What a search is read with. */
export interface SearchContext {
  readonly mailboxes: readonly MailboxRecord[];
  readonly labels: Pick<Labels, "byName">;
  /** The person's own address, which `from:me` means. */
  readonly own: string;
  /** What a folder is called on the screen. */
  readonly nameOf: (mailbox: MailboxRecord) => string;
  readonly calendar?: Calendar;
}

/** Holds for no message. */
export const NOTHING: EmailFilter = { operator: "OR", conditions: [] };

/** RFC 8621 §4.4.1. Trash and Junk are left out, unless the search names a folder or says `in:anywhere`. */
export function searchFilter(text: string, context: SearchContext): EmailFilter {
  const nodes = parseSearch(text);
  const aside = isScoped(nodes) ? [] : asideIn(context.mailboxes);
  const conditions = [
    ...compileAll(nodes, { ...context, calendar: context.calendar ?? calendarNow() }),
    ...(aside.length > 0 ? [{ inMailboxOtherThan: aside }] : []),
  ];
  return conditions.length === 1 ? conditions[0]! : { operator: "AND", conditions };
}

/** Whether the search says where to look. */
export function isScoped(nodes: readonly SearchNode[]): boolean {
  return nodes.some((node) =>
    node.kind === "any" || node.kind === "all"
      ? isScoped(node.nodes)
      : node.kind === "field" && node.name === "in",
  );
}

function asideIn(mailboxes: readonly MailboxRecord[]): string[] {
  return mailboxes.filter(({ role }) => role === "trash" || role === "junk").map(({ id }) => id);
}

type Context = SearchContext & { readonly calendar: Calendar };

/** Plain words are asked for together: the server finds them faster so, and marks them all. */
function compileAll(nodes: readonly SearchNode[], context: Context): EmailFilter[] {
  const words = nodes.filter((node) => node.kind === "words");
  const others = nodes.filter((node) => node.kind !== "words");
  const text = words.map((node, index) => wordsText(node, index === words.length - 1)).join(" ");
  return [
    ...(text === "" ? [] : [{ text }]),
    ...others.flatMap((node) => compile(node, context) ?? []),
  ];
}

/** The last word may be a beginning: one searches while one types. */
function wordsText({ text, isPhrase }: SearchNode & { kind: "words" }, mayGoOn: boolean): string {
  if (isPhrase) return `"${text}"`;
  return mayGoOn ? begins(text) : text;
}

const begins = (word: string): string => (/.[\p{L}\p{N}]$/su.test(word) ? `${word}*` : word);

/** `undefined`: everything, as `in:anywhere`. */
function compile(node: SearchNode, context: Context): EmailFilter | undefined {
  switch (node.kind) {
    case "words":
      return { text: wordsText(node, true) };
    case "not": {
      const inner = compile(node.node, context);
      return inner === undefined ? NOTHING : { operator: "NOT", conditions: [inner] };
    }
    case "all":
      return { operator: "AND", conditions: compileAll(node.nodes, context) };
    case "any": {
      const parts = node.nodes.map((one) => compile(one, context));
      const known = parts.filter((part) => part !== undefined);
      return known.length < parts.length ? undefined : { operator: "OR", conditions: known };
    }
    default:
      return field(node.name, node.value, context);
  }
}

function field(name: Operator, value: string, context: Context): EmailFilter | undefined {
  const { calendar } = context;
  switch (name) {
    case "from":
    case "to":
    case "cc":
    case "bcc":
      return { [name]: value.toLowerCase() === "me" ? context.own : fieldText(value) };
    case "subject":
      return { subject: fieldText(value) };
    case "has":
      return { hasAttachment: true };
    case "is":
      return stateFilter(value as State);
    case "in":
      return value === "anywhere" ? undefined : inFolder(value, context);
    case "label":
      return labelled(value, context);
    case "date": {
      const period = periodOf(value, calendar);
      return period ? { after: utcSeconds(period.from), before: utcSeconds(period.to) } : NOTHING;
    }
    case "before":
      return at(periodOf(value, calendar)?.from, "before");
    case "after":
      return at(periodOf(value, calendar)?.from, "after");
    case "older":
      return at(ago(value, calendar), "before");
    case "newer":
      return at(ago(value, calendar), "after");
    case "larger":
      return { minSize: octetsOf(value) ?? 0 };
    default:
      return { maxSize: octetsOf(value) ?? 0 };
  }
}

/** A name of several words is meant as it stands. */
function fieldText(value: string): string {
  if (/\s/.test(value)) return `"${value.replaceAll('"', "")}"`;
  return value.includes("@") ? value : begins(value);
}

function stateFilter(state: State): EmailFilter {
  const filters: Record<State, EmailFilter> = {
    unread: { notKeyword: "$seen" },
    read: { hasKeyword: "$seen" },
    starred: { hasKeyword: "$flagged" },
    unstarred: { notKeyword: "$flagged" },
    answered: { hasKeyword: "$answered" },
    draft: { hasKeyword: "$draft" },
    pinned: { hasKeyword: "$pinned" },
    muted: { hasKeyword: "$muted" },
  };
  return filters[state];
}

/** A label by its name, or one of another program's, which is a keyword (of one case: RFC 8621 §4.1.1), or else a folder. */
function labelled(name: string, context: Context): EmailFilter {
  const label = context.labels.byName(name);
  if (label) return { hasKeyword: label.keyword };
  const isFolder = foldersNamed(name, context).length > 0;
  return isFolder ? inFolder(name, context) : { hasKeyword: name.toLowerCase() };
}

function inFolder(name: string, context: SearchContext): EmailFilter {
  const found = foldersNamed(name, context);
  if (found.length === 1) return { inMailbox: found[0]!.id };
  return { operator: "OR", conditions: found.map(({ id }) => ({ inMailbox: id })) };
}

const ROLES: Readonly<Record<string, MailboxRole>> = {
  spam: "junk",
  bin: "trash",
  flagged: "flagged",
};

/** The folders that a name means: by role, by what the screen calls it, by name, or by path (`Work/Plans`). */
export function foldersNamed(
  name: string,
  { mailboxes, nameOf }: Pick<SearchContext, "mailboxes" | "nameOf">,
): MailboxRecord[] {
  const plain = name.toLowerCase();
  const role = Object.hasOwn(ROLES, plain) ? ROLES[plain]! : plain;
  const byRole = mailboxes.filter((one) => one.role === role);
  if (byRole.length > 0) return byRole;
  return mailboxes.filter(
    (one) =>
      one.name.toLowerCase() === plain ||
      nameOf(one).toLowerCase() === plain ||
      folderPath(one, mailboxes).toLowerCase() === plain,
  );
}

/** `Work/Plans`. */
export function folderPath(mailbox: MailboxRecord, mailboxes: readonly MailboxRecord[]): string {
  const names = [mailbox.name];
  let above = mailbox.parentId;
  for (let depth = 0; above !== null && depth < 50; depth += 1) {
    const parent = mailboxes.find(({ id }) => id === above);
    if (!parent) break;
    names.unshift(parent.name);
    above = parent.parentId;
  }
  return names.join("/");
}

function at(date: Date | undefined, side: "before" | "after"): EmailFilter {
  return date === undefined ? NOTHING : { [side]: utcSeconds(date) };
}
