import type { Rule } from "@atrium/formats/sieve-rules";
import type { Account } from "@atrium/jmap";
import { usePolicies } from "@atrium/feature-suite/parts";
import { AddIcon, Button, Confirm, Dialog, ErrorIcon, Select, TextField } from "@atrium/ui";
import { useId, useMemo, useState, type ReactNode } from "react";
import { asLabels } from "../labels/labels.ts";
import { ActionRow } from "./action-row.tsx";
import { ConditionRow } from "./condition-row.tsx";
import { draftOf, faultsOf, newAction, newCondition, ruleOf, type RuleDraft } from "./draft.ts";
import { MatchesNow } from "./matches-now.tsx";
import { namesOf } from "./names.ts";
import { isForbiddenForwarding, refusalOfRules } from "./rule-sentence.ts";
import { ScriptChanged } from "./script.ts";
import { sentenceOfRule } from "./sentence.ts";
import { t } from "./strings/index.ts";
import { useNamed } from "./use-named.ts";
import "./rules.css";

/** Edits one rule. It stays open until it is saved. */
export function RuleEditor({
  account,
  rule,
  isNew,
  note,
  onSave,
  onClose,
}: {
  readonly account: Account;
  readonly rule: Rule;
  readonly isNew: boolean;
  /** Said above the fields. */
  readonly note?: ReactNode;
  /** Rejects with `ScriptChanged` if the rule was changed elsewhere; then `asNew` adds another one. */
  readonly onSave: (rule: Rule, asNew: boolean) => Promise<void>;
  readonly onClose: () => void;
}): ReactNode {
  const known = useNamed(account);
  const [draft, setDraft] = useState<RuleDraft>(() => draftOf(rule));
  const [isChanged, setChanged] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [asNew, setAsNew] = useState(isNew);
  const [refusal, setRefusal] = useState<string>();
  const [isForwardRefused, setForwardRefused] = useState(false);
  const policies = usePolicies();
  const form = useId();
  const folders = known?.folders ?? NONE;
  const labels = useMemo(() => asLabels(known?.labels ?? NONE).list, [known?.labels]);
  const named = { ...draft, name: draft.name.trim() || suggestedName(draft) };
  const wanted = ruleOf(named);
  const faults = faultsOf(named);
  const shown = isChecked ? faults : null;

  function change(patch: Partial<RuleDraft>): void {
    setRefusal(undefined);
    setForwardRefused(false);
    setChanged(true);
    setDraft({ ...draft, ...patch });
  }
  async function save(): Promise<void> {
    setChecked(true);
    if (faults) {
      // The first field with a fault, once it says so.
      requestAnimationFrame(() =>
        document.getElementById(form)?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus(),
      );
      return;
    }
    setBusy(true);
    try {
      await onSave(wanted, asNew);
      onClose();
    } catch (error) {
      setBusy(false);
      const isGone = error instanceof ScriptChanged && !asNew;
      if (isGone) setAsNew(true);
      setForwardRefused(isForbiddenForwarding(error));
      setRefusal(isGone ? t("changedElsewhere") : refusalOfRules(error));
    }
  }
  const addressFault = isForwardRefused ? t("onlyInside") : undefined;
  return (
    <Dialog
      open
      size="large"
      title={t(isNew ? "createRule" : "editRule")}
      onClose={() => (isChanged ? setLeaving(true) : onClose())}
      actions={
        <Button variant="primary" type="submit" form={form} busy={isBusy}>
          {t("save")}
        </Button>
      }
    >
      <form
        id={form}
        className="mail-rule"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {note}
        <TextField
          label={t("name")}
          autoComplete="off"
          placeholder={suggestedName(draft)}
          value={draft.name}
          error={shown?.name ? t("nameWrong") : undefined}
          onChange={(event) => change({ name: event.target.value })}
        />
        <fieldset className="mail-rule-group">
          <legend>{t("when")}</legend>
          {draft.conditions.length > 1 && (
            <Select<Rule["match"]>
              label={t("match")}
              hideLabel
              value={draft.match}
              onChange={(match) => change({ match })}
              options={[
                { value: "all", label: t("matchAll") },
                { value: "any", label: t("matchAny") },
              ]}
            />
          )}
          {draft.conditions.map((condition, at) => (
            <ConditionRow
              key={condition.key}
              number={at + 1}
              condition={condition}
              fault={shown?.conditions.get(condition.key)}
              onChange={(next) => change({ conditions: draft.conditions.with(at, next) })}
              onRemove={() => change({ conditions: draft.conditions.toSpliced(at, 1) })}
            />
          ))}
          <p className="mail-rule-hint">
            {t(draft.conditions.length === 0 ? "everyMessage" : "oneLineEach")}
          </p>
          <Button
            size="small"
            icon={<AddIcon />}
            onClick={() => change({ conditions: [...draft.conditions, newCondition("subject")] })}
          >
            {t("addCondition")}
          </Button>
        </fieldset>
        <fieldset className="mail-rule-group">
          <legend>{t("actions")}</legend>
          {draft.actions.map((action, at) => (
            <ActionRow
              key={action.key}
              number={at + 1}
              action={action}
              folders={folders}
              labels={labels}
              forwarding={policies}
              fault={shown?.actions.get(action.key)}
              addressFault={addressFault}
              onChange={(next) => change({ actions: draft.actions.with(at, next) })}
              onRemove={() => change({ actions: draft.actions.toSpliced(at, 1) })}
            />
          ))}
          {shown?.noActions && (
            <p className="a-field-error" role="alert">
              <ErrorIcon />
              {t("actionMissing")}
            </p>
          )}
          <Button
            size="small"
            icon={<AddIcon />}
            onClick={() => change({ actions: [...draft.actions, newAction()] })}
          >
            {t("addAction")}
          </Button>
        </fieldset>
        {!faults && (
          <p className="mail-rule-sentence">{sentenceOfRule(wanted, namesOf(folders, labels))}</p>
        )}
        {refusal !== undefined && (
          <p className="a-field-error" role="alert">
            <ErrorIcon />
            {refusal}
          </p>
        )}
      </form>
      <MatchesNow
        account={account}
        mailboxes={folders}
        rule={wanted}
        mayLook={known !== undefined && (faults?.conditions.size ?? 0) === 0}
        mayApply={!faults}
      />
      {isLeaving && (
        <Confirm
          open
          danger
          title={t("discardTitle")}
          confirmLabel={t("discard")}
          onClose={() => setLeaving(false)}
          onConfirm={onClose}
        >
          {t("discardMore")}
        </Confirm>
      )}
    </Dialog>
  );
}

const NONE: readonly never[] = [];

/** What a rule is called that got no name. */
function suggestedName({ conditions }: RuleDraft): string {
  const first = conditions.find(({ text, on }) => on !== "size" && text.trim() !== "");
  const [line = ""] = first?.text.trim().split("\n") ?? [];
  return line.slice(0, MAX_SUGGESTED).trim() || t("newRule");
}

const MAX_SUGGESTED = 60;
