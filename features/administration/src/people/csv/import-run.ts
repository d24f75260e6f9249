import { type Account, type JmapClient, MethodFailed, SetRefused } from "@atrium/jmap";
import { invitationLink } from "../invitation-link.ts";
import type { Newcomer } from "./plan.ts";

/** What became of a line. */
export interface Outcome {
  readonly line: number;
  readonly name: string;
  readonly address: string;
  readonly result: "created" | "present" | "refused";
  /** Why it was refused, or why there is no link though one was wanted; `null` where nothing failed. */
  readonly error: unknown;
  readonly invitation: Invitation | null;
}

/** A way in: whoever has the link sets the password. */
export interface Invitation {
  readonly link: string;
  readonly until: string;
}

/** People of one request: few enough that their links are one too, and that a window shows how it goes. */
const CHUNK = 50;

interface Importing {
  readonly client: Pick<JmapClient, "call">;
  readonly account: Account;
  /** Has the administrator prove who they are where the server wants it, and does the work again. */
  readonly prove: <T>(work: () => Promise<T>) => Promise<T>;
  /** Whether each gets a link. */
  readonly withLinks: boolean;
  /** Ends it after the chunk that is under way. */
  readonly signal: AbortSignal;
  readonly onOutcomes: (outcomes: readonly Outcome[]) => void;
}

/**
 * Makes people, chunk by chunk. A chunk whose answer was lost may be sent again: who was made then is `present`.
 * @throws what a call throws; what `onOutcomes` was told is done all the same.
 */
export async function importPeople(
  newcomers: readonly Newcomer[],
  { client, account, prove, withLinks, signal, onOutcomes }: Importing,
): Promise<void> {
  for (let from = 0; from < newcomers.length && !signal.aborted; from += CHUNK) {
    const chunk = newcomers.slice(from, from + CHUNK);
    const create = Object.fromEntries(chunk.map(({ line, person }) => [`l${line}`, person]));
    const { created, notCreated } = await prove(() =>
      client.call("Person/set", { accountId: account.id, create }),
    );
    const ids = Object.values(created ?? {}).flatMap(({ id }) => id ?? []);
    const links = withLinks ? await invite(ids, { client, account, prove }) : undefined;
    onOutcomes(
      chunk.map(({ line, person: { name, address } }): Outcome => {
        const about = { line, name, address, error: null, invitation: null };
        const refused = notCreated?.[`l${line}`];
        if (refused?.type === "alreadyExists") return { ...about, result: "present" };
        const id = created?.[`l${line}`]?.id;
        return id === undefined
          ? {
              ...about,
              result: "refused",
              error: new SetRefused(refused ? { [line]: refused } : {}),
            }
          : { ...about, result: "created", ...links?.get(id) };
      }),
    );
  }
  account.sync().catch(() => undefined);
}

/** The links of people, or why there are none. */
async function invite(
  ids: readonly string[],
  { client, account, prove }: Pick<Importing, "client" | "account" | "prove">,
): Promise<ReadonlyMap<string, Pick<Outcome, "invitation" | "error">>> {
  const ask = async (id: string): Promise<Pick<Outcome, "invitation" | "error">> => {
    try {
      const made = await client.call("Person/invite", { accountId: account.id, id });
      const invitation = { link: invitationLink(made.token), until: made.expiresAt };
      return { invitation, error: null };
    } catch (error) {
      // It is asked for once for all of them; a link that was made already is replaced.
      if (error instanceof MethodFailed && error.type === "proofRequired") throw error;
      return { invitation: null, error };
    }
  };
  const answers = await prove(() => Promise.all(ids.map(ask))).catch((error: unknown) =>
    ids.map(() => ({ invitation: null, error })),
  );
  return new Map(ids.map((id, index) => [id, answers[index]!]));
}
