import { href } from "@atrium/contract/href";
import type { EmailAddress } from "@atrium/contract/types/email";
import type { IdentityRecord } from "@atrium/contract/types/identity";
import { formatList, formatNumber } from "@atrium/i18n";
import { Button, Dialog, Link, WarningIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { sameAddress } from "../draft/addresses.ts";
import { RECIPIENT_FIELDS, type Draft } from "../draft/draft.ts";
import type { DraftSession } from "../saving/draft-session.ts";
import type { Finding } from "./checks.ts";
import { MOST_NAMES } from "./limits.ts";
import { g } from "./strings/index.ts";
import "./guard-panel.css";

interface Fix {
  readonly label: string;
  /** Says of whom, where several fixes have the same words. */
  readonly name: string;
  readonly act: () => void;
}

/** Says before a message goes what looks wrong, and mends it where one press can. */
export function GuardPanel({
  doubt: { findings, at },
  draftSession,
  onIdentity,
  onLeft,
  onClose,
  onSend,
}: {
  readonly doubt: { readonly findings: readonly Finding[]; readonly at: Date | null };
  readonly draftSession: DraftSession;
  readonly onIdentity: (identity: IdentityRecord) => void;
  /** Something was mended; this is left. */
  readonly onLeft: (findings: readonly Finding[]) => void;
  readonly onClose: () => void;
  readonly onSend: () => void;
}): ReactNode {
  const fixOf = (finding: Finding): Fix | undefined => {
    const { draft } = draftSession;
    switch (finding.check) {
      case "checksOutside":
        return removing(finding.outside);
      case "checksLookAlike":
        return removing([finding.address]);
      case "checksIdentity": {
        const { better } = finding;
        if (!better) return undefined;
        const label = g("sendFrom", { email: better.email });
        return { label, name: label, act: () => onIdentity(better) };
      }
      case "checksRecipient": {
        const { person } = finding;
        if (!person) return undefined;
        return {
          label: g("add"),
          name: g("addName", { name: nameOf(person) }),
          act: () => draftSession.change({ to: [...draft.to, person] }),
        };
      }
      default:
        return undefined;
    }
  };
  const removing = (gone: readonly EmailAddress[]): Fix => ({
    label: g("remove"),
    name: g("removeNames", { names: formatList(gone.map(nameOf)) }),
    act: () => draftSession.change(without(draftSession.draft, gone)),
  });
  return (
    <Dialog
      open
      title={g("title")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onSend}>{g(at === null ? "sendAnyway" : "scheduleAnyway")}</Button>
          <Button variant="primary" autoFocus onClick={onClose}>
            {g("goBack")}
          </Button>
        </>
      }
    >
      <ul className="compose-findings">
        {findings.map((finding, index) => {
          const fix = fixOf(finding);
          return (
            <li key={index}>
              <WarningIcon />
              <span className="compose-finding">{sentenceOf(finding)}</span>
              {fix && (
                <Button
                  size="small"
                  aria-label={fix.name}
                  onClick={() => {
                    fix.act();
                    onLeft(findings.filter((one) => one !== finding));
                  }}
                >
                  {fix.label}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <p className="compose-findings-choose">
        <Link href={href("/setting/:section", { section: "writing" })} target="_blank">
          {g("choose")}
        </Link>
      </p>
    </Dialog>
  );
}

const nameOf = ({ name, email }: EmailAddress): string => name?.trim() || email;

function without(draft: Draft, gone: readonly EmailAddress[]): Partial<Draft> {
  return Object.fromEntries(
    RECIPIENT_FIELDS.map((field) => [
      field,
      draft[field].filter(({ email }) => !gone.some((one) => sameAddress(one.email, email))),
    ]),
  );
}

function sentenceOf(finding: Finding): string {
  switch (finding.check) {
    case "checksSubject":
      return g("subject");
    case "checksAttachment":
      return g("attachment");
    case "checksOutside": {
      const names = formatList(finding.outside.map(({ email }) => email));
      return g(finding.isAdded ? "outsideAdded" : "outsideAmong", { names });
    }
    case "checksLookAlike":
      return g("lookAlike", { email: finding.address.email, known: finding.known });
    case "checksIdentity":
      return g("identity", { to: finding.to, from: finding.from });
    case "checksReplyAll":
      return g("replyAll", { count: formatNumber(finding.count) });
    case "checksRecipient":
      return g("recipient", { name: finding.name });
    case "checksAnswered":
      return g("answered", { name: nameOf(finding.by) });
    default:
      return g("placeholders", { names: formatList(finding.left.slice(0, MOST_NAMES)) });
  }
}
