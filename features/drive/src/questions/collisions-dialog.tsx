import { Choice, FormDialog } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import type { Answer } from "../acts/collisions.ts";
import { t } from "../strings/index.ts";

const SHOWN = 5;

/** Names that are taken where something goes: one answer for all of them. */
export function CollisionsDialog({
  names,
  onAnswer,
  onClose,
}: {
  readonly names: readonly string[];
  readonly onAnswer: (answer: Answer | undefined) => void;
  readonly onClose: () => void;
}): ReactNode {
  const [answer, setAnswer] = useState<Answer>("keepBoth");
  const more = names.length - SHOWN;
  const finish = (given: Answer | undefined): void => {
    onClose();
    onAnswer(given);
  };
  return (
    <FormDialog
      title={t("collisionsTitle", { count: names.length })}
      confirmLabel={t("continue")}
      onSubmit={() => finish(answer)}
      onClose={() => finish(undefined)}
    >
      <ul className="drive-collisions">
        {names.slice(0, SHOWN).map((name, at) => (
          <li key={`${at} ${name}`}>{name}</li>
        ))}
        {more > 0 && <li>{t("andMore", { count: more })}</li>}
      </ul>
      <Choice
        label={t("collisionsWhat")}
        options={[
          { value: "keepBoth", label: t("keepBoth") },
          { value: "replace", label: t("replace") },
          { value: "skip", label: t("skip") },
        ]}
        value={answer}
        onChange={setAnswer}
        hint={t(`hint_${answer}`)}
      />
    </FormDialog>
  );
}
