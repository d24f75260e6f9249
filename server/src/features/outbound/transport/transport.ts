import { isLoopback } from "../../../platform/addresses.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Config } from "../../../platform/config/index.ts";
import type { Resolver } from "../../../platform/dns/index.ts";
import type { MayConnect } from "../../../platform/outbound-http/index.ts";
import { isSendable, type OutgoingEnvelope, type OutgoingRecipient } from "./envelope.ts";
import { MAX_TARGETS, TIMEOUTS, type Timeouts } from "./limits.ts";
import type { TransportPolicies } from "./mta-sts.ts";
import { ownOutcome, type Outcome } from "./outcome.ts";
import type { OutgoingMessage } from "./outgoing-message.ts";
import type { Reply } from "./replies.ts";
import { createResting } from "./resting.ts";
import { SessionError } from "./session-error.ts";
import { createSessionPool } from "./session-pool.ts";
import { openSession, type Security, type Session } from "./session.ts";
import { addressesOf, hostsOf, type Target } from "./targets.ts";

export interface TransportOptions {
  readonly resolver: Pick<Resolver, "resolveMx" | "resolve4" | "resolve6">;
  readonly mayConnect: MayConnect;
  readonly policies: TransportPolicies;
  readonly smarthost: Config["smarthost"];
  readonly mxPort: number;
  /** What this server calls itself. */
  readonly ownName: string;
  readonly clock: Clock;
  readonly timeouts?: Partial<Timeouts>;
  /** Authorities to trust instead of the known ones (PEM); for tests. */
  readonly authorities?: readonly string[];
}

/** Hands messages to other servers. */
export interface Transport {
  /** Tries the servers of a domain; all recipients are of this domain. Each gets an outcome, whatever happens. */
  deliver(
    domain: string,
    envelope: OutgoingEnvelope,
    message: OutgoingMessage,
  ): Promise<Map<string, Outcome>>;
  /** Ends what goes on, but for messages that a server is about to answer for. Nothing new is begun. */
  interrupt(): void;
  /** Ends everything at once. */
  close(): Promise<void>;
}

/** Of recipients without an outcome, because this server stops: no try of theirs was used up. */
export const STOPPING = ownOutcome("retry", "4.3.2", "This server is shutting down");

interface Route {
  readonly target: Target;
  readonly port: number;
  readonly implicitTls: boolean;
  readonly security: Security;
  readonly credentials: { readonly user: string; readonly password: string } | null;
}

