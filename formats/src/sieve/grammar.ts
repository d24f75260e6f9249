/** The arguments of a command or test. */
export interface Shape {
  /** Capabilities that have to be required. */
  readonly needs?: readonly string[];
  readonly tags?: Readonly<Record<string, TagShape>>;
  /** Positional arguments, after the tags; those with a question mark are optional. */
  readonly args: readonly ("string" | "string?" | "strings" | "strings?" | "number")[];
  readonly tests?: "one" | "list";
  readonly hasBlock?: boolean;
}

export interface TagShape {
  readonly needs?: string;
  readonly value?: "string" | "strings" | "number";
  /** Tags of one group exclude each other. */
  readonly group?: string;
}

const one = (group: string, needs?: string): TagShape => ({ group, ...(needs && { needs }) });

const COMPARATOR = { comparator: { value: "string" } } as const;
const MATCH = {
  is: one("match"),
  contains: one("match"),
  matches: one("match"),
  regex: one("match", "regex"),
  value: { group: "match", needs: "relational", value: "string" },
  count: { group: "match", needs: "relational", value: "string" },
  ...COMPARATOR,
} as const satisfies Record<string, TagShape>;
const PART = {
  all: one("part"),
  localpart: one("part"),
  domain: one("part"),
  user: one("part", "subaddress"),
  detail: one("part", "subaddress"),
} as const satisfies Record<string, TagShape>;
const INDEX = {
  index: { value: "number", needs: "index" },
  last: { needs: "index" },
} as const satisfies Record<string, TagShape>;
const MIME = {
  mime: { needs: "mime" },
  anychild: { needs: "mime" },
} as const satisfies Record<string, TagShape>;
const MIME_FIELD = {
  ...MIME,
  type: one("field", "mime"),
  subtype: one("field", "mime"),
  contenttype: one("field", "mime"),
  param: { group: "field", needs: "mime", value: "strings" },
} as const satisfies Record<string, TagShape>;
const FLAGS = { flags: { value: "strings", needs: "imap4flags" } } as const;
const ZONE = { zone: { value: "string", group: "zone" } } as const;
const MODIFIERS = {
  lower: one("case"),
  upper: one("case"),
  lowerfirst: one("first"),
  upperfirst: one("first"),
  quotewildcard: one("quote"),
  quoteregex: one("quote", "regex"),
  length: {},
} as const satisfies Record<string, TagShape>;

const extension = (name: string, shape: Shape): Shape => ({ needs: [name], ...shape });

export const COMMANDS: ReadonlyMap<string, Shape> = new Map(
  Object.entries<Shape>({
    // RFC 5228
    require: { args: ["strings"] },
    if: { args: [], tests: "one", hasBlock: true },
    elsif: { args: [], tests: "one", hasBlock: true },
    else: { args: [], hasBlock: true },
    stop: { args: [] },
    keep: { args: [], tags: FLAGS },
    discard: { args: [] },
    redirect: { args: ["string"], tags: { copy: { needs: "copy" } } },
    fileinto: extension("fileinto", {
      args: ["string"],
      tags: {
        ...FLAGS,
        copy: { needs: "copy" },
        create: { needs: "mailbox" },
        // RFC 9042 §4.2: not both.
        mailboxid: { group: "target", needs: "mailboxid", value: "string" },
        specialuse: { group: "target", needs: "special-use", value: "string" },
      },
    }),
    // RFC 5429
    reject: extension("reject", { args: ["string"] }),
    ereject: extension("ereject", { args: ["string"] }),
    // RFC 5232
    setflag: extension("imap4flags", { args: ["string?", "strings"] }),
    addflag: extension("imap4flags", { args: ["string?", "strings"] }),
    removeflag: extension("imap4flags", { args: ["string?", "strings"] }),
    // RFC 5229
    set: extension("variables", { args: ["string", "string"], tags: MODIFIERS }),
    // RFC 5230, RFC 6131
    vacation: extension("vacation", {
      args: ["string"],
      tags: {
        days: { value: "number", group: "period" },
        seconds: { value: "number", group: "period", needs: "vacation-seconds" },
        subject: { value: "string" },
        from: { value: "string" },
        addresses: { value: "strings" },
        mime: {},
        handle: { value: "string" },
      },
    }),
    // RFC 5293
    addheader: extension("editheader", { args: ["string", "string"], tags: { last: {} } }),
    deleteheader: extension("editheader", {
      args: ["string", "strings?"],
      tags: { ...MATCH, index: { value: "number" }, last: {} },
    }),
    // RFC 6609
    include: extension("include", {
      args: ["string"],
      tags: { personal: one("place"), global: one("place"), once: {}, optional: {} },
    }),
    return: extension("include", { args: [] }),
    global: extension("include", { args: ["strings"] }),
    // RFC 5703
    foreverypart: extension("foreverypart", {
      args: [],
      tags: { name: { value: "string" } },
      hasBlock: true,
    }),
    break: extension("foreverypart", { args: [], tags: { name: { value: "string" } } }),
    extracttext: extension("extracttext", {
      args: ["string"],
      tags: { ...MODIFIERS, first: { value: "number" } },
    }),
  }),
);

