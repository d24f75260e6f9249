import { ROLES, type Role } from "@atrium/contract/api/session";
import type { PersonCreate } from "@atrium/contract/types/person";
import { setOf } from "@atrium/contract/types/set";
import { unguarded, type CsvRow } from "@atrium/formats/csv";
import { countOf, octetsOf } from "../../quota/gigabytes.ts";
import type { Field, Mapping, Table } from "./columns.ts";

/** As what somebody has an address already. */
export interface Taken {
  /** It is another address of theirs, or of a group or shared account. */
  readonly isOther: boolean;
  readonly isRemoved: boolean;
}

/** What the organisation has, against which a file is held. */
export interface Present {
  /** ASCII. */
  readonly domains: ReadonlySet<string>;
  /** By address. */
  readonly taken: ReadonlyMap<string, Taken>;
}

/** Somebody of the file whom there is not yet. */
export interface Newcomer {
  readonly line: number;
  readonly person: PersonCreate;
}

/** Why a line makes nobody. */
export type Problem =
  | "noAddress"
  | "noName"
  | "longName"
  | "wrongAddress"
  | "foreignDomain"
  | "wrongAlias"
  | "tooManyAliases"
  | "wrongRole"
  | "wrongQuota"
  | "twiceInFile"
  | "takenByOther"
  | "removedPerson";

export interface Unusable {
  readonly line: number;
  readonly name: string;
  readonly address: string;
  readonly problem: Problem;
  /** What of the line is meant: a value, or the line that says the same. */
  readonly what: string;
}

/** What an import would do. */
export interface Plan {
  readonly newcomers: readonly Newcomer[];
  /** Who is there already: nothing of them is changed. */
  readonly present: readonly {
    readonly line: number;
    readonly name: string;
    readonly address: string;
  }[];
  readonly unusable: readonly Unusable[];
  /** Other addresses at domains that are not the organisation's, which are left out. */
  readonly foreignAliases: number;
}

/** As the server has them (`name.rules.ts`, `limits.ts`). */
const NAME_MAX = 200;
const ALIASES_MAX = 100;
/** What can be given to somebody; the server knows better. */
const LOCAL = /^[^\s"(),:;<>@[\\\]+.]+(?:\.[^\s"(),:;<>@[\\\]+.]+)*$/u;
const HANGUL = /^\p{Script=Hangul}+$/u;

/** Thrown where a line cannot be used, and caught where it is read. */
class Wrong extends Error {
  readonly problem: Problem;
  readonly what: string;

  constructor(problem: Problem, what = "") {
    super(problem);
    this.problem = problem;
    this.what = what;
  }
}

/**
 * What importing a table would do. Each address is looked up once, so that it takes as long as the file is.
 * @param roleNames the roles by what they are called in the languages there are, in lower case
 * @param ownDomain where an address without a domain is, from its `@` on
 */
export function planImport(
  { rows, mapping }: Pick<Table, "rows" | "mapping">,
  { domains, taken }: Present,
  roleNames: ReadonlyMap<string, Role>,
  ownDomain: string,
): Plan {
  const newcomers: Newcomer[] = [];
  const present: Plan["present"][number][] = [];
  const unusable: Unusable[] = [];
  /** The lines in which addresses stand. */
  const lines = new Map<string, number>();
  let foreignAliases = 0;

  function read(row: CsvRow, address: string, name: string): void {
    const { line } = row;
    if (address === "") throw new Wrong("noAddress");
    const domain = usable(address, "wrongAddress");
    const owner = taken.get(address);
    once(lines, address, line);
    if (owner !== undefined) {
      if (owner.isRemoved) throw new Wrong("removedPerson", address);
      if (owner.isOther) throw new Wrong("takenByOther", address);
      present.push({ line, name, address });
      return;
    }
    if (!domains.has(domain)) throw new Wrong("foreignDomain", domain);
    if (name === "") throw new Wrong("noName");
    if (name.length > NAME_MAX) throw new Wrong("longName");
    const all = aliasesOf(valueOf(row, mapping, "aliases")).filter((one) => one !== address);
    const aliases = all.filter((one) => domains.has(usable(one, "wrongAlias")));
    if (aliases.length > ALIASES_MAX) throw new Wrong("tooManyAliases");
    for (const alias of aliases) {
      if (taken.has(alias)) throw new Wrong("takenByOther", alias);
      once(lines, alias, line);
    }
    foreignAliases += all.length - aliases.length;
    const roles = rolesOf(valueOf(row, mapping, "roles"), roleNames);
    const quotaOctets = octetsOf(valueOf(row, mapping, "quotaOctets").replace(/GB$/i, ""));
    const quotaEmails = countOf(valueOf(row, mapping, "quotaEmails"));
    if (quotaOctets === undefined)
      throw new Wrong("wrongQuota", valueOf(row, mapping, "quotaOctets"));
    if (quotaEmails === undefined)
      throw new Wrong("wrongQuota", valueOf(row, mapping, "quotaEmails"));
    const given = { aliases: setOf(aliases), roles: setOf(roles) };
    newcomers.push({ line, person: { name, address, ...given, quotaOctets, quotaEmails } });
  }

  for (const row of rows) {
    const name = nameOf(row, mapping);
    const address = addressOf(valueOf(row, mapping, "address"), ownDomain);
    try {
      read(row, address, name);
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      const { problem, what } = error;
      unusable.push({ line: row.line, name, address, problem, what });
    }
  }
  return { newcomers, present, unusable, foreignAliases };
}

