import type { AddDomain, AddPerson, AdminDomain, AdminPerson, ChangePerson } from "./admin.ts";
import { endpoint } from "./endpoint.ts";
import type {
  ChangePassword,
  ChangePreferences,
  SessionInfo,
  SessionSummary,
  SetUp,
  SetUpState,
  SignIn,
} from "./session.ts";

export { endpointPath } from "./endpoint.ts";
export type { AnswerOf, BodyOf, Endpoint } from "./endpoint.ts";

/** Every REST route of the suite. State-changing ones are checked for their Origin. */
export const api = {
  session: {
    /** Who is signed in in this browser; 401 `notSignedIn` otherwise. */
    read: endpoint<undefined, SessionInfo>("GET", "/api/session"),
    signIn: endpoint<SignIn, SessionInfo>("POST", "/api/sign-in"),
    signOut: endpoint("POST", "/api/sign-out"),
  },
  setUp: {
    /** `open` is true while the one-time link is good. The token travels in the body: addresses end up in logs. */
    read: endpoint<{ token: string }, SetUpState>("POST", "/api/set-up/state"),
    complete: endpoint<SetUp, SessionInfo>("POST", "/api/set-up"),
  },
  sessions: {
    list: endpoint<undefined, readonly SessionSummary[]>("GET", "/api/sessions"),
    end: endpoint("DELETE", "/api/sessions/:id"),
    /** Ends every session of the person but this one. */
    endOthers: endpoint("DELETE", "/api/sessions"),
  },
  /** Ends every other session of the person; this one goes on under a new cookie. */
  password: { change: endpoint<ChangePassword>("POST", "/api/password") },
  preferences: { change: endpoint<ChangePreferences, SessionInfo>("PATCH", "/api/preferences") },
  admin: {
    people: {
      list: endpoint<undefined, readonly AdminPerson[]>("GET", "/api/admin/people"),
      add: endpoint<AddPerson, AdminPerson>("POST", "/api/admin/people"),
      change: endpoint<ChangePerson, AdminPerson>("PATCH", "/api/admin/people/:id"),
      disable: endpoint("POST", "/api/admin/people/:id/disable"),
      enable: endpoint("POST", "/api/admin/people/:id/enable"),
      /** Ends every session of that person. */
      setPassword: endpoint<{ password: string }>("POST", "/api/admin/people/:id/password"),
    },
    domains: {
      list: endpoint<undefined, readonly AdminDomain[]>("GET", "/api/admin/domains"),
      add: endpoint<AddDomain, AdminDomain>("POST", "/api/admin/domains"),
    },
  },
} as const;
