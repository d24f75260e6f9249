import type { CsvRow } from "@atrium/formats/csv";

/** What a file may say of a person. */
export const FIELDS = [
  "address",
  "name",
  "firstName",
  "lastName",
  "aliases",
  "roles",
  "quotaOctets",
  "quotaEmails",
] as const;
export type Field = (typeof FIELDS)[number];

/** In which column each stands, counted from 0; what is in none is left out. */
export type Mapping = Readonly<Partial<Record<Field, number>>>;

export interface Table {
  /** What each column is called. */
  readonly titles: readonly string[];
  readonly rows: readonly CsvRow[];
  readonly mapping: Mapping;
}

/**
 * What columns are called here, and by what writes lists of people: Google Workspace, Microsoft 365 and Entra, in English
 * and Korean. Of several columns for one field the name that stands first counts. Compared as `plain` makes them.
 */
const NAMES: Readonly<Record<Field, readonly string[]>> = {
  address: [
    "mailaddress",
    "emailaddress",
    "userprincipalname",
    "primaryemail",
    "email",
    "mail",
    "address",
    "username",
    "메일주소",
    "이메일주소",
    "이메일",
    "전자메일",
    "메일",
    "주소",
    "사용자계정이름",
    "사용자이름",
    "아이디",
  ],
  name: ["name", "displayname", "fullname", "표시이름", "성명", "이름"],
  firstName: ["firstname", "givenname"],
  lastName: ["lastname", "surname", "familyname", "성"],
  aliases: [
    "otheraddresses",
    "aliases",
    "alias",
    "emailaliases",
    "proxyaddresses",
    "다른주소",
    "별칭",
    "이메일별칭",
    "프록시주소",
  ],
  roles: ["roles", "role", "역할", "권한"],
  quotaOctets: ["storagelimit", "quota", "storagequota", "저장공간한도", "저장공간", "할당량"],
  quotaEmails: ["messagelimit", "mostmessages", "최대메일수", "메일수한도"],
};

/** `First Name [Required]` and `User name [userPrincipalName] Required` are a first name and a user name. */
const plain = (title: string): string =>
  title
    .normalize("NFC")
    .replace(/\[[^[\]]*\]|\([^()]*\)/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/(?:required|필수)$/, "");

/** Takes a file's first record for what its columns are called, unless it is a person already. */
export function tableOf(rows: readonly CsvRow[]): Table {
  const [first, ...others] = rows;
  if (first === undefined) return { titles: [], rows: [], mapping: {} };
  const mapping = recognise(first.cells);
  if (Object.keys(mapping).length > 0)
    return { titles: first.cells.map((title) => title.trim()), rows: others, mapping };
  const address = first.cells.findIndex((cell) => cell.includes("@"));
  if (address < 0)
    return { titles: first.cells.map((title) => title.trim()), rows: others, mapping };
  return { titles: first.cells.map(() => ""), rows, mapping: { address } };
}

function recognise(titles: readonly string[]): Mapping {
  const known = titles.map(plain);
  const found: Partial<Record<Field, number>> = {};
  for (const field of FIELDS) {
    const name = NAMES[field].find((one) => known.includes(one));
    if (name !== undefined) found[field] = known.indexOf(name);
  }
  // Beside a family name, this word means the given one.
  if (found.lastName !== undefined && found.firstName === undefined && found.name !== undefined)
    if (known[found.name] === "이름") {
      const { name, ...others } = found;
      return { ...others, firstName: name };
    }
  return found;
}

/** Whether enough is known to go on. */
export const isEnough = ({ address, name, firstName, lastName }: Mapping): boolean =>
  address !== undefined && [name, firstName, lastName].some((column) => column !== undefined);
