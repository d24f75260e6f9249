/** Why a request did not go well. */
export interface Fault {
  /** Without anything that the store said but its code: answers to wrong signatures hold signatures. */
  readonly sentence: string;
  /** Another try may go well. */
  readonly mayPass: boolean;
}

/** What to do about a code that another try does not help against. */
const ADVICE: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: "check ATRIUM_S3_ACCESS_KEY",
  SignatureDoesNotMatch: "check ATRIUM_S3_SECRET_KEY and ATRIUM_S3_REGION",
  AccessDenied: "allow the access key to list, read, write and delete there",
  NoSuchBucket: "create the bucket, or check ATRIUM_S3_BUCKET",
  AuthorizationHeaderMalformed: "check ATRIUM_S3_REGION",
  PermanentRedirect: "check ATRIUM_S3_ENDPOINT and ATRIUM_S3_REGION",
  TemporaryRedirect: "check ATRIUM_S3_ENDPOINT and ATRIUM_S3_REGION",
  RequestTimeTooSkewed: "run NTP on this machine",
};

/** Codes and statuses of a store that is busy, or that others are changing the same thing in. */
const PASSING_CODES = new Set(["RequestTimeout", "SlowDown", "InternalError", "OperationAborted"]);
const PASSING_STATUSES = new Set([408, 409, 429, 500, 502, 503, 504]);

export function refusal(place: string, status: number, code: string | null): Fault {
  const redirects = status >= 300 && status < 400;
  const known = code ?? (redirects ? "TemporaryRedirect" : null);
  const advice = known === null ? undefined : ADVICE[known];
  const said = code === null ? String(status) : `${status} ${code}`;
  return {
    sentence: `The blob store ${place} refused the request (${said})${advice === undefined ? "" : `: ${advice}`}.`,
    mayPass: PASSING_STATUSES.has(status) || (code !== null && PASSING_CODES.has(code)),
  };
}

/** Of an `error` that `fetch` threw, or of `null`: nothing came in time. */
export function unreachable(place: string, error: unknown): Fault {
  if (error === null)
    return { sentence: `The blob store ${place} does not answer in time.`, mayPass: true };
  const { cause, message } = error as Error;
  const { code = message } = (cause ?? error) as NodeJS.ErrnoException;
  const isDistrusted = /^(CERT_|ERR_TLS_CERT|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/.test(code);
  return {
    sentence: isDistrusted
      ? `The certificate of the blob store ${place} is not trusted (${code}): set NODE_EXTRA_CA_CERTS to the certificate of its issuer.`
      : `The blob store ${place} cannot be reached (${code}).`,
    mayPass: !isDistrusted,
  };
}
