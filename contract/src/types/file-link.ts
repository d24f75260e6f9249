import {
  defineType,
  type CreateOf,
  type FilterOf,
  type Properties,
  type RecordOf,
} from "./define.ts";
import { CAPABILITY } from "./wire.ts";

/** Characters of the password of a link. */
export const LINK_PASSWORD_MIN_LENGTH = 8;
export const LINK_PASSWORD_MAX_LENGTH = 200;

/** What strangers may do who follow a link: look at files, or download them too. */
export const LINK_MODES = ["view", "download"] as const;

/**
 * Of Atrium: a link by which anyone who has it reaches a file, or a folder with all that lies in it. It is seen, made and
 * changed by who may share the node (`mayShare`), and destroying it ends it. It works while its node is there and not in the
 * trash, the person who made it may sign in and share the node, and the policies allow it (`Policies`).
 */
export const FileLink = defineType({
  name: "FileLink",
  capability: CAPABILITY.drive,
  // Who keeps it has what opens the files.
  persist: false,
  offline: false,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    fileNodeId: { type: "Id", immutable: true },
    /** A label for those who share, in one line. Strangers do not see it. */
    name: { type: "String", nullable: true, default: null },
    mode: { type: { oneOf: LINK_MODES }, default: "download" },
    created: { type: "UTCDate", immutable: true, serverSet: true },
    /** The person who made it. */
    createdBy: { type: "Id", immutable: true, serverSet: true },
    /** When it ends; `null` until it is destroyed. */
    expires: { type: "UTCDate", nullable: true, default: null },
    /** Only to be given; `null` whenever it is read. `FileLink/setPassword` gives another one. */
    password: { type: "String", nullable: true, default: null, immutable: true },
    hasPassword: { type: "Boolean", serverSet: true },
    /** After so many downloads it does not work any more; at least 1. */
    maxDownloads: { type: "UnsignedInt", nullable: true, default: null },
    /** Times that somebody pressed a button to download something; views do not count. */
    downloads: { type: "UnsignedInt", serverSet: true },
    lastDownload: { type: "UTCDate", nullable: true, serverSet: true },
    /** Answered once, when it is made; `null` whenever it is read. `fileLinkPath` makes the link of it. */
    token: { type: "String", nullable: true, serverSet: true },
  },
  filters: {
    fileNodeId: { type: "Id" },
    createdBy: { type: "Id" },
  },
  sorts: ["created"],
});

/** What the methods of a link take beyond the account. */
export const FILE_LINK_METHODS = {
  /** `null` takes the password away. */
  setPassword: { id: { type: "Id" }, password: { type: "String", nullable: true } },
} as const satisfies Record<string, Properties>;

export type FileLinkRecord = RecordOf<typeof FileLink>;
export type FileLinkCreate = CreateOf<typeof FileLink>;
export type FileLinkFilter = FilterOf<typeof FileLink>;
