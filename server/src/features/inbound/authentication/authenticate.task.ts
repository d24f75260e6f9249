import { Readable } from "node:stream";
import type { EmailAuthentication } from "@atrium/contract/types/email";
import { authorsOf } from "@atrium/formats/mime";
import type { ARCData, ARCResult, DKIMResult, DNSResolver, SPFResult } from "mailauth";
import { arc } from "mailauth/lib/arc/index.js";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { spf } from "mailauth/lib/spf/index.js";
import type { Ask } from "../../../platform/workers/index.ts";
import { fieldsOf, type Field } from "../../mail/message/header.ts";
import type { Envelope } from "../trace.ts";
import type { Findings } from "./authenticate.ts";
import { boundedLookup } from "./bounded-lookup.ts";
import { judgeAuthors } from "./judge-authors.ts";
import { MAX_ARC_FIELDS, MAX_SIGNATURE_OCTETS, MAX_SIGNATURES, MAX_STRAY_LINE } from "./limits.ts";
import { prefetch } from "./prefetch.ts";
import { sealersOf } from "./sealers.ts";
import { isSignature } from "./signatures.ts";

export interface OriginInput {
  readonly envelope: Pick<Envelope, "remoteAddress" | "helo" | "mailFrom">;
  /** Of the whole message where someone vouches for a body, of its header otherwise. */
  readonly bytes: Uint8Array;
  /** Octets of the header, at their beginning. */
  readonly header: number;
  readonly now: Date;
  readonly hostName: string;
  /** Milliseconds for DNS. */
  readonly time: number;
  /** False: signatures take too much, and are not looked at. */
  readonly looksAtSignatures: boolean;
}

/** What is asked of DNS. */
export interface Question {
  readonly name: string;
  readonly type: string;
}

const LONG_SPACE = /\s{200}/;

/**
 * SPF (RFC 7208), DKIM (RFC 6376), ARC (RFC 8617) and DMARC (RFC 9989), each as its RFC has it, in a thread of its own.
 * What cannot be found out in time is a `temperror`.
 */
export async function run(input: OriginInput, ask: Ask): Promise<Findings> {
  const { envelope, bytes, hostName, now, time } = input;
  const lookup = boundedLookup(
    async (name, type) => (await ask({ name, type } satisfies Question)) as unknown[],
    time,
  );
  const exactly = { resolver: lookup as DNSResolver, strict: true };
  const spfDone = spf({
    ip: envelope.remoteAddress,
    helo: envelope.helo,
    sender: envelope.mailFrom,
    mta: hostName,
    ...exactly,
  });
  // It is waited for below; until then its failure is no unhandled one.
  spfDone.catch(() => undefined);

  const header = Buffer.from(bytes.buffer, bytes.byteOffset, input.header);
  const all = fieldsOf(header);
  const fields = withinLimits(
    input.looksAtSignatures ? all : all.filter((field) => !isSignature(field)),
  );
  prefetch(lookup, fields);
  const signatures = await dkimVerify(toVerify(input, fields), { ...exactly, curTime: now });
  const chain = await arc(signatures.arc as ARCData, exactly);
  const sender = await spfDone;
  const dkim = signatures.results.filter((result) => result.signingDomain !== undefined);
  const authors = authorsOf(header);
  // A signature vouches for the From field that it was made of; where others count other fields, that may be another.
  const signed = signatures.fromFields === authors.fields ? dkim : [];
  const vouching = {
    spf: sender.status.result === "pass" ? [sender.domain] : [],
    dkim: signed
      .filter((result) => dkimResult(result) === "pass")
      .map(({ signingDomain }) => signingDomain!),
  };
  const { dmarc, organisation } = await judgeAuthors(authors, vouching, lookup as DNSResolver);
  return {
    results: {
      spf: spfOf(sender),
      dkim: dkim.map((result) => ({
        result: dkimResult(result),
        domain: result.signingDomain!,
        selector: result.selector ?? "",
      })),
      dmarc,
      arc: arcOf(chain),
    },
    organisation,
    sealers: sealersOf(chain),
    vouching: [...vouching.spf, ...vouching.dkim],
    reasons: {
      ...(isBad(sender.status.result) ? { spf: reasonOf(sender.status.comment, hostName) } : {}),
      dkim: dkim.map((result) =>
        dkimResult(result) === "pass" ? undefined : result.status.comment,
      ),
    },
  };
}

/** What mailauth gets along with: some of what it does takes the square of a field's length, or of their number. */
function withinLimits(fields: readonly Field[]): Field[] {
  let [signatures, ofChain] = [0, 0];
  return fields.filter((field) => {
    const { name, raw } = field;
    // A first line that is no field would be searched for white space from each place on.
    if (name === "") return raw.length <= MAX_STRAY_LINE;
    if (!isSignature(field)) return true;
    // No signer writes so much, nor so much white space.
    if (raw.length > MAX_SIGNATURE_OCTETS || LONG_SPACE.test(raw.toString("latin1"))) return false;
    return name === "dkim-signature" ? ++signatures <= MAX_SIGNATURES : ++ofChain <= MAX_ARC_FIELDS;
  });
}

/** The message with these fields for its header, or the header alone when nothing vouches for a body. */
function toVerify({ bytes, header }: OriginInput, fields: readonly Field[]): Readable | Buffer {
  const head = Buffer.concat(fields.map(({ raw }) => raw));
  if (!fields.some(isSignature)) return head;
  return Readable.from([head, bytes.subarray(header)], { objectMode: false });
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
