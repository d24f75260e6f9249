import { shape, type Properties, type ValuesOf } from "./define.ts";
import type { JsonObject, SetError } from "./wire.ts";

/** What became of a message, and whether a person had a part in that and in saying so (RFC 8098 §3.2.6). */
export interface MdnDisposition {
  readonly actionMode: "manual-action" | "automatic-action";
  readonly sendingMode: "mdn-sent-manually" | "mdn-sent-automatically";
  readonly type: "deleted" | "dispatched" | "displayed" | "processed";
}

const text = { type: "String", nullable: true, default: null } as const;

/** A read receipt (RFC 9007 §2), as `MDN/send` takes it: no record, but a message. */
export const MDN_PROPERTIES = {
  /** The received message that it is about. */
  forEmailId: { type: "Id" },
  subject: text,
  /** What people read of it. */
  textBody: text,
  includeOriginalMessage: { type: "Boolean", default: false },
  /** The program that makes it. */
  reportingUA: text,
  disposition: { type: shape<MdnDisposition>("object") },
  /** `rfc822; ann@x.example`; the identity's address unless given. */
  finalRecipient: text,
  extensionFields: {
    type: shape<Readonly<Record<string, string>>>("object"),
    nullable: true,
    default: null,
  },
} as const satisfies Properties;

/** What the server alone says of one. */
interface MdnServerSet {
  readonly mdnGateway: string | null;
  readonly originalRecipient: string | null;
  /** In its angle brackets. */
  readonly originalMessageId: string | null;
  readonly error: readonly string[] | null;
}

type Given = ValuesOf<typeof MDN_PROPERTIES>;
/** One as `MDN/parse` reads it; `forEmailId` is null where the message is not found. */
export type Mdn = Omit<Given, "forEmailId"> & { readonly forEmailId: string | null } & MdnServerSet;

export type MdnCreate = Pick<Given, "forEmailId" | "disposition"> & Partial<Given>;

/** RFC 9007 §2.1, §2.2. */
export const MDN_METHODS = {
  send: {
    identityId: { type: "Id" },
    /** By creation id. */
    send: { type: { map: shape<MdnCreate>("object") } },
    /** By `#` and the creation id; each sets the keyword `$mdnsent`. */
    onSuccessUpdateEmail: {
      type: { map: shape<JsonObject>("object") },
      nullable: true,
      default: null,
    },
  },
  parse: { blobIds: { type: { list: "Id" } } },
} as const satisfies Readonly<Record<string, Properties>>;

/** Creation ids to what the client did not say, and to what was wrong. */
export interface MdnSent {
  readonly sent: Readonly<Record<string, Partial<Mdn>>> | null;
  readonly notSent: Readonly<Record<string, SetError>> | null;
}

/** By blob id. */
export interface MdnParsed {
  readonly parsed: Readonly<Record<string, Mdn>> | null;
  readonly notParsable: readonly string[] | null;
  readonly notFound: readonly string[] | null;
}
