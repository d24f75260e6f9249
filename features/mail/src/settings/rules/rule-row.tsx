import { useDraggable, useDropTarget } from "@atrium/dnd";
import {
  ChevronDownIcon,
  ChevronUpIcon,
  EditIcon,
  MenuButton,
  MoreIcon,
  SourceIcon,
  Switch,
  TrashIcon,
  type MenuEntry,
} from "@atrium/ui";
import { useCallback, type KeyboardEvent, type ReactNode } from "react";
import type { PlacedRule } from "../../rules/edits.ts";
import { sentenceOfRule, type RuleNames } from "../../rules/sentence.ts";
import { t } from "../../rules/strings/index.ts";

interface DraggedRule {
  readonly kind: "rule";
  readonly accountId: string;
  readonly placed: PlacedRule;
}

/** One rule as a sentence, and what can be done with it. */
export function RuleRow({
  accountId,
  placed,
  names,
  isReadOnly,
  onEdit,
  onSwitch,
  onMoveUp,
  onMoveDown,
  onDrop,
  onDelete,
}: {
  readonly accountId: string;
  readonly placed: PlacedRule;
  readonly names: RuleNames;
  readonly isReadOnly: boolean;
  readonly onEdit: () => void;
  readonly onSwitch: (isEnabled: boolean) => void;
  /** Absent for the first. */
  readonly onMoveUp: (() => void) | undefined;
  /** Absent for the last. */
  readonly onMoveDown: (() => void) | undefined;
  /** Another rule comes to this place. */
  readonly onDrop: (dropped: PlacedRule) => void;
  readonly onDelete: () => void;
}): ReactNode {
  const { rule } = placed;
  const drag = useDraggable<DraggedRule>({
    data: () => ({ kind: "rule", accountId, placed }),
    label: () => rule.name,
    disabled: isReadOnly,
  });
  const drop = useDropTarget<DraggedRule>({
    accepts: (data): data is DraggedRule => isRule(data) && data.accountId === accountId,
    label: rule.name,
    onDrop: ({ placed: dropped }) => onDrop(dropped),
  });
  const { ref: dragRef } = drag;
  const ref = useCallback(
    (element: HTMLElement | null) => {
      const stops = [dragRef(element), drop(element)];
      return () => {
        for (const stop of stops) stop?.();
      };
    },
    [dragRef, drop],
  );
  const press = (event: KeyboardEvent): void => {
    if (!event.altKey || event.ctrlKey || event.metaKey || isReadOnly) return;
    const move = { ArrowUp: onMoveUp, ArrowDown: onMoveDown }[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };
  const entries: readonly MenuEntry[] = [
    { id: "edit", label: t("edit"), icon: <EditIcon />, onAct: onEdit },
    {
      id: "up",
      label: t("moveUp"),
      icon: <ChevronUpIcon />,
      shortcut: "alt+ArrowUp",
      disabled: !onMoveUp,
      onAct: () => onMoveUp?.(),
    },
    {
      id: "down",
      label: t("moveDown"),
      icon: <ChevronDownIcon />,
      shortcut: "alt+ArrowDown",
      disabled: !onMoveDown,
      onAct: () => onMoveDown?.(),
    },
    { id: "delete", label: t("delete"), icon: <TrashIcon />, danger: true, onAct: onDelete },
  ];
  return (
    <li
      className="settings-row mail-rules-row"
      data-disabled={!rule.isEnabled}
      ref={ref}
      onKeyDown={press}
    >
      <span className="settings-row-words">
        {isReadOnly ? (
          <strong className="settings-wraps">{rule.name}</strong>
        ) : (
          <button type="button" className="mail-rules-name" onClick={onEdit}>
            {rule.name}
          </button>
        )}
        <span className="settings-wraps">{sentenceOfRule(rule, names)}</span>
      </span>
      <span className="settings-row-acts">
        <Switch
          label={t("isOn", { name: rule.name })}
          checked={rule.isEnabled}
          disabled={isReadOnly}
          onChange={onSwitch}
        />
        {!isReadOnly && (
          <MenuButton
            label={t("ruleActs", { name: rule.name })}
            icon={<MoreIcon />}
            align="end"
            items={entries}
          />
        )}
      </span>
    </li>
  );
}

function isRule(data: unknown): data is DraggedRule {
  return typeof data === "object" && data !== null && "kind" in data && data.kind === "rule";
}

/** What of the script is no rule. */
export function CodeRow({ text }: { readonly text: string }): ReactNode {
  const code = text.trim();
  return (
    <li className="settings-row mail-rules-code">
      <SourceIcon />
      <details className="settings-row-words">
        <summary>
          {t("ownCode")} <span>{t("ownCodeMore", { count: code.split(/\r\n|\r|\n/).length })}</span>
        </summary>
        <pre tabIndex={0} aria-label={t("ownCode")}>
          {code}
        </pre>
      </details>
    </li>
  );
}
