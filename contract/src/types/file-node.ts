import {
  defineType,
  shape,
  type Comparator,
  type CreateOf,
  type FilterOf,
  type RecordOf,
} from "./define.ts";
import { CAPABILITY } from "./wire.ts";

/** The rights that a node may be shared with (draft-ietf-jmap-filenode); `mayRead` goes with each. */
export const FILE_NODE_RIGHTS = [
  "mayRead",
  "mayAddChildren",
  "mayRename",
  "mayDelete",
  "mayModifyContent",
  "mayShare",
] as const;

/**
 * What is done where a name is taken (draft-ietf-jmap-filenode): `rename` gives it a number, `replace` moves what has the
 * name into the trash, and `null` refuses it. Each is looked at in its turn: what the same call destroys is still there.
 */
const ON_EXISTS = {
  type: { oneOf: ["rename", "replace"] },
  nullable: true,
  default: null,
} as const;

/**
 * The id of the trash, in every account: a directory at the top that the server makes when something is first moved into it,
 * so that its id may be a `parentId` before. Moving into it takes `mayDelete` and no right to the trash, which only those see
 * who have the whole account. They restore what lies in it by moving it out, with whom it was shared, or destroy it; nothing
 * else in it changes. Two nodes of one name may lie side by side there.
 */
export const TRASH_ID = "trash";

/** What the signed-in person may do with a node. */
export interface FileNodeRights {
  readonly mayRead: boolean;
  readonly mayAddChildren: boolean;
  readonly mayRename: boolean;
  readonly mayDelete: boolean;
  readonly mayModifyContent: boolean;
  readonly mayShare: boolean;
}

/** A file or folder (JMAP File Storage, draft-ietf-jmap-filenode); those without `parentId` are at the top. */
export const FileNode = defineType({
  name: "FileNode",
  capability: CAPABILITY.fileNode,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    parentId: { type: "Id", nullable: true, default: null },
    /** Without it, what has a blob is a file. */
    nodeType: { type: { oneOf: ["file", "directory"] }, immutable: true, default: undefined },
    /** The content; uploaded before. Always `null` for a directory, never for a file. */
    blobId: { type: "Id", nullable: true, default: null },
    /** Octets of the content. */
    size: { type: "UnsignedInt", nullable: true, serverSet: true },
    /** Different from all beside it. */
    name: { type: "String" },
    /** Media type of the content. */
    type: { type: "String", nullable: true, default: null },
    created: { type: "UTCDate", immutable: true, default: undefined },
    /** Kept by clients: when the content was last changed, wherever that was. */
    modified: { type: "UTCDate", default: undefined },
    /** When the server last changed anything about it. */
    changed: { type: "UTCDate", serverSet: true },
    executable: { type: "Boolean", default: false },
    /** What the server keeps it for; windows name it by that. */
    role: { type: { oneOf: ["trash"] }, nullable: true, serverSet: true },
    myRights: { type: shape<FileNodeRights>("object"), serverSet: true },
    /** Rights by the ids of people and groups (RFC 9670 §4); `null` for nobody, and for who may not share it. */
    shareWith: {
      type: shape<Readonly<Record<string, Partial<FileNodeRights>>>>("object"),
      nullable: true,
      default: null,
    },
    /** Of Atrium: until when it is shared with some of them, a UTCDate by their ids. */
    shareUntil: {
      type: shape<Readonly<Record<string, string>>>("object"),
      nullable: true,
      default: null,
      capability: CAPABILITY.share,
    },
    /** Of Atrium: whether it lies in the trash, at any depth. */
    inTrash: { type: "Boolean", serverSet: true, capability: CAPABILITY.drive },
    /** Of Atrium: when it was moved into the trash; `null` for what lies elsewhere or went along with a folder. */
    trashed: { type: "UTCDate", nullable: true, serverSet: true, capability: CAPABILITY.drive },
    /** Of Atrium: the folder that it was moved from, which may be gone; `null` for the top. */
    trashedFrom: { type: "Id", nullable: true, serverSet: true, capability: CAPABILITY.drive },
  },
  /** What lies in the trash is found by `inTrash`, or by its parent; the trash itself by its role. */
  filters: {
    parentId: { type: "Id", nullable: true },
    isTopLevel: { type: "Boolean" },
    nodeType: { type: { oneOf: ["file", "directory"] } },
    role: { type: { oneOf: ["trash"] } },
    inTrash: { type: "Boolean" },
    blobId: { type: "Id" },
    /** The whole name. */
    name: { type: "String" },
    /** Anywhere in the name, whatever the case. */
    text: { type: "String" },
    type: { type: "String" },
    minSize: { type: "UnsignedInt" },
    maxSize: { type: "UnsignedInt" },
    modifiedBefore: { type: "UTCDate" },
    modifiedAfter: { type: "UTCDate" },
  },
  sorts: ["name", "type", "size", "created", "modified", "nodeType", "trashed"],
  arguments: {
    set: { onDestroyRemoveChildren: { type: "Boolean", default: false }, onExists: ON_EXISTS },
    copy: { onExists: ON_EXISTS },
  },
});

export type FileNodeRecord = RecordOf<typeof FileNode>;
export type FileNodeCreate = CreateOf<typeof FileNode>;
export type FileNodeFilter = FilterOf<typeof FileNode>;
export type FileNodeSort = Comparator<(typeof FileNode)["sorts"][number]>;
