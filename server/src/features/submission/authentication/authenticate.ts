import { Readable } from "node:stream";
import type { EmailAuthentication } from "@atrium/contract/types/email";
import type { ARCData, ARCResult, DKIMResult, DNSResolver, SPFResult } from "mailauth";
import { arc } from "mailauth/lib/arc/index.js";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { evaluateDmarc } from "mailauth/lib/dmarc/index.js";
import { spf } from "mailauth/lib/spf/index.js";
import type { Clock } from "../../../platform/clock.ts";
import type { Resolver } from "../../../platform/dns/index.ts";
import { fieldsOf, type Field } from "../header.ts";
import { withHeader, type Spooled } from "../spool.ts";
import type { Envelope } from "../trace.ts";
import { boundedLookup } from "./bounded-lookup.ts";
import { prefetch } from "./prefetch.ts";
import { sealersOf } from "./sealers.ts";

/** What was found out about a mail, and what a policy needs besides. */
export interface Findings {
  readonly results: EmailAuthentication;
  /** The domain that From's one belongs to, as DMARC has it; null when no record was found. */
  readonly organisation: string | null;
  /** All who sealed a chain that holds, when the first of them saw DMARC pass; otherwise nobody. */
  readonly sealers: readonly string[];
  /** Why a check failed, for people who read headers; by its place in `results`. */
  readonly reasons: { readonly spf?: string; readonly dkim: readonly (string | undefined)[] };
}

/** Checks one mail; SPF has begun, since it needs no more than the envelope. */
export interface Check {
  finish(message: Spooled): Promise<Findings>;
}

/** Of a mail with more, the rest is not looked at: each costs a key and perhaps a hash of the whole body. */
const MAX_SIGNATURES = 12;
const LONG_SPACE = /\s{200}/;

/**
 * SPF (RFC 7208), DKIM (RFC 6376), ARC (RFC 8617) and DMARC (RFC 9989), each as its RFC has it. Never fails: what
 * cannot be found out within `time` milliseconds, for SPF and again for the rest, is a `temperror`.
 */
export function beginCheck(
  envelope: Pick<Envelope, "remoteAddress" | "helo" | "mailFrom">,
  options: {
    readonly resolver: Resolver;
    readonly clock: Clock;
    readonly hostName: string;
    readonly time: number;
  },
): Check {
  const { resolver, clock, hostName, time } = options;
  const spfDone = spf({
    ip: envelope.remoteAddress,
    helo: envelope.helo,
    sender: envelope.mailFrom,
    mta: hostName,
    resolver: boundedLookup(resolver.lookup, time) as DNSResolver,
    strict: true,
  });

  // A message that is refused before its end is not checked to the end.
  spfDone.catch(() => undefined);

  return {
    async finish(message) {
      const lookup = boundedLookup(resolver.lookup, time);
      const fields = withFewSignatures(fieldsOf(message.header));
      prefetch(lookup, fields);
      const exactly = { resolver: lookup as DNSResolver, strict: true };
      const signatures = await dkimVerify(toVerify(message, fields), {
        ...exactly,
        curTime: clock.now(),
      });
      const chain = await arc(signatures.arc as ARCData, exactly);
      const sender = await spfDone;
      const dkim = signatures.results.filter((result) => result.signingDomain !== undefined);
      const { response: dmarc } = await evaluateDmarc({
        headerFrom: signatures.headerFrom,
        fromFields: signatures.fromFields,
        spfDomains: sender.status.result === "pass" ? [sender.domain] : [],
        dkimDomains: dkim
          .filter((result) => dkimResult(result) === "pass")
          .map(({ signingDomain }) => ({ domain: signingDomain! })),
        ...exactly,
      });
      return {
        results: {
          spf: spfOf(sender),
          dkim: dkim.map((result) => ({
            result: dkimResult(result),
            domain: result.signingDomain!,
            selector: result.selector ?? "",
          })),
          dmarc: dmarcOf(dmarc),
          arc: arcOf(chain),
        },
        organisation: dmarc === false ? null : (dmarc.domain ?? null),
        sealers: sealersOf(chain),
        reasons: {
          ...(isBad(sender.status.result)
            ? { spf: reasonOf(sender.status.comment, hostName) }
            : {}),
          dkim: dkim.map((result) =>
            dkimResult(result) === "pass" ? undefined : result.status.comment,
          ),
        },
      };
    },
  };
}

function withFewSignatures(fields: readonly Field[]): Field[] {
  let signatures = 0;
  return fields.filter(({ name, raw }) => {
    if (name !== "dkim-signature" && !name.startsWith("arc-")) return true;
    // What mailauth does with white space takes the square of its length, and no signer writes so much.
    if (LONG_SPACE.test(raw.toString("latin1"))) return false;
    if (name === "dkim-signature") signatures += 1;
    return name !== "dkim-signature" || signatures <= MAX_SIGNATURES;
  });
}

/** The message, or its header alone when nothing vouches for a body. */
function toVerify(message: Spooled, fields: readonly Field[]): Readable | Buffer {
  const header = Buffer.concat(fields.map(({ raw }) => raw));
  const isSigned = fields.some(({ name }) => name === "dkim-signature" || name.startsWith("arc-"));
  return isSigned ? Readable.from(withHeader(header, message), { objectMode: false }) : header;
}

type Results = EmailAuthentication;

function spfOf({ status, domain }: SPFResult): Results["spf"] {
  return { result: status.result as Results["spf"]["result"], domain: domain || null };
}

/** RFC 8601 §2.7.1 `policy`: what a signature does not cover, anybody can have added (`l=`, RFC 6376 §8.2). */
function dkimResult({ status }: DKIMResult): Results["dkim"][number]["result"] {
  if (status.result === "pass" && (status.underSized ?? 0) > 0) return "policy";
  return status.result as Results["dkim"][number]["result"];
}

function dmarcOf(
  response: Awaited<ReturnType<typeof evaluateDmarc>>["response"],
): Results["dmarc"] {
  // RFC 9989 §5.3.1: with no author's domain or several there is nobody whose policy could count.
  if (response === false)
    return {
      result: "permerror",
      domain: null,
      policy: null,
      alignment: { spf: false, dkim: false },
    };
  const { status, policy, alignment } = response;
  return {
    result: status.result as Results["dmarc"]["result"],
    domain: status.header?.from ?? null,
    policy: (policy as Results["dmarc"]["policy"] | undefined) ?? null,
    alignment: {
      spf: alignment?.spf.result !== undefined,
      dkim: alignment?.dkim.result !== undefined,
    },
  };
}

function arcOf({ status, chain }: ARCResult): Results["arc"] {
  const last = chain ? chain.at(-1) : undefined;
  const sealer: unknown = last?.["arc-seal"]?.parsed?.d?.value;
  return {
    result: status.result as Results["arc"]["result"],
    sealer: typeof sealer === "string" ? sealer.toLowerCase() : null,
  };
}

const isBad = (result: string): boolean => result.endsWith("error");

/** mailauth begins its sentences with the name of the server. */
function reasonOf(comment: string | undefined, hostName: string): string | undefined {
  return comment?.replace(`${hostName}: `, "");
}
