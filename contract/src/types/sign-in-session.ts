import { defineType, type Properties, type RecordOf } from "./define.ts";
import { WAYS_IN } from "./ways-in.ts";

/**
 * Of Atrium: a browser that is signed in as the person whose account it is. Signing in makes one, and destroying it signs
 * that browser out; who sees a stranger need not prove anything for it. `SignInSession/endOthers` ends all but the one that
 * asks. That one is seen again (`lastSeenAt`, and `ip` with it) is not a change; one that has expired is there
 * until the server's next sweep, within the hour, and one that a new policy ends goes at once.
 */
export const SignInSession = defineType({
  name: "SignInSession",
  ...WAYS_IN,
  properties: {
    /** Names it, and opens nothing. */
    id: { type: "Id", immutable: true, serverSet: true },
    /** Whether it is the one that asks. */
    isCurrent: { type: "Boolean", serverSet: true },
    createdAt: { type: "UTCDate", serverSet: true },
    /** Exact to some minutes. */
    lastSeenAt: { type: "UTCDate", serverSet: true },
    /** As the browser names itself. */
    userAgent: { type: "String", serverSet: true },
    /** From where it was last seen. */
    ip: { type: "String", serverSet: true },
  },
});

/** What its own methods take beyond the account. */
export const SIGN_IN_SESSION_METHODS = {
  endOthers: {},
} as const satisfies Readonly<Record<string, Properties>>;

export type SignInSessionRecord = RecordOf<typeof SignInSession>;
