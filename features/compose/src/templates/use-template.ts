import type { TemplateRecord } from "@atrium/contract/types/template";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { fillText, type Values } from "@atrium/formats/placeholders";
import { formatDate } from "@atrium/i18n";
import { cleanHtml } from "@atrium/mail-html";
import { sameAddress } from "../draft/addresses.ts";
import { recipientsOf, type Draft } from "../draft/draft.ts";
import type { People } from "../people/people.ts";
import type { DraftSession } from "../saving/draft-session.ts";
import { fillHtml } from "./fill-html.ts";

/** A template with what is known put in: what to change, and what to put where the caret stands. */
export interface Filled {
  readonly patch: Partial<Draft>;
  readonly html: string;
}

/** Fills a template for a message. What the message has already stays. */
export async function fillTemplate(
  { to, subject, htmlBody }: TemplateRecord,
  draftSession: DraftSession,
  people: People,
): Promise<Filled> {
  const { draft } = draftSession;
  const isAddressed = recipientsOf(draft).length > 0;
  const recipients = isAddressed ? draft.to : (to ?? draft.to);
  const values = await valuesFor({ ...draft, to: recipients }, draftSession, people);
  return {
    patch: {
      ...(!isAddressed && to && to.length > 0 && { to }),
      ...(draft.subject.trim() === "" && subject !== "" && { subject: fillText(subject, values) }),
    },
    html: fillHtml(cleanHtml(htmlBody), values),
  };
}

/** What is known about whom it goes to first, who writes, and when. */
async function valuesFor(
  { to }: Draft,
  { client, identity }: DraftSession,
  people: People,
): Promise<Values> {
  const { accounts, primaryAccounts } = await client.session();
  const [first] = to;
  const known =
    first && people.findNow(first.email).find((one) => sameAddress(one.email, first.email));
  const name = (first?.name ?? known?.name)?.trim() || undefined;
  const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  const isInside = first && identity && domainOf(first.email) === domainOf(identity.email);
  // The account of the directory is called what the organisation is.
  const organisation = accounts[primaryAccounts[CAPABILITY.principals] ?? ""]?.name;
  const myName = identity?.name.trim();
  return {
    date: formatDate(new Date()),
    ...(name !== undefined && { name, firstName: firstNameOf(name) }),
    ...(isInside && organisation !== undefined && { company: organisation }),
    ...(myName && { myName }),
  };
}

/** "Archer, Ann" and "Ann Archer" are Ann. A Korean name loses its family name, of one syllable but for a few. */
export function firstNameOf(name: string): string {
  const [before, after] = name.split(",");
  if (after?.trim()) return after.trim().split(/\s+/)[0]!;
  const words = before!.trim().split(/\s+/);
  const isKorean = /^[가-힣]+$/.test(words.join(""));
  if (!isKorean) return words[0]!;
  if (words.length > 1) return words.at(-1)!;
  const family = /^(?:남궁|황보|제갈|선우|독고|사공|서문)/.test(name) ? 2 : 1;
  return name.length > family + 1 ? name.slice(family) : name;
}
