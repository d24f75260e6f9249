import { Email, type EmailFilter, type EmailRecord } from "@atrium/contract/types/email";
import type { MailboxRole } from "@atrium/contract/types/mailbox";
import type { Condition, Rule } from "@atrium/formats/sieve-rules";
import type { Account, JmapClient } from "@atrium/jmap";
import { asMailboxes } from "../mailboxes/use-mailboxes.ts";
import type { MailboxRecord } from "@atrium/contract/types/mailbox";
import { SUMMARY } from "../properties.ts";
import { isMatch, propertiesFor, type Candidate } from "./is-match.ts";

/** Messages that are checked, the latest ones. */
export const RECENT = 500;

/** Where mail lies that did not arrive, or that no rule sorted. */
const LEFT_OUT: readonly MailboxRole[] = ["sent", "drafts", "scheduled", "trash", "junk"];
const NEWEST_FIRST = [{ property: "receivedAt", isAscending: false }] as const;

/** What rules are for of the mail that is here. */
export function sortable(mailboxes: readonly MailboxRecord[]): EmailFilter {
  const known = asMailboxes(mailboxes);
  return { inMailboxOtherThan: LEFT_OUT.flatMap((role) => known.byRole(role)?.id ?? []) };
}

export interface Matches {
  /** Newest first. */
  readonly emails: readonly EmailRecord[];
  readonly checked: number;
  /** The text was searched by words. */
  readonly isInexact: boolean;
}

/** Finds the recent messages that a rule's conditions match. */
export async function findMatches(
  client: JmapClient,
  account: Account,
  mailboxes: readonly MailboxRecord[],
  rule: Rule,
): Promise<Matches> {
  const accountId = account.id;
  const recent = sortable(mailboxes);
  const query = async (filter: EmailFilter): Promise<readonly string[]> =>
    (await client.call("Email/query", { accountId, filter, sort: NEWEST_FIRST, limit: RECENT }))
      .ids;
  const words = rule.conditions.filter((condition) => condition.on === "body");
  const [ids, ...found] = await Promise.all([
    query(recent),
    ...words.map(({ values }) =>
      query({
        operator: "AND",
        conditions: [recent, { operator: "OR", conditions: values.map((body) => ({ body })) }],
      }),
    ),
  ]);
  const inText = new Map<Condition, ReadonlySet<string>>(
    words.map((condition, at) => [condition, new Set(found[at])]),
  );
  const { list } = await client.call("Email/get", {
    accountId,
    ids,
    properties: [...new Set(["id" as const, ...SUMMARY, ...propertiesFor(rule)])],
    bodyProperties: ["disposition"],
  });
  const matching = new Set(
    list
      .filter((email) =>
        isMatch(
          rule,
          email as Candidate,
          (condition) => inText.get(condition)?.has(email.id) ?? false,
        ),
      )
      .map(({ id }) => id),
  );
  const order = ids.filter((id) => matching.has(id));
  // Into the cache, so that what is done with them shows everywhere at once.
  await account.fetch(Email, order, { properties: SUMMARY });
  const emails = order.flatMap((id) => account.get(Email, id) ?? []);
  return { emails, checked: ids.length, isInexact: words.length > 0 };
}
