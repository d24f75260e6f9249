import type { EmailAddress, EmailRecord } from "@atrium/contract/types/email";
import type { Condition, Rule } from "@atrium/formats/sieve-rules";

/** What of a message conditions compare; the fields of `header` conditions as `propertyOf` names them. */
export type Candidate = Pick<EmailRecord, "id" | "from" | "subject"> &
  Partial<Pick<EmailRecord, "to" | "cc" | "size" | "attachments">>;

/** Fields that have no form `asText` (RFC 8621 §4.1.2). */
const STRUCTURED =
  /^(?:date|from|sender|reply-to|to|cc|bcc|message-id|in-reply-to|references|return-path|received|resent-.*|list-(?:help|unsubscribe|subscribe|post|owner|archive))$/i;

/** The property of a header field. */
const propertyOf = (name: string): `header:${string}` =>
  `header:${name}:${STRUCTURED.test(name) ? "asRaw" : "asText"}:all`;

type Needed = "to" | "cc" | "size" | "attachments" | `header:${string}`;

/** What the conditions of a rule need of a message. */
export const propertiesFor = ({ conditions }: Rule): readonly Needed[] =>
  conditions.flatMap((condition): readonly Needed[] => {
    switch (condition.on) {
      case "to":
        return ["to", "cc"];
      case "list":
        return [propertyOf("List-Id")];
      case "header":
        return [propertyOf(condition.name)];
      case "size":
        return ["size"];
      case "attachment":
        return ["attachments"];
      default:
        return [];
    }
  });

/**
 * Whether the conditions of a rule match a message, as its Sieve would say.
 * @param isInText whether the text meets a condition
 */
export function isMatch(
  { match, conditions }: Rule,
  email: Candidate,
  isInText: (condition: Condition) => boolean,
): boolean {
  const holds = (condition: Condition): boolean =>
    (condition.on === "body" ? isInText(condition) : isMet(condition, email)) !== condition.isNot;
  return match === "all" ? conditions.every(holds) : conditions.some(holds);
}

function isMet(condition: Exclude<Condition, { readonly on: "body" }>, email: Candidate): boolean {
  switch (condition.on) {
    case "from":
    case "to": {
      const addresses =
        condition.on === "from" ? (email.from ?? []) : [...(email.to ?? []), ...(email.cc ?? [])];
      if (condition.how === "contains")
        return compares("contains", addresses.flatMap(asWritten), condition.values);
      const isDomain = condition.how === "domain";
      const texts = addresses.map(({ email: address }) =>
        isDomain ? address.slice(address.lastIndexOf("@") + 1) : address,
      );
      return compares("is", texts, condition.values);
    }
    case "subject":
      return compares(condition.how, asList(email.subject), condition.values);
    case "list":
    case "header": {
      const name = condition.on === "header" ? condition.name : "List-Id";
      const fields = email as unknown as Readonly<Record<string, unknown>>;
      return compares(condition.how, asList(fields[propertyOf(name)]), condition.values);
    }
    case "size": {
      const size = email.size ?? 0;
      return condition.how === "over" ? size > condition.octets : size < condition.octets;
    }
    default:
      return (email.attachments ?? []).some(({ disposition }) => disposition === "attachment");
  }
}

/** RFC 4790 §9.2: `i;ascii-casemap`. */
const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function compares(
  how: "contains" | "is",
  texts: readonly string[],
  values: readonly string[],
): boolean {
  const wanted = values.map(folded);
  return texts
    .map((text) => folded(text.replaceAll(/\r?\n/g, "").trim()))
    .some((text) => wanted.some((value) => (how === "is" ? text === value : text.includes(value))));
}

/** As it can stand in the header. */
const asWritten = ({ name, email }: EmailAddress): readonly string[] =>
  name ? [`${name} <${email}>`, `"${name}" <${email}>`] : [email, `<${email}>`];

const asList = (value: unknown): readonly string[] =>
  typeof value === "string" ? [value] : Array.isArray(value) ? value.map(String) : [];
