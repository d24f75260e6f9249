import type { SieveFailure } from "@atrium/contract/types/sieve-script";
import type { Rule, RulePart } from "@atrium/formats/sieve-rules";
import { formatDateTime } from "@atrium/i18n";
import { Answered, ListSkeleton } from "@atrium/settings-page";
import { Link, lazyPart } from "@atrium/shell";
import {
  AddIcon,
  announce,
  Banner,
  Button,
  EmptyState,
  offerUndo,
  RulesIcon,
  toast,
} from "@atrium/ui";
import { useRef, useState, type ReactNode } from "react";
import {
  appendRule,
  insertRule,
  isShown,
  moveRule,
  removeRule,
  replaceRule,
  stepFrom,
  type PlacedRule,
} from "../../rules/edits.ts";
import { namesOf } from "../../rules/names.ts";
import { emptyRule } from "../../rules/empty-rule.ts";
import { refusalOfRules } from "../../rules/rule-sentence.ts";
import type { ActiveScript, RuleEdit } from "../../rules/script.ts";
import { t } from "../../rules/strings/index.ts";
import { useNamed } from "../../rules/use-named.ts";
import { useRules } from "../../rules/use-rules.ts";
import type { MailAccount } from "../mail-accounts/mail-accounts.ts";
import { CodeRow, RuleRow } from "./rule-row.tsx";

const RuleEditor = lazyPart(() =>
  import("../../rules/rule-editor.tsx").then((module) => module.RuleEditor),
);

/** The rules of an account in their order. */
export function RuleList({
  mail,
  scriptHref,
}: {
  readonly mail: MailAccount;
  readonly scriptHref: string;
}): ReactNode {
  const { account, isReadOnly } = mail;
  const { answer, reload, change } = useRules(account.id);
  const [edited, setEdited] = useState<PlacedRule | "new">();
  /** Says what was done, with the way back. */
  const perform = (edit: RuleEdit, said: string, undo: RuleEdit): void => {
    change(edit).then(
      () =>
        offerUndo({
          message: said,
          onUndo: () => void change(undo).catch(sayRefused),
        }),
      sayRefused,
    );
  };
  const save = async (rule: Rule, asNew: boolean): Promise<void> => {
    const before = edited === "new" || asNew ? undefined : edited;
    await change(before ? replaceRule(before, rule) : appendRule(rule));
    const at = before?.at ?? LAST;
    offerUndo({
      severity: "success",
      message: t("ruleSaved", { name: rule.name }),
      onUndo: () =>
        void change(
          before ? replaceRule({ rule, at }, before.rule) : removeRule({ rule, at }),
        ).catch(sayRefused),
    });
  };
  return (
    <Answered answer={answer} onRetry={() => void reload()}>
      {(script) => (
        <>
          {script.failure && <Failure failure={script.failure} />}
          {script.rules ? (
            <Parts
              mail={mail}
              parts={script.rules.parts}
              perform={perform}
              onEdit={setEdited}
              onCreate={() => setEdited("new")}
            />
          ) : (
            <EmptyState icon={<RulesIcon />} title={t("unreadable")}>
              {t("unreadableMore")}
            </EmptyState>
          )}
          {isReadOnly && <p className="settings-quiet">{t("onlyRead")}</p>}
          <div className="settings-acts mail-rules-foot">
            {!isReadOnly && script.rules?.parts.some(isShown) && (
              <Button icon={<AddIcon />} onClick={() => setEdited("new")}>
                {t("createRule")}
              </Button>
            )}
            {hasText(script, isReadOnly) && (
              <Link className="mail-rules-script" href={scriptHref}>
                {t(isReadOnly ? "script" : "editScript")}
              </Link>
            )}
          </div>
          {edited && (
            <RuleEditor
              account={account}
              rule={edited === "new" ? emptyRule() : edited.rule}
              isNew={edited === "new"}
              onSave={save}
              onClose={() => setEdited(undefined)}
            />
          )}
        </>
      )}
    </Answered>
  );
}

/** A place after all others. */
const LAST = Number.MAX_SAFE_INTEGER;

const hasText = ({ text }: ActiveScript, isReadOnly: boolean): boolean =>
  !isReadOnly || text !== "";

const sayRefused = (error: unknown): void => {
  toast({ severity: "danger", message: refusalOfRules(error) });
};

function Failure({
  failure: { at, line, message },
}: {
  readonly failure: SieveFailure;
}): ReactNode {
  const when = formatDateTime(at);
  return (
    <Banner severity="warning" title={t("failed")}>
      {line === null ? t("failedWhole", { when, message }) : t("failedAt", { when, line, message })}
    </Banner>
  );
}

function Parts({
  mail: { account, isReadOnly },
  parts,
  perform,
  onEdit,
  onCreate,
}: {
  readonly mail: MailAccount;
  readonly parts: readonly RulePart[];
  readonly perform: (edit: RuleEdit, said: string, undo: RuleEdit) => void;
  readonly onEdit: (placed: PlacedRule) => void;
  readonly onCreate: () => void;
}): ReactNode {
  const named = useNamed(account);
  const list = useRef<HTMLUListElement>(null);
  if (!named) return <ListSkeleton />;
  const names = namesOf(named.folders, named.labels);
  const shown = parts.map((part, at) => ({ part, at })).filter(({ part }) => isShown(part));
  if (shown.length === 0)
    return (
      <EmptyState
        icon={<RulesIcon />}
        title={t("none")}
        {...(!isReadOnly && {
          action: (
            <Button variant="primary" icon={<AddIcon />} onClick={onCreate}>
              {t("createRule")}
            </Button>
          ),
        })}
      >
        {!isReadOnly && t("noneMore")}
      </EmptyState>
    );
  const move = (placed: PlacedRule, to: number): void => {
    const { rule, at } = placed;
    const place = shown.findIndex((one) => one.at === to) + 1;
    perform(moveRule(placed, to), t("orderChanged"), moveRule({ rule, at: to }, at));
    // The row keeps the focus where it goes.
    requestAnimationFrame(() =>
      list.current?.children[place - 1]?.querySelector<HTMLElement>("button")?.focus(),
    );
    announce(t("movedTo", { name: rule.name, place, count: shown.length }));
  };
  return (
    <ul className="settings-list mail-rules" ref={list} tabIndex={-1} aria-label={t("rules")}>
      {shown.map(({ part, at }, place) => {
        if (part.kind === "text") return <CodeRow key={`code ${place}`} text={part.text} />;
        const { rule } = part;
        const placed = { rule, at };
        const [up, down] = ([-1, 1] as const).map((by) => stepFrom(parts, at, by));
        return (
          <RuleRow
            key={`rule ${place}`}
            accountId={account.id}
            placed={placed}
            names={names}
            isReadOnly={isReadOnly}
            onEdit={() => onEdit(placed)}
            onSwitch={(isEnabled) => {
              const next = { ...rule, isEnabled };
              perform(
                replaceRule(placed, next),
                t(isEnabled ? "ruleOn" : "ruleOff", { name: rule.name }),
                replaceRule({ rule: next, at }, rule),
              );
            }}
            onMoveUp={up === undefined ? undefined : () => move(placed, up)}
            onMoveDown={down === undefined ? undefined : () => move(placed, down)}
            onDrop={(dropped) => {
              if (dropped.at !== at) move(dropped, at);
            }}
            onDelete={() => {
              perform(
                removeRule(placed),
                t("ruleDeleted", { name: rule.name }),
                insertRule(placed),
              );
              // The button that was pressed goes with its row.
              requestAnimationFrame(() => list.current?.focus());
            }}
          />
        );
      })}
    </ul>
  );
}
