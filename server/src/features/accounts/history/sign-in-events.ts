import type { InvitationKind } from "@atrium/contract/api/session";
import { Refusal } from "../../../engine/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/index.ts";
import type { Ids } from "../../../platform/ids.ts";
import type { Log } from "../../../platform/log/index.ts";
import type { Limits } from "../limits.ts";
import type { Client } from "../sessions/sessions.ts";
import {
  deleteSignInEvents,
  insertSignInEvent,
  listSignInEvents,
  type SignInEventRow,
} from "./sign-in-events.store.ts";
import { ACCOUNT_REFUSALS } from "../refusals.ts";

const USER_AGENT_MAX = 400;

/** Someone who says who they are; what is found out on the way is noted in it. */
export interface Attempt {
  /** `proof`: a user who is signed in shows again who they are. */
  readonly way: "browser" | "program" | "proof";
  readonly client: Client;
  /** Whose the address is; what was typed may be anything, also a password, and is kept nowhere. */
  personId: string | null;
  /** What proved it. */
  factors: "password" | "password and code" | "passkey" | InvitationKind;
  /** Why it failed, for the log alone, where the refusal says less. */
  reason?: string;
}

/** Answers a half of it, not a failure: the code or the passkey comes with the next request. */
const HALVES: readonly string[] = [
  ACCOUNT_REFUSALS.secondFactorRequired.code,
  ACCOUNT_REFUSALS.passkeyRequired.code,
];

export type SignInEvents = ReturnType<typeof createSignInEvents>;

/** Writes down who signed in, who failed to and why, in the log for who runs the server and in a table for the person. */
export function createSignInEvents(options: {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Log;
  limits: Limits;
}) {
  const { db, clock, ids, log, limits } = options;

  async function keep({ way, client, personId, factors }: Attempt, result: string): Promise<void> {
    if (personId === null || HALVES.includes(result) || way === "proof") return;
    // Each use of a program would fill the table; what they are let in with has a list of its own.
    if (result === "in" && way === "program") return;
    await insertSignInEvent(db, {
      id: ids.next("v"),
      person_id: personId,
      at: clock.now(),
      result,
      way: factors === "password" || factors === "password and code" ? way : factors,
      ip: client.ip,
      user_agent: client.userAgent.slice(0, USER_AGENT_MAX),
    });
  }

  function say({ way, client, personId, factors, reason }: Attempt, result: string): void {
    const line = {
      result,
      way,
      person: personId,
      factors,
      ip: client.ip,
      ...(reason && { reason }),
    };
    if (result === "in" || HALVES.includes(result)) log.info(line, "sign-in");
    else log.warn(line, "sign-in refused");
  }

  return {
    /** Does the work of an attempt and writes down what came of it. */
    async watched<T>(
      way: Attempt["way"],
      client: Client,
      work: (attempt: Attempt) => Promise<T>,
    ): Promise<T> {
      const attempt: Attempt = { way, client, personId: null, factors: "password" };
      try {
        const done = await work(attempt);
        say(attempt, "in");
        await keep(attempt, "in");
        return done;
      } catch (error) {
        if (error instanceof Refusal) {
          say(attempt, error.code);
          // Not waited for: an address that is a user's is answered as quickly as one that is nobody's.
          keep(attempt, error.code).catch((err: unknown) =>
            log.warn({ err }, "could not record a refused sign-in"),
          );
        }
        throw error;
      }
    },

    /** The person's newest. */
    list: (personId: string): Promise<SignInEventRow[]> =>
      listSignInEvents(db, personId, limits.signInsShown),

    sweep: (): Promise<void> =>
      deleteSignInEvents(db, new Date(clock.now().getTime() - limits.signInsKept)),
  };
}