/** An address as it is compared: in lower case, its domain in ASCII. What is no address stays recognisable. */
export function canonical(text: string): string {
  const address = text.normalize("NFC").trim().toLowerCase();
  const at = address.lastIndexOf("@");
  const host = `http://${address.slice(at + 1)}`;
  if (at < 1 || /[\s/?#\\:@%]/u.test(address.slice(at + 1)) || !URL.canParse(host)) return address;
  return `${address.slice(0, at)}@${new URL(host).hostname}`;
}

const valueOf = ({ cells }: CsvRow, mapping: Mapping, field: Field): string => {
  const column = mapping[field];
  return column === undefined ? "" : unguarded(cells[column] ?? "").trim();
};

function addressOf(text: string, ownDomain: string): string {
  const bare = text.replace(/^(?:mailto|smtp):/i, "");
  return bare === "" ? "" : canonical(bare.includes("@") ? bare : bare + ownDomain);
}

/** One line; of two names the given one first, but in Korean the family's, without a space. */
function nameOf(row: CsvRow, mapping: Mapping): string {
  const whole = clean(valueOf(row, mapping, "name"));
  if (whole !== "") return whole;
  const first = clean(valueOf(row, mapping, "firstName"));
  const last = clean(valueOf(row, mapping, "lastName"));
  return HANGUL.test(first) && HANGUL.test(last) ? last + first : `${first} ${last}`.trim();
}

const clean = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();

/** What separates addresses. Microsoft joins them by `+`, each with a scheme, of which those of mail count. */
function aliasesOf(text: string): string[] {
  const found = new Set<string>();
  for (const piece of text.split(/[,;|\s]+/))
    for (const one of /^[a-z0-9]+:/i.test(piece) ? piece.split("+") : [piece]) {
      const [, scheme, address = ""] = /^(?:([a-z0-9]+):)?(.*)$/is.exec(one) ?? [];
      if (address !== "" && (scheme === undefined || scheme.toLowerCase() === "smtp"))
        found.add(canonical(address));
    }
  return [...found];
}

/** Answers the domain. @throws Wrong */
function usable(address: string, problem: "wrongAddress" | "wrongAlias"): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  if (at < 1 || domain === "" || !LOCAL.test(address.slice(0, at)))
    throw new Wrong(problem, address);
  return domain;
}

function once(lines: Map<string, number>, address: string, line: number): void {
  const before = lines.get(address);
  if (before !== undefined && before !== line) throw new Wrong("twiceInFile", String(before));
  lines.set(address, line);
}

function rolesOf(text: string, roleNames: ReadonlyMap<string, Role>): Role[] {
  const roles = new Set<Role>(["member"]);
  for (const piece of text.split(/[,;|]+/)) {
    const named = clean(piece).toLowerCase();
    if (named === "") continue;
    const role = ROLES.find((one) => one === named) ?? roleNames.get(named);
    if (role === undefined) throw new Wrong("wrongRole", clean(piece));
    roles.add(role);
  }
  return [...roles];
}
