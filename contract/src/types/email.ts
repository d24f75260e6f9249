import {
  defineType,
  shape,
  type Comparator,
  type CreateOf,
  type FilterOf,
  type RecordOf,
} from "./define.ts";
import { CAPABILITY } from "./wire.ts";

/** RFC 8621 §4.1.2.3. */
export interface EmailAddress {
  readonly name: string | null;
  readonly email: string;
}

/** RFC 8621 §4.1.2.4. */
export interface EmailAddressGroup {
  readonly name: string | null;
  readonly addresses: readonly EmailAddress[];
}

/** A header field in raw form (RFC 8621 §4.1.3). */
export interface EmailHeader {
  readonly name: string;
  readonly value: string;
}

/** RFC 8621 §4.1.4. Which members are there is decided by `bodyProperties`. `size` in octets after decoding. */
export interface EmailBodyPart {
  readonly partId: string | null;
  readonly blobId: string | null;
  readonly size: number;
  readonly headers: readonly EmailHeader[];
  readonly name: string | null;
  readonly type: string;
  readonly charset: string | null;
  readonly disposition: string | null;
  readonly cid: string | null;
  readonly language: readonly string[] | null;
  readonly location: string | null;
  readonly subParts: readonly EmailBodyPart[] | null;
}

/** RFC 8621 §4.1.4. */
export interface EmailBodyValue {
  readonly value: string;
  readonly isEncodingProblem: boolean;
  readonly isTruncated: boolean;
}

/** RFC 8601 §2.7.2. */
export type SpfResult =
  | "none"
  | "neutral"
  | "pass"
  | "fail"
  | "softfail"
  | "temperror"
  | "permerror";
/** RFC 8601 §2.7.1. */
export type DkimResult =
  | "none"
  | "pass"
  | "fail"
  | "policy"
  | "neutral"
  | "temperror"
  | "permerror";
export type DmarcResult = "none" | "pass" | "fail" | "temperror" | "permerror";
export type DmarcPolicy = "none" | "quarantine" | "reject";

/** What is known of a mail's origin since it arrived from another server. Domains are in ASCII. */
export interface EmailAuthentication {
  readonly spf: {
    readonly result: SpfResult;
    /** Of MAIL FROM, or of HELO when that was empty. */
    readonly domain: string | null;
  };
  /** One for each signature. */
  readonly dkim: readonly {
    readonly result: DkimResult;
    readonly domain: string;
    readonly selector: string;
  }[];
  readonly dmarc: {
    readonly result: DmarcResult;
    /** Of the author, as `from` shows it; of several the one whose domain is the strictest; null when there is none. */
    readonly domain: string | null;
    /** What the domain asks to do with mail that fails; null when it asks nothing. */
    readonly policy: DmarcPolicy | null;
    /** Whose word stands for the From domain. */
    readonly alignment: { readonly spf: boolean; readonly dkim: boolean };
  };
  readonly arc: {
    readonly result: "none" | "pass" | "fail";
    /** The domain of the last server that sealed the chain. */
    readonly sealer: string | null;
  };
  /** The domain of an author who would be of this organisation, when nothing proves that the mail is theirs. */
  readonly unprovenOwnDomain?: string;
}

/** Why a message was judged as it was. */
export type JunkReason =
  /** Nothing proves that it is from its author's domain, or something speaks against it. */
  | "failedAuthentication"
  /** Its author's domain looks like one of ours; `detail`: that one. */
  | "lookAlike"
  /** The account has never written to its author or kept mail from them. */
  | "firstContact"
  /** It was sent to many without a way to unsubscribe. */
  | "bulkWithoutUnsubscribe"
  /** What it says is like what was reported; `detail`: the telling words, with commas between them. */
  | "words"
  /** `detail`: the scanner's symbol. */
  | "scanner"
  /** Mail from its author was reported before. */
  | "reportedSender"
  /** It was held back for a virus, and an administrator released it; `detail`: what the scanner calls it. */
  | "virus";