export const TESTS: ReadonlyMap<string, Shape> = new Map(
  Object.entries<Shape>({
    // RFC 5228
    true: { args: [] },
    false: { args: [] },
    not: { args: [], tests: "one" },
    allof: { args: [], tests: "list" },
    anyof: { args: [], tests: "list" },
    address: { args: ["strings", "strings"], tags: { ...MATCH, ...PART, ...INDEX, ...MIME } },
    envelope: extension("envelope", { args: ["strings", "strings"], tags: { ...MATCH, ...PART } }),
    exists: { args: ["strings"], tags: MIME },
    header: { args: ["strings", "strings"], tags: { ...MATCH, ...INDEX, ...MIME_FIELD } },
    size: { args: ["number"], tags: { over: one("limit"), under: one("limit") } },
    // RFC 5232
    hasflag: extension("imap4flags", { args: ["strings?", "strings"], tags: MATCH }),
    // RFC 5229
    string: extension("variables", { args: ["strings", "strings"], tags: MATCH }),
    // RFC 5173
    body: extension("body", {
      args: ["strings"],
      tags: {
        ...MATCH,
        raw: one("body"),
        text: one("body"),
        content: { group: "body", value: "strings" },
      },
    }),
    // RFC 5260
    date: extension("date", {
      args: ["string", "string", "strings"],
      tags: { ...MATCH, ...INDEX, ...ZONE, originalzone: one("zone") },
    }),
    currentdate: extension("date", { args: ["string", "strings"], tags: { ...MATCH, ...ZONE } }),
    // RFC 5490, RFC 8579, RFC 9042
    mailboxexists: extension("mailbox", { args: ["strings"] }),
    specialuse_exists: extension("special-use", { args: ["string?", "strings"] }),
    mailboxidexists: extension("mailboxid", { args: ["strings"] }),
    // RFC 7352
    duplicate: extension("duplicate", {
      args: [],
      tags: {
        handle: { value: "string" },
        header: { value: "string", group: "id" },
        uniqueid: { value: "string", group: "id" },
        seconds: { value: "number" },
        last: {},
      },
    }),
  }),
);

/** What a script may require. */
export const CAPABILITIES: ReadonlySet<string> = new Set([
  "body",
  "comparator-i;ascii-casemap",
  "comparator-i;ascii-numeric",
  "comparator-i;octet",
  "comparator-i;unicode-casemap",
  "copy",
  "date",
  "duplicate",
  "editheader",
  "encoded-character",
  "envelope",
  "ereject",
  "extracttext",
  "fileinto",
  "foreverypart",
  "imap4flags",
  "include",
  "index",
  "mailbox",
  "mailboxid",
  "mime",
  "regex",
  "reject",
  "relational",
  "special-use",
  "subaddress",
  "vacation",
  "vacation-seconds",
  "variables",
]);

/** Capabilities that imply others (RFC 6131 §2). */
export const IMPLIED: ReadonlyMap<string, string> = new Map([["vacation-seconds", "vacation"]]);
