import type { EnvelopeAddress, SubmissionEnvelope } from "@atrium/contract/types/email-submission";
import { refuseProperty } from "../../../engine/index.ts";
import { parseAddress } from "../../accounts/index.ts";
import { areMailParameters, areRecipientParameters } from "../sending/parameters.ts";

const wrong = (detail: string): never => refuseProperty("envelope", detail);

/** Checks an envelope as a client gave it; `parameters` are there or null afterwards. @throws Refusal `invalidProperties` */
export function checkEnvelope(given: object): SubmissionEnvelope {
  const { mailFrom, rcptTo, ...others } = given as { mailFrom?: unknown; rcptTo?: unknown };
  if (Object.keys(others).length > 0) wrong("an envelope must have mailFrom and rcptTo only");
  if (!Array.isArray(rcptTo)) return wrong("rcptTo must be a list");
  return {
    mailFrom: checkAddress(mailFrom, areMailParameters),
    rcptTo: rcptTo.map((one: unknown) => checkAddress(one, areRecipientParameters)),
  };
}

function checkAddress(
  given: unknown,
  areParameters: (parameters: Readonly<Record<string, unknown>>) => boolean,
): EnvelopeAddress {
  if (typeof given !== "object" || given === null) return wrong("an address must be an object");
  const { email, parameters = null, ...others } = given as Record<string, unknown>;
  if (typeof email !== "string" || Object.keys(others).length > 0)
    return wrong("an address must have email and parameters only");
  if (typeof parameters !== "object") return wrong("parameters must be an object");
  if (parameters !== null && !areParameters(parameters as Record<string, unknown>))
    return wrong("a parameter is not supported or has an invalid value");
  return { email, parameters: parameters as EnvelopeAddress["parameters"] & object };
}

/** RFC 8621 §7: each recipient of the header once. Addresses that are none are kept, for the error that names them. */
export function distinctRecipients(addresses: readonly string[]): EnvelopeAddress[] {
  const byMailbox = new Map(
    [...new Set(addresses)].map(
      (email) => [parseAddress(email)?.canonical ?? email, email] as const,
    ),
  );
  return [...byMailbox.values()].map((email) => ({ email, parameters: null }));
}
