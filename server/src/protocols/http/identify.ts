import type { FastifyRequest } from "fastify";
import { refuse, type Actor } from "../../engine/index.ts";
import type { Accounts, Client, SignedIn } from "../../features/accounts/index.ts";
import { limitStatements } from "../../platform/db/index.ts";
import type { SecretCookie } from "./cookie.ts";
import { ACCOUNT_REFUSALS } from "../../features/accounts/index.ts";
import { HTTP_REFUSALS } from "./refusals.ts";

/** Who sends a request. `session` is null for clients that send a password or token each time. */
export interface Caller {
  readonly actor: Actor;
  readonly session: SignedIn | null;
}

export interface Identify {
  /** The session of the cookie, or null. @throws Refusal `secondFactorMissing` when it may only set one up. */
  session(request: FastifyRequest): Promise<SignedIn | null>;
  /** The same, also when it may do nothing but set up a second factor. */
  anySession(request: FastifyRequest): Promise<SignedIn | null>;
  /** Whom a request turned out to come from; undefined while that is not known, and for nobody. */
  personOf(request: FastifyRequest): string | undefined;
  /** The session, or the credentials of an Authorization header. @throws Refusal `notSignedIn`, `wrongCredentials` … */
  caller(request: FastifyRequest): Promise<Caller>;
  /** The same as of now, for an answer that takes long: the session may have ended, and rights may have changed. */
  callerNow(request: FastifyRequest): Promise<Caller>;
}

/** Statements have the same limit here as in what is then done, since a connection that changes its limit asks once more. */
export function createIdentify(
  accounts: Accounts,
  cookie: SecretCookie,
  {
    takesSecrets,
    origin,
    statementTime,
  }: {
    readonly takesSecrets: (request: FastifyRequest) => boolean;
    readonly origin: (request: FastifyRequest) => string;
    /** Of one statement, in milliseconds; 0: any time. */
    readonly statementTime: number;
  },
): Identify {
  const known = new WeakMap<FastifyRequest, Promise<SignedIn | null>>();
  const persons = new WeakMap<FastifyRequest, string>();

  async function ofCookie(request: FastifyRequest, token: string): Promise<SignedIn | null> {
    const found = await limitStatements(statementTime, () =>
      accounts.actorOfToken(token, request.ip),
    );
    if (found === null) return null;
    persons.set(request, found.actor.personId);
    return { ...found, actor: inPageOf(found.actor, origin(request)) };
  }

  function anySession(request: FastifyRequest): Promise<SignedIn | null> {
    let found = known.get(request);
    if (found === undefined) {
      const token = cookie.read(request);
      found = token === null ? Promise.resolve(null) : ofCookie(request, token);
      known.set(request, found);
    }
    return found;
  }

  async function session(request: FastifyRequest): Promise<SignedIn | null> {
    const found = await anySession(request);
    if (found?.mustEnrol) refuse(ACCOUNT_REFUSALS.secondFactorMissing);
    return found;
  }

  async function caller(request: FastifyRequest): Promise<Caller> {
    const { authorization } = request.headers;
    const basic = readBasic(authorization);
    const token = readBearer(authorization);
    if (basic !== null || token !== null) {
      if (!takesSecrets(request)) refuse(HTTP_REFUSALS.unencrypted, "use https");
      const actor = await limitStatements(statementTime, () =>
        basic === null
          ? accounts.authenticateToken(token!, request)
          : accounts.authenticate(basic, request),
      );
      persons.set(request, actor.personId);
      return { actor, session: null };
    }
    const signedIn = await session(request);
    return signedIn === null
      ? refuse(ACCOUNT_REFUSALS.notSignedIn)
      : { actor: signedIn.actor, session: signedIn };
  }

  return {
    session,
    anySession,
    caller,
    callerNow(request) {
      known.delete(request);
      return caller(request);
    },
    personOf: (request) => persons.get(request),
  };
}

const inPageOf = ({ browserSession, ...actor }: Actor, origin: string): Actor =>
  browserSession ? { ...actor, browserSession: { ...browserSession, origin } } : actor;

/** RFC 7617; null when the header is of another kind. */
export function readBasic(
  header: string | undefined,
): { address: string; password: string } | null {
  const encoded = /^Basic +([A-Za-z0-9+/_=-]+)$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 ? null : { address: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** RFC 6750 §2.1; null when the header is of another kind. */
export const readBearer = (header: string | undefined): string | null =>
  /^Bearer +([\w.~+/-]+=*) *$/i.exec(header ?? "")?.[1] ?? null;

export const hasToken = ({ headers }: FastifyRequest): boolean =>
  readBearer(headers.authorization) !== null;

export const clientOf = (request: FastifyRequest): Client => ({
  ip: request.ip,
  userAgent: request.headers["user-agent"] ?? "",
});
