import type { EmailAddress } from "@atrium/contract/types/email";
import type { IdentityRecord } from "@atrium/contract/types/identity";
import { looksLike } from "@atrium/formats/look-alike";
import { leftIn } from "@atrium/formats/placeholders";
import type { SendCheck } from "@atrium/state";
import { sameAddress } from "../draft/addresses.ts";
import { isOf } from "../draft/answer.ts";
import { recipientsOf, type Draft } from "../draft/draft.ts";
import { speaksOfAttachment } from "./forgotten.ts";
import { mayBe } from "./greeting.ts";
import { MANY_RECIPIENTS } from "./limits.ts";

/** What is known of a message that is to be sent. */
export interface Facts {
  readonly draft: Draft;
  /** What the person wrote, without signature and quotation. */
  readonly text: string;
  /** From which it goes. */
  readonly identity: IdentityRecord | undefined;
  /** All of the account. */
  readonly identities: readonly IdentityRecord[];
  /** Addresses of the person's other accounts. */
  readonly elsewhere: readonly string[];
  /** The message that it answers, where that could be read. */
  readonly original:
    | { readonly from: Addresses; readonly to: Addresses; readonly cc: Addresses }
    | undefined;
  /** Who wrote in the conversation since the draft was opened. */
  readonly answeredBy: EmailAddress | undefined;
  /** Whom the person wrote to before. */
  readonly written: readonly EmailAddress[];
  /** By the names that the text speaks to: people who have these names. */
  readonly known: ReadonlyMap<string, readonly EmailAddress[]>;
}

type Addresses = readonly EmailAddress[];

/** What looks wrong about a message, with what a sentence about it names. */
export type Finding =
  | { readonly check: "checksSubject" | "checksAttachment" }
  | {
      readonly check: "checksOutside";
      readonly outside: Addresses;
      /** Nobody from outside was in the conversation. */
      readonly isAdded: boolean;
    }
  | { readonly check: "checksLookAlike"; readonly address: EmailAddress; readonly known: string }
  | {
      readonly check: "checksIdentity";
      readonly to: string;
      readonly from: string;
      /** From which it could go instead, where that is one of the account. */
      readonly better: IdentityRecord | undefined;
    }
  | { readonly check: "checksReplyAll"; readonly count: number }
  | {
      readonly check: "checksRecipient";
      readonly name: string;
      /** Who is meant, where that can be only one. */
      readonly person: EmailAddress | undefined;
    }
  | { readonly check: "checksAnswered"; readonly by: EmailAddress }
  /** Of a template, with their braces. */
  | { readonly check: "placeholders"; readonly left: readonly string[] };

export const domainOf = (email: string): string =>
  email.slice(email.lastIndexOf("@") + 1).toLowerCase();

const CHECKS: Readonly<Record<SendCheck, (facts: Facts) => readonly Finding[]>> = {
  checksLookAlike: lookAlikes,
  checksIdentity: wrongIdentity,
  checksOutside: outsiders,
  checksAnswered: ({ answeredBy: by }) => (by ? [{ check: "checksAnswered", by }] : []),
  checksReplyAll({ draft }) {
    const count = recipientsOf(draft).length;
    const isMany = draft.inReplyTo !== null && count >= MANY_RECIPIENTS;
    return isMany ? [{ check: "checksReplyAll", count }] : [];
  },
  checksRecipient: forgottenRecipients,
  checksSubject: ({ draft }) => (draft.subject.trim() === "" ? [{ check: "checksSubject" }] : []),
  checksAttachment: ({ draft, text }) =>
    draft.attachments.length === 0 && speaksOfAttachment(draft.subject, text)
      ? [{ check: "checksAttachment" }]
      : [],
};

/** The gravest first, and each recipient once. A template that is not filled is never sent without a question. */
export function findingsOf(
  facts: Facts,
  isWanted: (check: SendCheck) => boolean,
): readonly Finding[] {
  const all = (Object.keys(CHECKS) as SendCheck[])
    .filter(isWanted)
    .flatMap((check) => CHECKS[check](facts));
  const alike = all.flatMap((one) => (one.check === "checksLookAlike" ? [one.address.email] : []));
  const found = all.flatMap((one): readonly Finding[] => {
    if (one.check !== "checksOutside") return [one];
    const outside = one.outside.filter(({ email }) => !alike.includes(email));
    return outside.length > 0 ? [{ ...one, outside }] : [];
  });
  const left = leftIn(`${facts.draft.subject}\n${facts.text}`);
  return left.length > 0 ? [{ check: "placeholders", left }, ...found] : found;
}

/** A new address at a domain that passes for the organisation's, or for that of whom one writes to. */
function lookAlikes({ draft, identities, written }: Facts): readonly Finding[] {
  const known = new Set([...identities, ...written].map(({ email }) => domainOf(email)));
  return recipientsOf(draft).flatMap((address) => {
    const domain = domainOf(address.email);
    const like = known.has(domain) ? undefined : [...known].find((one) => looksLike(domain, one));
    return like === undefined ? [] : [{ check: "checksLookAlike" as const, address, known: like }];
  });
}

/** An answer that goes from another address than was written to. */
function wrongIdentity({ original, identity, identities, elsewhere }: Facts): readonly Finding[] {
  if (!original || !identity) return [];
  const isOwn = original.from.some(({ email }) => identities.some((one) => isOf(one, email)));
  const named = isOwn ? original.from : [...original.to, ...original.cc];
  const meant = identities.filter((one) => named.some(({ email }) => isOf(one, email)));
  const check = "checksIdentity";
  const from = identity.email;
  if (meant.some(({ id }) => id === identity.id)) return [];
  if (meant[0]) return [{ check, to: meant[0].email, from, better: meant[0] }];
  const other = isOwn
    ? undefined
    : elsewhere.find((own) => named.some(({ email }) => sameAddress(own, email)));
  return other === undefined ? [] : [{ check, to: other, from, better: undefined }];
}

/** Few from outside among colleagues, where that is not usual. */
function outsiders({ draft, identities, original, written }: Facts): readonly Finding[] {
  const inside = new Set(identities.map(({ email }) => domainOf(email)));
  const isOutside = ({ email }: EmailAddress): boolean => !inside.has(domainOf(email));
  const isSelf = ({ email }: EmailAddress): boolean => identities.some((one) => isOf(one, email));
  const outside = recipientsOf(draft).filter(isOutside);
  if (outside.length === 0) return [];
  if (original && draft.inReplyTo) {
    const before = [...original.from, ...original.to, ...original.cc];
    const isInternal = before.length > 0 && !before.some(isOutside);
    return isInternal ? [{ check: "checksOutside", outside, isAdded: true }] : [];
  }
  const colleagues = recipientsOf(draft).filter((one) => !isOutside(one) && !isSelf(one));
  const isFew = colleagues.length >= 2 && outside.length < colleagues.length;
  const isKnown = outside.every(({ email }) =>
    written.some((one) => sameAddress(one.email, email)),
  );
  return isFew && !isKnown ? [{ check: "checksOutside", outside, isAdded: false }] : [];
}

/** People whom the text speaks to, and who do not get it. */
function forgottenRecipients({ draft, known }: Facts): readonly Finding[] {
  const recipients = recipientsOf(draft);
  return [...known].flatMap(([name, people]) => {
    if (people.length === 0 || recipients.some((one) => mayBe(name, one))) return [];
    return [
      {
        check: "checksRecipient" as const,
        name,
        person: people.length === 1 ? people[0] : undefined,
      },
    ];
  });
}
