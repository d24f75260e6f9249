import type { Secrets } from "../../../platform/secrets/index.ts";

const PURPOSE = "srs";
const DAY = 86_400_000;
/** RFC 4648 §6. */
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** Days in the two characters of a time. */
const DAYS = BASE32.length ** 2;
/** Days for which what comes back is passed on. */
const VALID_FOR = 21;
/** Characters of the proof, five bits each. */
const PROOF = 10;
/** Octets of a rewritten local part; RFC 5321 §4.5.3.1.1 says 64, but no other server looks at what is behind the first. */
const MAX_LOCAL = 200;

const REWRITTEN = /^srs0=([a-z2-7]{10})=([a-z2-7]{2})=([^=@\s]{1,253})=([^@\s]{1,200})$/i;

/**
 * The sender of a redirected message at a domain of ours (Sender Rewriting Scheme): SPF of the sender's domain knows
 * nothing of this server, and what comes back goes to the sender all the same. The null sender where that cannot be.
 */
export function rewriteSender(
  secrets: Pick<Secrets, "sign">,
  {
    mailFrom,
    domain,
    now,
  }: { readonly mailFrom: string; readonly domain: string; readonly now: Date },
): string {
  const at = mailFrom.lastIndexOf("@");
  if (at < 1) return "";
  const [local, from] = [mailFrom.slice(0, at), mailFrom.slice(at + 1)];
  const day = dayOf(now);
  const rewritten = `SRS0=${proof(secrets, day, from, local)}=${day}=${from}=${local}`;
  return REWRITTEN.test(rewritten) && rewritten.length <= MAX_LOCAL ? `${rewritten}@${domain}` : "";
}

/** The sender behind a rewritten local part; `null` for one that is not ours or too old. */
export function originalSender(
  secrets: Pick<Secrets, "sign">,
  local: string,
  now: Date,
): string | null {
  const [, given, day, domain, sender] = REWRITTEN.exec(local) ?? [];
  if (given === undefined) return null;
  const time = day!.toUpperCase();
  if (given.toUpperCase() !== proof(secrets, time, domain!, sender!)) return null;
  const age = (numberOf(dayOf(now)) - numberOf(time) + DAYS) % DAYS;
  return age <= VALID_FOR ? `${sender}@${domain}` : null;
}

/** Servers on the way may change the case of it all. */
function proof(secrets: Pick<Secrets, "sign">, day: string, domain: string, local: string): string {
  const signed = secrets.sign(PURPOSE, `${day}=${domain}=${local}`.toLowerCase());
  const octets = Buffer.from(signed, "base64url");
  return Array.from({ length: PROOF }, (_, index) => BASE32[octets[index]! % 32]).join("");
}

function dayOf(now: Date): string {
  const day = Math.floor(now.getTime() / DAY) % DAYS;
  return BASE32[Math.floor(day / 32)]! + BASE32[day % 32]!;
}

const numberOf = (day: string): number =>
  BASE32.indexOf(day[0]!) * BASE32.length + BASE32.indexOf(day[1]!);