export function createTransport(options: TransportOptions): Transport {
  const { smarthost, ownName, clock } = options;
  const timeouts: Timeouts = { ...TIMEOUTS, ...options.timeouts };
  const pool = createSessionPool();
  const active = new Set<Session>();
  const stopping = new AbortController();
  const resting = createResting(clock);

  /** Where mail for a domain can go, in order; the outcomes are of servers that cannot be asked. */
  async function* routes(domain: string): AsyncGenerator<Route | Outcome> {
    if (smarthost !== null) {
      const { host, port, implicitTls, user, password } = smarthost;
      const address = host.replace(/^\[(.*)\]$/, "$1");
      const credentials = user === null ? null : { user, password: password ?? "" };
      yield {
        target: { host: address, address },
        port,
        implicitTls,
        // A password goes to nobody but the server that it is for.
        security: credentials === null || isLoopback(address) ? "opportunistic" : "verified",
        credentials,
      };
      return;
    }
    const policy = domain.startsWith("[") ? null : await options.policies.of(domain);
    const isEnforced = policy?.mode === "enforce";
    const hosts = await hostsOf(domain, {
      ...options,
      ...(isEnforced ? { isAllowed: (host) => policy.allows(host) } : {}),
    });
    if ("kind" in hosts) {
      yield hosts;
      return;
    }
    for (const host of hosts) {
      const targets = await addressesOf(host, options);
      if ("kind" in targets) yield targets;
      else
        for (const target of targets)
          yield {
            target,
            port: options.mxPort,
            implicitTls: false,
            security: isEnforced ? "verified" : "opportunistic",
            credentials: null,
          };
    }
  }

  async function open(route: Route): Promise<Session> {
    const { target, port, implicitTls, security, credentials } = route;
    const where = `${target.address} ${port}`;
    const failure = resting.errorOf(where);
    if (failure !== null) throw failure;
    const attempt = (level: Security): Promise<Session> =>
      openSession({
        ...target,
        port,
        implicitTls,
        security: level,
        ownName,
        credentials,
        authorities: options.authorities ?? null,
        timeouts,
        signal: stopping.signal,
      });
    try {
      const session = await attempt(security).catch((error: unknown) => {
        // RFC 7435: bad encryption is no reason for none of the mail; no encryption at all was fine, too.
        if (security === "opportunistic" && !implicitTls && isOf(error, "tls"))
          return attempt("none");
        throw error;
      });
      if (smarthost === null && session.serverName === ownName.toLowerCase()) {
        session.destroy();
        throw new SessionError("hello", "the server of this domain is this server itself", {
          status: "5.4.6",
        });
      }
      resting.delete(where);
      return session;
    } catch (error) {
      const isSilent = isOf(error, "connect") || isOf(error, "greeting");
      if (isSilent && !stopping.signal.aborted) resting.add(where, error as SessionError);
      throw error;
    }
  }

  async function send(
    route: Route,
    envelope: OutgoingEnvelope,
    message: OutgoingMessage,
    until: number,
  ) {
    const key = `${route.target.host} ${route.target.address} ${route.port} ${route.security}`;
    for (let session = pool.take(key); ; session = null) {
      const isFresh = session === null;
      session ??= await open(route);
      const used = session;
      active.add(session);
      if (stopping.signal.aborted) used.interrupt(isStopping());
      const timer = setTimeout(
        () => used.interrupt(isTooSlow()),
        Math.max(0, until - performance.now()),
      );
      try {
        const sent = await session.send(envelope, message);
        // One that had waited may have been given up by the other side meanwhile.
        const isStale = !isFresh && sent.failure !== null && !sent.isUncertain;
        if (isStale && sent.replies.size === 0 && !stopping.signal.aborted) continue;
        return { ...sent, reportsItself: session.extensions.has("DSN") };
      } finally {
        clearTimeout(timer);
        active.delete(session);
        pool.giveBack(key, session);
      }
    }
  }

  return {
    async deliver(domain, envelope, message) {
      const outcomes = refusedHere(envelope);
      let left: readonly OutgoingRecipient[] = envelope.recipients.filter(
        ({ address }) => !outcomes.has(address),
      );
      if (left.length === 0) return outcomes;
      let failure: Outcome | null = null;
      let tried = 0;
      const until = performance.now() + timeouts.delivery;
      let isUncertain = false;
      for await (const route of routes(domain)) {
        if ("kind" in route) {
          failure = worse(failure, route);
          continue;
        }
        if ((tried += 1) > MAX_TARGETS) break;
        const { host, address } = route.target;
        const name = host === address ? host : `${host} (${address})`;
        try {
          const sent = await send(route, { ...envelope, recipients: left }, message, until);
          for (const [to, reply] of sent.replies)
            outcomes.set(to, outcomeOf(reply, name, sent.reportsItself));
          left = left.filter((recipient) => !outcomes.has(recipient.address));
          if (sent.failure !== null) failure = worse(failure, failed(sent.failure, name));
          // RFC 5321 §4.5.3.2.6, RFC 1047: nobody knows whether it was taken, so no other server is asked at once.
          isUncertain = sent.isUncertain;
          if (isUncertain || left.length === 0) break;
        } catch (error) {
          if (!(error instanceof SessionError)) throw error;
          const outcome = failed(error, name);
          // A smart host that is not as it should be is for the administrator to put right.
          failure = worse(failure, smarthost === null ? outcome : { ...outcome, kind: "retry" });
        }
        if (stopping.signal.aborted || performance.now() >= until) break;
      }
      failure ??= ownOutcome("retry", "4.4.1", "No server could be reached");
      if (stopping.signal.aborted && !isUncertain) failure = STOPPING;
      for (const { address } of left) outcomes.set(address, failure);
      return outcomes;
    },
    interrupt() {
      stopping.abort();
      for (const session of active) session.interrupt(isStopping());
      // Sessions that wait for more say goodbye meanwhile.
      void pool.close();
    },
    async close() {
      stopping.abort();
      for (const session of active) session.destroy();
      await pool.close();
    },
  };
}

const isStopping = (): SessionError =>
  new SessionError("end", "this server is stopping", { status: "4.3.2" });

const isTooSlow = (): SessionError =>
  new SessionError("end", "the server was too slow in all", { status: "4.4.2" });

/** Addresses that no command can hold: what stands in them would be read as another command. */
function refusedHere({ mailFrom, recipients }: OutgoingEnvelope): Map<string, Outcome> {
  const sender = ownOutcome("failed", "5.1.7", "Invalid sender address");
  const recipient = ownOutcome("failed", "5.1.3", "Invalid address");
  return new Map(
    recipients.flatMap(({ address }): [string, Outcome][] =>
      !isSendable(mailFrom)
        ? [[address, sender]]
        : isSendable(address)
          ? []
          : [[address, recipient]],
    ),
  );
}

function isOf(error: unknown, stage: SessionError["stage"]): boolean {
  return error instanceof SessionError && error.stage === stage;
}

/** As long as one server may yet take it, it is tried again. */
function worse(before: Outcome | null, now: Outcome): Outcome {
  return before?.kind === "retry" && now.kind === "failed" ? before : now;
}

function outcomeOf(reply: Reply, host: string, reportsItself: boolean): Outcome {
  const kind = reply.code < 300 ? "relayed" : reply.code < 500 ? "retry" : "failed";
  return { kind, reply: reply.text, status: reply.status, host, reportsItself };
}

function failed(error: SessionError, host: string): Outcome {
  const kind = error.isPermanent ? "failed" : "retry";
  if (error.reply !== null) return { kind, reply: error.reply.text, status: error.status, host };
  return {
    kind,
    reply: `${kind === "failed" ? 550 : 451} ${error.status} ${sentence(error.message)}`,
    status: error.status,
    host,
  };
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