/** What was thought of a message when it came. */
export interface EmailJunkVerdict {
  readonly isJunk: boolean;
  /** 0 surely wanted … 1 surely junk. */
  readonly probability: number;
  readonly by: "atrium" | "rspamd";
  /** The severest first; at most 8. */
  readonly reasons: readonly { readonly kind: JunkReason; readonly detail: string | null }[];
}

/** Until when a message is out of sight. It lies in the mailbox of the role `snoozed` meanwhile. */
export interface EmailSnoozed {
  /** A UTCDate, to the second. */
  readonly until: string;
  /** Where it goes then; to the inbox when null, or when the mailbox is no more. */
  readonly moveToMailboxId: string | null;
}

const addresses = {
  type: shape<readonly EmailAddress[]>("list"),
  nullable: true,
  immutable: true,
  default: undefined,
} as const;

const messageIds = {
  type: { list: "String" },
  nullable: true,
  immutable: true,
  default: undefined,
} as const;

const parts = {
  type: shape<readonly EmailBodyPart[]>("list"),
  immutable: true,
  default: undefined,
} as const;

/** A message in an account (RFC 8621 §4). `header:…` properties may be asked for besides these. */
export const Email = defineType({
  name: "Email",
  capability: CAPABILITY.mail,
  dynamicPrefix: "header:",
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    blobId: { type: "Id", immutable: true, serverSet: true },
    threadId: { type: "Id", immutable: true, serverSet: true },
    mailboxIds: { type: { set: "Id" } },
    keywords: { type: { set: "String" }, default: {} },
    size: { type: "UnsignedInt", immutable: true, serverSet: true },
    receivedAt: { type: "UTCDate", immutable: true, default: undefined },
    messageId: messageIds,
    inReplyTo: messageIds,
    references: messageIds,
    sender: addresses,
    from: addresses,
    to: addresses,
    cc: addresses,
    bcc: addresses,
    replyTo: addresses,
    subject: { type: "String", nullable: true, immutable: true, default: undefined },
    sentAt: { type: "Date", nullable: true, immutable: true, default: undefined },
    hasAttachment: { type: "Boolean", immutable: true, serverSet: true },
    preview: { type: "String", immutable: true, serverSet: true },
    /** Of Atrium; null for mail that did not come from another server. */
    authentication: {
      type: shape<EmailAuthentication>("object"),
      nullable: true,
      immutable: true,
      serverSet: true,
      onRequest: true,
    },
    /** Of Atrium: the rules of the account that acted on it when it came, by name; null where none did. */
    filteredBy: {
      type: { list: "String" },
      nullable: true,
      immutable: true,
      serverSet: true,
      onRequest: true,
    },
    /** Of Atrium: whether it was taken for junk when it came, and why; null where it was not judged. */
    junk: {
      type: shape<EmailJunkVerdict>("object"),
      nullable: true,
      immutable: true,
      serverSet: true,
      onRequest: true,
    },
    /** Of Atrium: some of it was left out, because it would take too much to read; its blob is whole. */
    isPartlyRead: { type: "Boolean", immutable: true, serverSet: true, onRequest: true },
    /** Of Atrium; only for what lies in the mailbox of the role `snoozed`, and null as soon as it leaves that. */
    snoozed: {
      type: shape<EmailSnoozed>("object"),
      nullable: true,
      default: null,
      onRequest: true,
    },
    /**
     * Of Atrium: when its sender is reminded of it, unless somebody else writes in its conversation before. Then it lies in
     * the inbox, with the keyword `$followup`, and this is null again. Of a draft it holds once that is sent.
     */
    followUpAt: { type: "UTCDate", nullable: true, default: null, onRequest: true },
    bodyValues: {
      type: shape<Readonly<Record<string, EmailBodyValue>>>("object"),
      immutable: true,
      default: undefined,
    },
    textBody: parts,
    htmlBody: parts,
    attachments: parts,
    headers: {
      type: shape<readonly EmailHeader[]>("list"),
      immutable: true,
      default: undefined,
      onRequest: true,
    },
    bodyStructure: {
      type: shape<EmailBodyPart>("object"),
      immutable: true,
      default: undefined,
      onRequest: true,
    },
  },
  filters: {
    inMailbox: { type: "Id" },
    inMailboxOtherThan: { type: { list: "Id" } },
    before: { type: "UTCDate" },
    after: { type: "UTCDate" },
    minSize: { type: "UnsignedInt" },
    maxSize: { type: "UnsignedInt" },
    allInThreadHaveKeyword: { type: "String" },
    someInThreadHaveKeyword: { type: "String" },
    noneInThreadHaveKeyword: { type: "String" },
    hasKeyword: { type: "String" },
    notKeyword: { type: "String" },
    hasAttachment: { type: "Boolean" },
    text: { type: "String" },
    from: { type: "String" },
    to: { type: "String" },
    cc: { type: "String" },
    bcc: { type: "String" },
    subject: { type: "String" },
    body: { type: "String" },
    header: { type: { list: "String" } },
    /** Of Atrium: an event with this UID (RFC 5545 §3.8.4.7) is in a calendar object among its parts. */
    eventUid: { type: "String" },
    /** Of Atrium: there is an event in it. */
    hasEvent: { type: "Boolean" },
  },
  sorts: [
    "receivedAt",
    "sentAt",
    "size",
    "from",
    "to",
    "subject",
    "hasKeyword",
    "allInThreadHaveKeyword",
    "someInThreadHaveKeyword",
    // Of Atrium: by when snoozed mail comes back.
    "snoozedUntil",
  ],
  comparatorProperties: { keyword: { type: "String" } },
  arguments: {
    get: {
      bodyProperties: { type: { list: "String" }, nullable: true, default: null },
      fetchTextBodyValues: { type: "Boolean", default: false },
      fetchHTMLBodyValues: { type: "Boolean", default: false },
      fetchAllBodyValues: { type: "Boolean", default: false },
      maxBodyValueBytes: { type: "UnsignedInt", default: 0 },
    },
    query: { collapseThreads: { type: "Boolean", default: false } },
    queryChanges: { collapseThreads: { type: "Boolean", default: false } },
  },
});

