import { CAPABILITY } from "@atrium/contract/types/wire";
import type { FileLinkRecord } from "@atrium/contract/types/file-link";
import { sql } from "kysely";
import { Refusal, refuse, type Actor, type Engine } from "../../../engine/index.ts";
import { actorOfPerson, readPolicies } from "../../accounts/index.ts";
import { readNodes } from "../file-node/read-nodes.ts";
import { noteLink } from "./file-link.container.ts";
import { endOf } from "./file-link.rules.ts";
import { linkTokenHash } from "./token.ts";

/** A link that works, as strangers use it. */
export interface OpenLink {
  readonly id: string;
  readonly accountId: string;
  /** The node that it is to: a file, or a folder beyond which nothing is in reach. */
  readonly nodeId: string;
  readonly mode: FileLinkRecord["mode"];
  /** `null`: it has no password. */
  readonly passwordHash: string | null;
  /** Whom the engine sees: a guest that reads this one node and all that lies in it. */
  readonly actor: Actor;
}

/** Why one does not work; for the log alone. */
type Fault = "unknown" | "expired" | "exhausted" | "policy" | "trash" | "rights";

/** A link that works, or why there is none; the id of one that there is. */
export type Found =
  | { readonly link: OpenLink }
  | { readonly link: null; readonly fault: Fault; readonly id: string | null };

export type FileLinks = ReturnType<typeof createFileLinks>;

interface Row {
  readonly accountId: string;
  readonly id: string;
  readonly nodeId: string;
  readonly mode: FileLinkRecord["mode"];
  readonly createdBy: string;
  readonly expires: Date | null;
  readonly renewedAt: Date;
  readonly passwordHash: string | null;
  readonly maxDownloads: number | null;
  readonly downloads: number;
  readonly isThere: boolean;
}

/** What strangers do by links. Each use looks at all that a link depends on. */
export function createFileLinks({ engine }: { readonly engine: Engine }) {
  const { db } = engine;

  async function rowOf(hash: Buffer): Promise<Row | undefined> {
    const { rows } = await sql<Row>`
      select l.account_id as "accountId", l.id, l.file_node_id as "nodeId", l.mode,
        l.created_by as "createdBy", l.expires, l.renewed_at as "renewedAt",
        l.password_hash as "passwordHash", l.max_downloads as "maxDownloads", l.downloads,
        coalesce(not n.in_trash, false) as "isThere"
      from file_link l
      left join file_node n on n.account_id = l.account_id and n.id = l.file_node_id
      where l.token_hash = ${hash}`.execute(db);
    return rows[0];
  }

  /**
   * Whether the person who made it is active, and may still share the node. It takes the link's place among those who ask at
   * once, not the person's.
   */
  async function mayShare({ createdBy, accountId, nodeId }: Row, actor: Actor): Promise<boolean> {
    const creator = await actorOfPerson(db, createdBy);
    if (creator === null) return false;
    const asked = { ...creator, personId: actor.personId };
    const nodes = await readNodes(engine, asked, accountId, [nodeId]).catch(noneIfGone);
    return nodes[0]?.myRights.mayShare === true;
  }

  /** @param isCounted whether it has been used as often as it may, and that counts */
  async function find(token: string, isCounted: boolean): Promise<Found> {
    // Both, whether there is such a link or not.
    const [row, policies] = await Promise.all([rowOf(linkTokenHash(token)), readPolicies(db)]);
    if (row === undefined) return { link: null, fault: "unknown", id: null };
    const { id, maxDownloads, downloads } = row;
    const faulty = (fault: Fault): Found => ({ link: null, fault, id });
    const end = endOf(row, policies);
    if (end !== null && end <= engine.services.clock.now()) return faulty("expired");
    if (isCounted && maxDownloads !== null && downloads >= maxDownloads) return faulty("exhausted");
    if (!policies.publicLinks || (policies.publicLinkPassword && row.passwordHash === null))
      return faulty("policy");
    if (!row.isThere) return faulty("trash");
    const actor = guestOf(row);
    if (!(await mayShare(row, actor))) return faulty("rights");
    const { accountId, nodeId, mode, passwordHash } = row;
    return { link: { id, accountId, nodeId, mode, passwordHash, actor } };
  }

  return {
    /** The link of a token, or of what cannot be one. */
    open: (token: string): Promise<Found> => find(token, true),

    /** Fails where what was begun by a link, and takes long, may not go on. @throws Refusal `notFound` */
    async goesOn(token: string): Promise<void> {
      // What is under way has been counted.
      if ((await find(token, false)).link === null) refuse("notFound");
    },

    /** Counts a download; answers whether there was one left. */
    count({ accountId, id }: Pick<OpenLink, "accountId" | "id">): Promise<boolean> {
      return engine.write([accountId], async (w) => {
        const { numAffectedRows } = await sql`
          update file_link set downloads = downloads + 1, last_download = ${w.now}
          where account_id = ${accountId} and id = ${id}
            and (max_downloads is null or downloads < max_downloads)`.execute(w.tx);
        if (numAffectedRows === 0n) return false;
        await noteLink(w, accountId, id);
        return true;
      });
    },
  };
}

/** A guest without an account (decision 17), whose reach is one node. It reads files there, and nothing else. */
function guestOf({ id, accountId, nodeId }: Row): Actor {
  const rights = new Map([[nodeId, new Set(["mayRead"])]]);
  return {
    personId: id,
    accountId: id,
    username: "",
    roles: [],
    credential: `link:${id}`,
    scope: new Set([CAPABILITY.fileNode, CAPABILITY.blob]),
    accounts: {},
    partialAccounts: {
      [accountId]: {
        name: "",
        ownerId: accountId,
        isReadOnly: true,
        reach: { FileNode: rights },
      },
    },
  };
}

function noneIfGone(error: unknown): readonly never[] {
  if (error instanceof Refusal && error.code === "notFound") return [];
  throw error;
}
