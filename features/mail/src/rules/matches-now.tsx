import type { MailboxRecord } from "@atrium/contract/types/mailbox";
import { useClient } from "@atrium/feature-suite/parts";
import type { Rule } from "@atrium/formats/sieve-rules";
import { formatListTime } from "@atrium/i18n";
import type { Account } from "@atrium/jmap";
import { Button, ErrorCard, Skeleton, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { refusalOf } from "../actions/refusal.ts";
import { nameOf } from "../email/participants.ts";
import { applyRule, applyToAll, canApply } from "./apply.ts";
import { findMatches, RECENT, type Matches } from "./matches.ts";
import { t } from "./strings/index.ts";

/** Rows that are shown of what matches. */
const MAX_SHOWN = 20;

/** Which of the messages that are already here a rule would sort, and what does so. */
export function MatchesNow({
  account,
  mailboxes,
  rule,
  mayLook,
  mayApply,
}: {
  readonly account: Account;
  readonly mailboxes: readonly MailboxRecord[];
  readonly rule: Rule;
  /** The conditions are valid and the folders are known. */
  readonly mayLook: boolean;
  /** The whole rule is valid, too. */
  readonly mayApply: boolean;
}): ReactNode {
  const client = useClient();
  const conditions = JSON.stringify([rule.match, rule.conditions]);
  const [found, setFound] = useState<{ readonly of: string; readonly matches?: Matches }>();
  const [failed, setFailed] = useState<string>();
  const [isApplying, setApplying] = useState(false);
  const look = async (): Promise<void> => {
    setFailed(undefined);
    setFound({ of: conditions });
    try {
      const matches = await findMatches(client, account, mailboxes, rule);
      setFound((now) => (now?.of === conditions ? { of: conditions, matches } : now));
    } catch {
      setFailed(conditions);
    }
  };
  const apply = async ({ emails }: Matches): Promise<void> => {
    setApplying(true);
    try {
      await applyRule(account, mailboxes, rule, emails);
    } catch (error) {
      toast({ severity: "danger", message: refusalOf(error) });
    }
    setApplying(false);
  };
  const applyAll = async (): Promise<void> => {
    setApplying(true);
    await applyToAll(account, mailboxes, rule);
    setApplying(false);
  };
  const isCurrent = found?.of === conditions;
  const matches = isCurrent ? found.matches : undefined;
  return (
    <section className="mail-rule-matches" aria-label={t("matchesNow")}>
      {!isCurrent && (
        <div className="mail-rule-look">
          <Button size="small" disabled={!mayLook} onClick={() => void look()}>
            {t("matchesNow")}
          </Button>
          <span className="mail-rule-hint">{t("checkedRecent", { count: RECENT })}</span>
        </div>
      )}
      {isCurrent && !matches && failed !== conditions && (
        <div role="status" aria-label={t("matching")}>
          <Skeleton width="60%" height={12} />
        </div>
      )}
      {failed === conditions && <ErrorCard title={t("checkFailed")} onRetry={() => void look()} />}
      {matches && (
        <>
          <div className="mail-rule-look">
            <strong role="status">
              {matches.emails.length === 0
                ? t("noMatch")
                : t("matchCount", { count: matches.emails.length })}
            </strong>
            {matches.emails.length > 0 && canApply(rule) && (
              <Button
                size="small"
                busy={isApplying}
                disabled={!mayApply}
                onClick={() => void apply(matches)}
              >
                {t("apply", { count: matches.emails.length })}
              </Button>
            )}
          </div>
          {canApply(rule) && (
            <div className="mail-rule-look">
              <Button
                size="small"
                busy={isApplying}
                disabled={!mayApply}
                onClick={() => void applyAll()}
              >
                {t("applyAll")}
              </Button>
              <span className="mail-rule-hint">{t("applyAllWhat")}</span>
            </div>
          )}
          {matches.isInexact && <p className="mail-rule-hint">{t("inexact")}</p>}
          {matches.emails.length > 0 && rule.actions.some((one) => one.do === "forward") && (
            <p className="mail-rule-hint">{t("notForwarded")}</p>
          )}
          <ul className="mail-rule-found">
            {matches.emails.slice(0, MAX_SHOWN).map((email) => (
              <li key={email.id}>
                <span>{email.from?.[0] ? nameOf(email.from[0]) : ""}</span>
                <span>{email.subject?.trim() || t("noSubject")}</span>
                <time dateTime={email.receivedAt}>{formatListTime(email.receivedAt)}</time>
              </li>
            ))}
          </ul>
          {matches.emails.length > MAX_SHOWN && (
            <p className="mail-rule-hint">{t("firstShown", { count: MAX_SHOWN })}</p>
          )}
        </>
      )}
    </section>
  );
}