/** Everything an Email can have; `/get` answers those members that were asked for. */
export type EmailRecord = RecordOf<typeof Email>;

/** A part of an Email to be created (RFC 8621 §4.6): with a `partId` of `bodyValues`, a `blobId`, or `subParts`. */
export interface EmailBodyPartCreate {
  readonly partId?: string | null;
  readonly blobId?: string | null;
  /** Ignored with a `blobId`, not allowed with a `partId`. */
  readonly size?: number;
  readonly name?: string | null;
  readonly type?: string;
  /** Not allowed with a `partId`: the server chooses. */
  readonly charset?: string | null;
  readonly disposition?: string | null;
  readonly cid?: string | null;
  readonly language?: readonly string[] | null;
  readonly location?: string | null;
  readonly subParts?: readonly EmailBodyPartCreate[] | null;
}

type Bodies = "bodyStructure" | "bodyValues" | "textBody" | "htmlBody" | "attachments" | "headers";

/** What Email/set takes to create an Email. Either `bodyStructure`, or text, HTML and attachments, one part each. */
export type EmailCreate = Omit<CreateOf<typeof Email>, Bodies> & {
  readonly bodyStructure?: EmailBodyPartCreate;
  readonly bodyValues?: Readonly<Record<string, { readonly value: string }>>;
  readonly textBody?: readonly EmailBodyPartCreate[];
  readonly htmlBody?: readonly EmailBodyPartCreate[];
  readonly attachments?: readonly EmailBodyPartCreate[];
  readonly [header: `header:${string}`]: unknown;
};
export type EmailFilter = FilterOf<typeof Email>;
export type EmailSort = Comparator<(typeof Email)["sorts"][number]>;

/** RFC 8621 §4.2: what a body part has when `bodyProperties` is left out. */
export const DEFAULT_BODY_PROPERTIES = [
  "partId",
  "blobId",
  "size",
  "name",
  "type",
  "charset",
  "disposition",
  "cid",
  "language",
  "location",
] as const;
