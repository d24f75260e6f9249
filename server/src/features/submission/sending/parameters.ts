import { refuseProperty } from "../../../engine/index.ts";

/** How long a mail may be held back at most (RFC 4865), in seconds. */
export const MAX_DELAYED_SEND = 60 * 86_400;

type Parameters = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isText = (value: unknown): value is string =>
  typeof value === "string" && value.length <= 500 && !/\p{Cc}/u.test(value);
const matches =
  (pattern: RegExp): Check =>
  (value) =>
    isText(value) && pattern.test(value);

/** ESMTP parameters that may stand in an envelope, values without their xtext encoding (RFC 8621 §7). */
const OF_MAIL: Readonly<Record<string, Check>> = {
  // RFC 1870, RFC 6152, RFC 6531: of the transport, which knows better.
  SIZE: matches(/^\d{1,20}$/),
  BODY: matches(/^(7BIT|8BITMIME)$/i),
  SMTPUTF8: (value) => value === null,
  // RFC 3461 §4.3, §4.4.
  RET: matches(/^(FULL|HDRS)$/i),
  ENVID: (value) => isText(value) && value.length > 0 && value.length <= 100,
  // RFC 4865 §4.
  HOLDFOR: matches(/^[1-9]\d{0,8}$/),
  HOLDUNTIL: matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i),
};

/** RFC 3461 §4.1, §4.2. */
const OF_RECIPIENT: Readonly<Record<string, Check>> = {
  NOTIFY: matches(/^(NEVER|(SUCCESS|FAILURE|DELAY)(,(SUCCESS|FAILURE|DELAY)){0,2})$/i),
  ORCPT: matches(/^[A-Za-z0-9-]{1,40};./),
};

const fit = (parameters: Parameters, offered: Readonly<Record<string, Check>>): boolean => {
  const names = Object.keys(parameters).map((name) => name.toUpperCase());
  return (
    new Set(names).size === names.length &&
    Object.entries(parameters).every(([name, value]) => {
      const check = Object.hasOwn(offered, name.toUpperCase())
        ? offered[name.toUpperCase()]
        : undefined;
      return check?.(value) === true;
    })
  );
};

export const areMailParameters = (parameters: Parameters): boolean => fit(parameters, OF_MAIL);
export const areRecipientParameters = (parameters: Parameters): boolean =>
  fit(parameters, OF_RECIPIENT);

/**
 * When a mail is to be released, if its envelope says so (FUTURERELEASE, RFC 4865 §4).
 * @throws Refusal `invalidProperties` for a time that has passed or lies too far ahead.
 */
export function releaseTime(parameters: Parameters | null | undefined, now: Date): Date | null {
  const value = (wanted: string): string | null => {
    const found = Object.entries(parameters ?? {}).find(([name]) => name.toUpperCase() === wanted);
    return (found?.[1] as string | undefined) ?? null;
  };
  const [holdFor, holdUntil] = [value("HOLDFOR"), value("HOLDUNTIL")];
  if (holdFor === null && holdUntil === null) return null;
  const time =
    holdFor === null
      ? Date.parse(holdUntil!.toUpperCase())
      : now.getTime() + Number(holdFor) * 1000;
  const ahead = time - now.getTime();
  // RFC 4865 §4.1: one of the two.
  if ((holdFor !== null && holdUntil !== null) || !(ahead > 0 && ahead <= MAX_DELAYED_SEND * 1000))
    refuseProperty("envelope", "a message can be held for 1 second to 60 days");
  return new Date(time);
}
