import { LABEL_COLORS, type LabelRecord } from "@atrium/contract/types/label";
import { isProvisional } from "@atrium/jmap";
import { AddIcon, ContextMenu, EditIcon, IconButton, TrashIcon, Tree } from "@atrium/ui";
import type { MenuEntry } from "@atrium/ui";
import { useState, type KeyboardEvent, type ReactNode } from "react";
import { SectionHead, useIsClosed } from "../sidebar/section-head.tsx";
import { useMail } from "../mail.tsx";
import type { Place } from "../place/place.ts";
import { changeLabel, sayRefused } from "./label-actions.ts";
import { LabelQuestions, type LabelQuestion } from "./label-questions.tsx";
import { LabelSign } from "./label-sign.tsx";
import { useLabels } from "./labels.ts";
import { t } from "./strings/index.ts";
import { useLabelDrop } from "./use-label-drop.ts";

/** The account's labels below its folders, and all that can be done with them. */
export function LabelList({
  place,
  onGo,
  onLeave,
}: {
  /** Where the window is, if that is in this account. */
  readonly place: Place | undefined;
  readonly onGo: (place: Place) => void;
  /** The label that is open is no more. */
  readonly onLeave: () => void;
}): ReactNode {
  const { account, home, isReadOnly } = useMail();
  const labels = useLabels();
  const [menu, setMenu] = useState<{ id: string; x: number; y: number }>();
  const [question, setQuestion] = useState<LabelQuestion>();
  const drop = useLabelDrop(labels?.list ?? NONE);
  const isClosed = useIsClosed("closesLabels");
  if (!labels) return null;
  // Of others' mail only what there is; one's own shows that there could be some.
  if (labels.list.length === 0 && (isReadOnly || account !== home)) return null;

  const onKey = (id: string, event: KeyboardEvent): boolean => {
    const label = labels.byId(id);
    if (!label || isReadOnly) return false;
    if (event.key === "F2") setQuestion({ kind: "edit", label });
    else if (event.key === "Delete") setQuestion({ kind: "delete", label });
    else return false;
    return true;
  };
  const target = menu && labels.byId(menu.id);
  const open = place?.kind === "label" ? place.label : undefined;
  return (
    <>
      <SectionHead section="closesLabels" title={t("labels")}>
        {!isReadOnly && (
          <IconButton
            label={t("newLabel")}
            size="small"
            icon={<AddIcon />}
            onClick={() => setQuestion({ kind: "create" })}
          />
        )}
      </SectionHead>
      {labels.list.length > 0 && !isClosed && (
        <Tree
          label={t("labels")}
          items={labels.list.map(({ id, name, color }) => ({
            id,
            label: name,
            icon: <LabelSign color={color} />,
          }))}
          selected={open}
          onSelect={(id) => {
            if (!isProvisional(id)) onGo({ kind: "label", label: id });
          }}
          onMenu={(id, at) => {
            if (!isReadOnly) setMenu({ id, ...at });
          }}
          onKey={onKey}
          itemProps={({ id, label }) => ({ ref: drop(id), title: label })}
        />
      )}
      {menu && target && (
        <ContextMenu
          label={t("labelActs", { name: target.name })}
          at={menu}
          items={labelMenu(target, {
            onAsk: setQuestion,
            onColor: (color) => void changeLabel(account, target, { color }).catch(sayRefused),
          })}
          onClose={() => setMenu(undefined)}
        />
      )}
      {question && (
        <LabelQuestions
          question={question}
          onClose={() => setQuestion(undefined)}
          onGone={(id) => {
            if (id === open) onLeave();
          }}
        />
      )}
    </>
  );
}

const NONE: readonly LabelRecord[] = [];

function labelMenu(
  label: LabelRecord,
  {
    onAsk,
    onColor,
  }: {
    readonly onAsk: (question: LabelQuestion) => void;
    readonly onColor: (color: LabelRecord["color"]) => void;
  },
): MenuEntry[] {
  return [
    {
      id: "edit",
      label: t("editLabel"),
      icon: <EditIcon />,
      shortcut: "F2",
      onAct: () => onAsk({ kind: "edit", label }),
    },
    { heading: t("color") },
    ...LABEL_COLORS.map((color) => ({
      id: color,
      label: t(`color_${color}`),
      icon: <LabelSign color={color} />,
      checked: color === label.color,
      onAct: () => {
        if (color !== label.color) onColor(color);
      },
    })),
    { separator: true },
    {
      id: "delete",
      label: t("deleteLabel"),
      icon: <TrashIcon />,
      shortcut: "Delete",
      danger: true,
      onAct: () => onAsk({ kind: "delete", label }),
    },
  ];
}
