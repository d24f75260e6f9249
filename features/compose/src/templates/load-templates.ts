import { Template, type TemplateRecord } from "@atrium/contract/types/template";
import { CAPABILITY } from "@atrium/contract/types/wire";
import type { Account, JmapClient } from "@atrium/jmap";
import { m } from "./strings/index.ts";

/** The templates of an account. */
export interface TemplateGroup {
  readonly account: Account;
  readonly title: string;
  readonly isReadOnly: boolean;
  readonly templates: readonly TemplateRecord[];
}

/** Whoever writes from many shared accounts sees the templates of the first of them. */
export const MOST_ACCOUNTS = 20;

/** Those of the account that is written from first, then the person's own, then those of others by name. */
export async function loadTemplates(
  client: JmapClient,
  first: string,
): Promise<readonly TemplateGroup[]> {
  const { accounts } = await client.session();
  const found = Object.entries(accounts)
    .filter(([, { accountCapabilities }]) => CAPABILITY.submission in accountCapabilities)
    .sort(
      ([one, a], [other, b]) =>
        Number(other === first) - Number(one === first) ||
        Number(b.isPersonal) - Number(a.isPersonal) ||
        a.name.localeCompare(b.name),
    )
    .slice(0, MOST_ACCOUNTS);
  return Promise.all(
    found.map(async ([id, { name, isPersonal, isReadOnly }]) => {
      const account = client.account(id);
      if (!account.isWhole(Template)) await account.fetchAll(Template);
      return {
        account,
        title: isPersonal ? m("own") : name,
        isReadOnly,
        templates: inOrder(account.all(Template)),
      };
    }),
  );
}

/** As they are arranged; those of one place by name. */
const inOrder = (list: readonly TemplateRecord[]): readonly TemplateRecord[] =>
  list.toSorted((a, b) => a.sortOrder - b.sortOrder || a.name.localeCompare(b.name));

/** Those whose name, or a word of it, begins with what was typed, and then those that have it anywhere. */
export function findTemplates(
  list: readonly TemplateRecord[],
  typed: string,
): readonly TemplateRecord[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return list;
  const rank = ({ name, subject }: TemplateRecord): number => {
    const called = name.toLowerCase();
    if (called.startsWith(wanted)) return 3;
    if (called.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 2;
    return `${called}\n${subject.toLowerCase()}`.includes(wanted) ? 1 : 0;
  };
  return list
    .map((one) => ({ one, fit: rank(one) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .map(({ one }) => one);
}
