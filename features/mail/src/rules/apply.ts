import type { EmailRecord } from "@atrium/contract/types/email";
import type { MailboxRecord } from "@atrium/contract/types/mailbox";
import { startTask } from "@atrium/feature-suite/parts";
import { writeRules, type Action, type Rule } from "@atrium/formats/sieve-rules";
import type { Account } from "@atrium/jmap";
import { offerUndo, toast } from "@atrium/ui";
import { changeEmails } from "../actions/change.ts";
import { into, keyword, seen, starred, type Changes } from "../actions/patches.ts";
import { asMailboxes, type Mailboxes } from "../mailboxes/use-mailboxes.ts";
import { refusalOf } from "../actions/refusal.ts";
import { sortable } from "./matches.ts";
import { t } from "./strings/index.ts";

/** Applies the actions of a rule to messages that are already here; forwarding is left out. */
export async function applyRule(
  account: Account,
  mailboxes: readonly MailboxRecord[],
  rule: Rule,
  emails: readonly EmailRecord[],
): Promise<void> {
  const reversible = changeEmails(account, emails, changesOf(rule, mailboxes));
  if (reversible) await account.mutate({ ...reversible.mutation, persist: true });
  const said = { severity: "success", message: t("applied", { count: emails.length }) } as const;
  if (!reversible) toast(said);
  else
    offerUndo({
      ...said,
      onUndo: () =>
        void account
          .mutate({ ...reversible.undo(), persist: true })
          .catch((error: unknown) => toast({ severity: "danger", message: refusalOf(error) })),
    });
}

/** Applies them to all mail that is here, in the background. */
export async function applyToAll(
  account: Account,
  mailboxes: readonly MailboxRecord[],
  rule: Rule,
): Promise<void> {
  const script = writeRules({
    head: "",
    parts: [{ kind: "rule", rule: { ...rule, isEnabled: true } }],
  });
  await startTask(account, "applyRule", t("applying", { name: rule.name }), {
    source: { filter: sortable(mailboxes) },
    script,
    changes: changesOf(rule, mailboxes),
  });
}

const changesOf = ({ actions }: Rule, mailboxes: readonly MailboxRecord[]): Changes =>
  actions.flatMap((action) => changesBy(action, asMailboxes(mailboxes)));

function changesBy(action: Action, mailboxes: Mailboxes): Changes {
  const intoFolder = (id: string | undefined): Changes => (id === undefined ? [] : into(id));
  switch (action.do) {
    case "move":
      return intoFolder(mailboxes.byId(action.mailboxId)?.id);
    case "archive":
      return intoFolder(mailboxes.byRole("archive")?.id);
    case "delete":
      return intoFolder(mailboxes.byRole("trash")?.id);
    case "label":
      return keyword(action.keyword, true);
    case "markRead":
      return seen(true);
    case "star":
      return starred(true);
    default:
      return [];
  }
}

/** Whether a rule does anything with messages that are already here. */
export const canApply = ({ actions }: Rule): boolean =>
  actions.some(({ do: kind }) => kind !== "forward" && kind !== "stop");
