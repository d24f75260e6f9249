import { DRIVE_REMOTE } from "@atrium/contract/remotes";
import type { RemoteRecord } from "@atrium/contract/types/remote";
import type { Accounts } from "../../features/accounts/index.ts";
import { limitStatements } from "../../platform/db/index.ts";
import { EMBEDDED_SESSION_TIME } from "./limits.ts";

/** What every document says of the organisation, to strangers too. */
export interface Front {
  /** What it is called and looks like; null before there is one. */
  readonly look: Awaited<ReturnType<Accounts["look"]["read"]>>;
  /** Whether windows load drive, and which version alone; null: not. */
  readonly drive: Pick<RemoteRecord, "pinnedVersion"> | null;
}

/** What is known of an organisation of which nothing is known: remotes are switched off where nobody can say otherwise. */
const NOTHING: Front = { look: null, drive: null };

/**
 * Reads it for each document: rows by their keys, so that all processes say the same. Where the database does not answer
 * in time, it is what this process read last.
 * @param statementTime of one statement, in milliseconds; 0: any time
 */
export function createFront(
  { look, remotes }: Pick<Accounts, "look" | "remotes">,
  statementTime: number,
): () => Promise<Front> {
  let last: Front | undefined;

  async function read(): Promise<Front> {
    const [now, known] = await Promise.all([look.read(), remotes.read()]);
    const drive = known.find(({ id }) => id === DRIVE_REMOTE.name);
    return { look: now, drive: drive?.isEnabled ? drive : null };
  }

  return async () => {
    const known = limitStatements(statementTime, read).then(
      (now) => (last = now),
      () => last ?? NOTHING,
    );
    const before = last;
    if (before === undefined) return await known;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Front>((resolve) => {
      timer = setTimeout(resolve, EMBEDDED_SESSION_TIME, before);
    });
    const front = await Promise.race([known, late]);
    clearTimeout(timer);
    return front;
  };
}
