import type { DomainCheck, ServedRemote } from "./admin.ts";
import { endpoint } from "./endpoint.ts";
import type { MailNamed, MailPictures } from "./mail.ts";
import type { AddPasskey, PasskeyCreation, PasskeyRequest, ShownPasskey } from "./passkeys.ts";
import type {
  BeganSecondFactor,
  PasswordAgain,
  RecoveryAddress,
  RecoveryCodes,
  SecondFactorState,
} from "./security.ts";
import type {
  AcceptInvitation,
  ChangePassword,
  SessionInfo,
  SetUp,
  InvitationState,
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
  /** The link with which someone sets a password. The token travels in the body here too. */
  invitation: {
    read: endpoint<{ token: string }, InvitationState>("POST", "/api/invitation/state"),
    accept: endpoint<AcceptInvitation, SessionInfo>("POST", "/api/invitation"),
  },
  /**
   * Sends a link to the recovery address of whoever has this address. Answers the same in any case, which it also takes as long
   * for, or 429 `tooManyRequests`.
   */
  recovery: { ask: endpoint<{ address: string }>("POST", "/api/recovery") },
  /** What changes it asks for a proof that is not old. */
  recoveryAddress: {
    read: endpoint<undefined, RecoveryAddress>("GET", "/api/recovery-address"),
    /** Sends a code there; 403 `forbidden` for an address whose mail comes to this person here. */
    ask: endpoint<{ address: string }>("POST", "/api/recovery-address"),
    /** 401 `wrongCode`, also for one that is too old or was tried too often. */
    confirm: endpoint<{ code: string }>("POST", "/api/recovery-address/confirm"),
    remove: endpoint("POST", "/api/recovery-address/remove"),
  },
  /** The newest sign-ins as this person, and what failed of them. */
  signIns: { list: endpoint<undefined, readonly SignInEvent[]>("GET", "/api/sign-ins") },
  /** Ends every other session of the person; this one goes on under a new cookie. */
  password: { change: endpoint<ChangePassword>("POST", "/api/password") },
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
    /**
     * The same by a passkey, for who is asked for a second factor and reaches nothing else yet; 403 `forbidden` for others, whose
     * way is `Passkey/begin`. What the device answers goes to `addPasskey` from the same session, within minutes and once.
     */
    beginPasskey: endpoint<PasswordAgain, PasskeyCreation>("POST", "/api/second-factor/passkey"),
    addPasskey: endpoint<AddPasskey>("POST", "/api/second-factor/passkey/add"),
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
  admin: {
    domains: {
      /** Asks DNS: it may take some seconds. 404 when the domain is not ours. */
      check: endpoint<undefined, DomainCheck>("GET", "/api/admin/domains/:name/check"),
    },
    remotes: {
      /** Reads its manifest, elsewhere if need be: it may take some seconds. */
      served: endpoint<undefined, ServedRemote>("GET", "/api/admin/remotes/:name"),
    },
  },
} as const;
