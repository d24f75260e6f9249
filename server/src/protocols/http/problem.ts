import { REFUSAL_CODES, type Problem, type RefusalCode } from "@atrium/contract/errors";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { Refusal, TOO_SLOW } from "../../engine/index.ts";
import { StoreUnavailable } from "../../platform/blobs/index.ts";
import { isUnavailable, isTooSlow } from "../../platform/db/index.ts";
import { diskFault } from "../../platform/disk-error.ts";

/** English words for developers; people read the strings of the code. */
const TITLES: Readonly<Record<RefusalCode, string>> = {
  badRequest: "Invalid request",
  notSignedIn: "Not signed in",
  wrongCredentials: "Wrong email address or password",
  secondFactorRequired: "A code is required",
  wrongCode: "Wrong code",
  passkeyRequired: "A passkey is required",
  wrongPasskey: "Wrong passkey",
  secondFactorMissing: "Set up a second factor first",
  proofRequired: "Confirm your password",
  forbidden: "Not allowed",
  wrongOrigin: "The request comes from another site",
  unencrypted: "The connection is not encrypted",
  notFound: "Not found",
  alreadyExists: "Already exists",
  setUpDone: "Already set up",
  tooLarge: "Too large",
  invalid: "Invalid value",
  weakPassword: "The password is too easy to guess",
  tooManyRequests: "Too many attempts",
  overQuota: "No space left",
  serverFail: "Something went wrong on the server",
  unavailable: "Not available at the moment",
};

export function problem(
  code: RefusalCode,
  more: Pick<Problem, "detail" | "id" | "retryAfter" | "hasExpired"> = {},
): Problem {
  return { type: "about:blank", title: TITLES[code], status: REFUSAL_CODES[code], code, ...more };
}

/** The problem document of anything thrown. What is not a refusal is logged; the document carries only its id. */
export function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Refusal) {
    const { retryAfter, hasExpired } = error.extra;
    return problem(error.rest, {
      ...(error.detail === undefined ? {} : { detail: error.detail }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(hasExpired === undefined ? {} : { hasExpired }),
    });
  }
  const code = codeOfFastify(error);
  if (code !== null) return problem(code);
  if (request.raw.readableAborted) {
    request.log.debug({ err: error }, "client disconnected");
    return problem("badRequest");
  }
  if (isTooSlow(error)) {
    request.log.warn("request exceeded the statement timeout");
    return problem("unavailable", { detail: TOO_SLOW, id: request.id });
  }
  const isWithoutBlobs = error instanceof StoreUnavailable;
  if (isWithoutBlobs || isUnavailable(error)) {
    const which = isWithoutBlobs ? "blob store" : "database";
    request.log.warn({ err: error }, `the ${which} is unavailable`);
    return problem("unavailable", { retryAfter: 5, id: request.id });
  }
  const fault = diskFault(error);
  if (fault !== null) {
    request.log.error({ err: error }, "could not write to disk");
    const detail = `the server's disk is ${fault}`;
    return problem("unavailable", { detail, retryAfter: 60, id: request.id });
  }
  request.log.error({ err: error }, "request failed");
  return problem("serverFail", { id: request.id });
}

/** Requests that Fastify itself turns away. */
function codeOfFastify(error: unknown): RefusalCode | null {
  const { statusCode, code } = error as Partial<FastifyError>;
  if (typeof code !== "string" || !code.startsWith("FST_")) return null;
  if (statusCode === 413) return "tooLarge";
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? "badRequest" : null;
}

const refusals = new WeakMap<FastifyRequest, RefusalCode>();

/** What a request was refused with, for its line in the log. */
export const refusalOf = (request: FastifyRequest): RefusalCode | undefined =>
  refusals.get(request);

export function sendProblem(reply: FastifyReply, document: Problem): FastifyReply {
  refusals.set(reply.request, document.code);
  if (document.retryAfter !== undefined) reply.header("retry-after", document.retryAfter);
  closeIfUnread(reply);
  return reply
    .code(document.status)
    .type("application/problem+json")
    .header("cache-control", "no-store")
    .send(Buffer.from(JSON.stringify(document)));
}

/** What is left of a body that nobody wants is not waited for. */
export function closeIfUnread(reply: FastifyReply): void {
  if (!reply.request.raw.complete) reply.header("connection", "close");
}
