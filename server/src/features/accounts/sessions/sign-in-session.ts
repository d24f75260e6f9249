import {
  SIGN_IN_SESSION_METHODS,
  SignInSession,
  type SignInSessionRecord,
} from "@atrium/contract/types/sign-in-session";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import { method, serve, type Actor, type Served } from "../../../engine/index.ts";
import { sessionIdOf } from "../identity/identity.ts";
import { mayWithOwn } from "../policy.ts";
import { endSessions } from "./end-sessions.ts";
import { listSessions, type SessionRow } from "./sessions.store.ts";

/** The browsers that are signed in as a person, as that person sees them. */
export const signInSessionType: Served = serve(SignInSession, {
  access: mayWithOwn("sessions"),
  store: {
    get: async ({ db, actor }, ids, _properties, limit) =>
      (await listSessions(db, actor.personId, { ids, limit })).map((row) => recordOf(row, actor)),
    inBatches: true,
    async destroy({ w, actor }, ids) {
      for (const only of ids) await endSessions(w, actor, { only });
    },
  },
  methods: {
    endOthers: method({
      verb: "destroy",
      arguments: SIGN_IN_SESSION_METHODS.endOthers,
      async run({ actor, accountId }, engine) {
        const current = sessionIdOf(actor);
        await engine.write([accountId], (w) =>
          endSessions(w, actor, current === undefined ? {} : { except: current }),
        );
        return { accountId };
      },
    }),
  },
});

const recordOf = (row: SessionRow, actor: Actor): SignInSessionRecord => ({
  id: row.id,
  isCurrent: row.id === sessionIdOf(actor),
  createdAt: utcSeconds(row.createdAt),
  lastSeenAt: utcSeconds(row.lastSeenAt),
  userAgent: row.userAgent,
  ip: row.ip,
});
