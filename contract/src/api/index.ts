import type { DomainCheck } from "./admin.ts";
import { endpoint } from "./endpoint.ts";
import type { MailNamed, MailPictures } from "./mail.ts";
import type {
  AddPasskey,
  Passkey,
  PasskeyCreation,
  PasskeyRequest,
  ShownPasskey,
} from "./passkeys.ts";
import type {
  BeganSecondFactor,
  ChangeSecondFactorRule,
  ClientCredential,
  ChangeCredential,
  CreateCredential,
  CreatedCredential,
  PasswordAgain,
  RecoveryCodes,
  SecondFactorRule,
  SecondFactorState,
} from "./security.ts";
import type {
  ChangePassword,
  ChangePreferences,
  SessionInfo,
  SessionSummary,
  SetUp,
  SetUpState,
  SignIn,
  SignInEvent,
} from "./session.ts";

export { endpointPath } from "./endpoint.ts";
export type { AnswerOf, BodyOf, Endpoint } from "./endpoint.ts";

/** Every REST route of the suite. State-changing ones are checked for their Origin. */
export const api = {
  session: {
    /** Who is signed in in this browser; 401 `notSignedIn` otherwise. */
    read: endpoint<undefined, SessionInfo>("GET", "/api/session"),
    signIn: endpoint<SignIn, SessionInfo>("POST", "/api/sign-in"),
    /** Asks for a passkey, whoever's it is. The answer of it goes to `showPasskey` from the same browser, within minutes and once. */
    askPasskey: endpoint<undefined, PasskeyRequest>("POST", "/api/sign-in/passkey/ask"),
    /** Signs in with a passkey alone. 401 `wrongPasskey`. */
    showPasskey: endpoint<ShownPasskey, SessionInfo>("POST", "/api/sign-in/passkey"),
    /** Proves again who it is: 401 `proofRequired` of other routes asks for it. */
    prove: endpoint<PasswordAgain>("POST", "/api/proof"),
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
  /** The newest sign-ins as this person, and what failed of them. */
  signIns: { list: endpoint<undefined, readonly SignInEvent[]>("GET", "/api/sign-ins") },
  /** Ends every other session of the person; this one goes on under a new cookie. */
  password: { change: endpoint<ChangePassword>("POST", "/api/password") },
  /** Secrets that other programs sign in with. */
  credentials: {
    list: endpoint<undefined, readonly ClientCredential[]>("GET", "/api/credentials"),
    /** 401 `wrongCredentials` when the password is wrong. */
    create: endpoint<CreateCredential, CreatedCredential>("POST", "/api/credentials"),
    /** 401 `wrongCredentials` when the password is wrong. */
    change: endpoint<ChangeCredential, ClientCredential>("PATCH", "/api/credentials/:id"),
    revoke: endpoint("DELETE", "/api/credentials/:id"),
  },
  secondFactor: {
    read: endpoint<undefined, SecondFactorState>("GET", "/api/second-factor"),
    begin: endpoint<PasswordAgain, BeganSecondFactor>("POST", "/api/second-factor"),
    /** Turns it on, by a code of the app; ends every other session. 401 `wrongCode`. */
    confirm: endpoint<{ code: string }, RecoveryCodes>("POST", "/api/second-factor/confirm"),
    renewRecoveryCodes: endpoint<PasswordAgain, RecoveryCodes>(
      "POST",
      "/api/second-factor/recovery-codes",
    ),
    turnOff: endpoint<PasswordAgain>("POST", "/api/second-factor/turn-off"),
  },
  passkeys: {
    list: endpoint<undefined, readonly Passkey[]>("GET", "/api/passkeys"),
    /** Begins to add one; what the device answers goes to `add` from the same session, within minutes and once. */
    begin: endpoint<PasswordAgain, PasskeyCreation>("POST", "/api/passkeys/begin"),
    add: endpoint<AddPasskey, Passkey>("POST", "/api/passkeys"),
    rename: endpoint<{ name: string }>("PATCH", "/api/passkeys/:id"),
    remove: endpoint<PasswordAgain>("POST", "/api/passkeys/:id/remove"),
  },
  mail: {
    /** Where the pictures that a mail wants from other servers can be had. Those that it does not name are left out. */
    pictures: endpoint<MailPictures, { readonly addresses: Readonly<Record<string, string>> }>(
      "POST",
      "/api/mail/pictures",
    ),
    /** Unsubscribes from the list that sent a mail, as RFC 8058 has it. */
    unsubscribe: endpoint<MailNamed>("POST", "/api/mail/unsubscribe"),
  },
  preferences: { change: endpoint<ChangePreferences, SessionInfo>("PATCH", "/api/preferences") },
  /**
   * What gives access to an account, or to another user's mail, or takes a hurdle away, answers 401 `proofRequired` where the
   * last proof is 15 minutes old.
   */
  admin: {
    domains: {
      /** Asks DNS: it may take some seconds. 404 when the domain is not ours. */
      check: endpoint<undefined, DomainCheck>("GET", "/api/admin/domains/:name/check"),
    },
    secondFactor: {
      read: endpoint<undefined, SecondFactorRule>("GET", "/api/admin/second-factor"),
      change: endpoint<ChangeSecondFactorRule>("POST", "/api/admin/second-factor"),
    },
  },
} as const;
