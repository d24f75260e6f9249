import type {
  AcceptInvitation,
  InvitationKind,
  InvitationState,
} from "@atrium/contract/api/session";
import { refuse, type Engine } from "../../../engine/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/index.ts";
import { accessChanged } from "../access/access.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import type { Attempt, SignInEvents } from "../history/sign-in-events.ts";
import { actorOf, mustShowPasskey, signedInAs, type SignedIn } from "../identity/identity.ts";
import { readIdentity, type Identity } from "../identity/identity.store.ts";
import type { NoticeEvent } from "../notices/notice-event.ts";
import { notify } from "../notices/notices.ts";
import { notePerson } from "../organisation/note.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { checkPassword } from "../passwords/password.rules.ts";
import { hashPassword } from "../passwords/password.ts";
import { writeChoices } from "../preferences/preferences.store.ts";
import { hasPassword, writePassword } from "../persons/persons.store.ts";
import { ACCOUNT_REFUSALS } from "../refusals.ts";
import type { SecondFactor } from "../second-factor/second-factor.ts";
import { endSessions } from "../sessions/end-sessions.ts";
import { hashToken, type Client, type Sessions } from "../sessions/sessions.ts";
import type { Throttle } from "../throttle/throttle.ts";
import {
  deleteExpiredInvitations,
  readInvitation,
  takeInvitation,
} from "../persons/invitations.store.ts";

/** The links with which people set a password: a first one, or another after they lost or forgot theirs. */
export function createInvitations(options: {
  db: Db;
  engine: Engine;
  clock: Clock;
  sessions: Sessions;
  throttle: Throttle;
  secondFactor: SecondFactor;
  events: SignInEvents;
}) {
  const { db, engine, clock, sessions, throttle, secondFactor, events } = options;

  /** Whom the token invites. Whoever guesses is counted as at the sign-in; whatever is wrong is answered the same. */
  async function find(token: string, client: Client): Promise<Found | null> {
    await throttle.attemptNetwork(client.ip);
    const found = await readInvitation(db, hashToken(token), clock.now());
    const identity = found && (await readIdentity(db, found.personId));
    if (found === null || identity === null) return null;
    await throttle.succeededNetwork(client.ip);
    return { identity, kind: found.kind, hasSecondFactor: found.hasSecondFactor };
  }

  /** Everything but the password itself that signing in with it would ask for. */
  async function checkFactor(
    { identity, hasSecondFactor }: Found,
    code: string | undefined,
    attempt: Attempt,
  ): Promise<void> {
    if (mustShowPasskey(identity, clock.now())) refuse(ACCOUNT_REFUSALS.passkeyRequired);
    if (!hasSecondFactor) return;
    if (code === undefined) return refuse(ACCOUNT_REFUSALS.secondFactorRequired);
    await secondFactor.check(identity.personId, code);
    attempt.reason = "with code";
  }

  return {
    /** What the page of a link shows. */
    async read(token: string, client: Client): Promise<InvitationState> {
      const found = await find(token, client);
      if (found === null) return { open: false };
      const { name, address, organisation } = found.identity;
      return { open: true, kind: found.kind, name, address, organisation };
    },

    /**
     * Sets the password, ends what sessions there are, and starts one.
     * @throws Refusal `forbidden` for a link that is wrong, used or too old, `weakPassword`, and as signing in does
     * `secondFactorRequired`, `wrongCode`, `passkeyRequired` or `tooManyRequests`; the link stays good then.
     */
    accept: (
      { token, password, code, locale }: AcceptInvitation,
      client: Client,
    ): Promise<SignedIn & { readonly token: string }> =>
      events.watched("browser", client, async (attempt) => {
        attempt.factors = "invitation";
        const found = await find(token, client);
        if (found === null) return refuse("forbidden", WORTHLESS);
        const { identity, kind, hasSecondFactor } = found;
        attempt.factors = kind;
        const { personId, name, address, organisation } = identity;
        attempt.personId = personId;
        await checkPassword(db, password, { name, addresses: [address], organisation });
        await checkFactor(found, code, attempt);
        const hash = await hashPassword(password);
        const by = actorOf(identity, kind, client.ip);
        const { verb, event } = USED[kind];
        const passwordOf = await engine.write([ORGANISATION, identity.accountId], async (w) => {
          if (!(await takeInvitation(w.tx, hashToken(token), w.now)))
            refuse("forbidden", WORTHLESS);
          const hadPassword = await hasPassword(w.tx, personId);
          await writePassword(w.tx, personId, hash, w.now);
          await endSessions(w, identity);
          if (locale !== undefined && identity.preferences.locale === undefined)
            await writeChoices(w.tx, personId, { locale });
          await recordAct(w, by, { verb, thing: personId });
          if (hadPassword) await notify(w, by, { personId, event });
          notePerson(w, personId);
          accessChanged(w, personId);
          return w.now.getTime();
        });
        const proved = { passwordOf, withCode: hasSecondFactor };
        const session = await sessions.start(identity, client, proved);
        return {
          ...signedInAs(identity, session.id, clock.now(), client.ip, sessions.provedUntil()),
          token: session.token,
        };
      }),

    sweep: (): Promise<void> => deleteExpiredInvitations(db, clock.now()),
  };
}

interface Found {
  readonly identity: Identity;
  readonly kind: InvitationKind;
  readonly hasSecondFactor: boolean;
}

/** Records that a link was used, and notifies the user if there was a password before. */
const USED = {
  invitation: { verb: "person.accept-invitation", event: "invitation-used" },
  recovery: { verb: "person.recover", event: "recovered" },
} as const satisfies Record<InvitationKind, { verb: string; event: NoticeEvent }>;

const WORTHLESS = "not an invitation, or no longer";
