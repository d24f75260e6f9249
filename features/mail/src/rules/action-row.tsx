import type { LabelRecord } from "@atrium/contract/types/label";
import type { MailboxRecord } from "@atrium/contract/types/mailbox";
import type { PoliciesRecord } from "@atrium/contract/types/policies";
import { Locked } from "@atrium/settings-page";
import { CloseIcon, ErrorIcon, IconButton, Select, TextField } from "@atrium/ui";
import type { ReactNode } from "react";
import { findFolders } from "../mailboxes/find-folders.ts";
import { MailboxIcon } from "../mailboxes/mailbox-look.tsx";
import type { ActionDraft } from "./draft.ts";
import { t } from "./strings/index.ts";

const KINDS = {
  move: "doMove",
  label: "doLabel",
  markRead: "doMarkRead",
  star: "doStar",
  archive: "doArchive",
  delete: "doDelete",
  forward: "doForward",
  stop: "doStop",
} as const;

/** Folders into which mail is written, not sorted. */
const NO_TARGET = new Set<MailboxRecord["role"]>(["drafts", "sent", "scheduled", "snoozed"]);

/** One action, with what it needs to know. */
export function ActionRow({
  number,
  action,
  folders,
  labels,
  forwarding,
  fault,
  addressFault,
  onChange,
  onRemove,
}: {
  /** From 1. */
  readonly number: number;
  readonly action: ActionDraft;
  readonly folders: readonly MailboxRecord[];
  readonly labels: readonly LabelRecord[];
  readonly forwarding: PoliciesRecord | undefined;
  readonly fault: "folder" | "label" | "address" | undefined;
  /** Why mail can't be forwarded to the address. */
  readonly addressFault: string | undefined;
  readonly onChange: (action: ActionDraft) => void;
  readonly onRemove: () => void;
}): ReactNode {
  const kind = action.do;
  return (
    <div
      className="mail-rule-row mail-rule-action"
      role="group"
      aria-label={t("action", { number })}
    >
      <Select<ActionDraft["do"]>
        label={t("action", { number })}
        hideLabel
        value={kind}
        onChange={(next) => onChange({ ...action, do: next })}
        options={Object.entries(KINDS).map(([value, key]) => ({
          value: value as ActionDraft["do"],
          label: t(key),
        }))}
      />
      {kind === "move" && (
        <Folder number={number} action={action} folders={folders} onChange={onChange} />
      )}
      {kind === "label" && labels.length > 0 && (
        <Select
          label={t("label", { number })}
          hideLabel
          value={action.keyword}
          onChange={(keyword) => onChange({ ...action, keyword })}
          options={withChoice(
            labels.map(({ keyword, name }) => ({ value: keyword, label: name })),
            { value: action.keyword, label: action.keyword || t("chooseLabel") },
          )}
        />
      )}
      {kind === "forward" && (
        <TextField
          className="mail-rule-value"
          label={t("address", { number })}
          hideLabel
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          placeholder="name@example.org"
          value={action.address}
          error={fault === "address" ? t("addressWrong") : addressFault}
          onChange={(event) => onChange({ ...action, address: event.target.value })}
        />
      )}
      <IconButton
        label={t("removeAction", { number })}
        icon={<CloseIcon />}
        size="small"
        className="mail-rule-remove"
        onClick={onRemove}
      />
      {kind === "label" && labels.length === 0 && <p className="mail-rule-hint">{t("noLabels")}</p>}
      {kind === "forward" && forwarding?.mayForwardOutside === false && (
        <Locked reason={forwarding.forwardingReason}>{t("onlyInside")}</Locked>
      )}
      {(fault === "folder" || (fault === "label" && labels.length > 0)) && (
        <p className="a-field-error" role="alert">
          <ErrorIcon />
          {t(fault === "folder" ? "chooseFolder" : "chooseLabel")}
        </p>
      )}
    </div>
  );
}

function Folder({
  number,
  action,
  folders,
  onChange,
}: {
  readonly number: number;
  readonly action: ActionDraft;
  readonly folders: readonly MailboxRecord[];
  readonly onChange: (action: ActionDraft) => void;
}): ReactNode {
  const found = findFolders(folders, "").filter(({ mailbox }) => !NO_TARGET.has(mailbox.role));
  return (
    <Select
      label={t("folder", { number })}
      hideLabel
      value={action.mailboxId}
      onChange={(mailboxId) => {
        const name = folders.find(({ id }) => id === mailboxId)?.name;
        onChange({ ...action, mailboxId, mailbox: name ?? action.mailbox });
      }}
      options={withChoice(
        found.map(({ mailbox, path }) => ({
          value: mailbox.id,
          label: path,
          icon: <MailboxIcon role={mailbox.role} />,
        })),
        { value: action.mailboxId, label: action.mailbox || t("chooseFolder") },
      )}
    />
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
  readonly icon?: ReactNode;
}

/** What is chosen is among the options even if it no longer exists. */
const withChoice = (options: readonly Option[], chosen: Option): readonly Option[] =>
  options.some(({ value }) => value === chosen.value) ? options : [chosen, ...options];
