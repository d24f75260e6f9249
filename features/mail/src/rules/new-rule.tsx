import type { Rule } from "@atrium/formats/sieve-rules";
import { offerUndo, toast } from "@atrium/ui";
import type { ReactNode } from "react";
import { useMail } from "../mail.tsx";
import { appendRule, removeRule } from "./edits.ts";
import { RuleEditor } from "./rule-editor.tsx";
import { refusalOfRules } from "./rule-sentence.ts";
import { changeRules } from "./script.ts";
import { t } from "./strings/index.ts";

/** Edits a rule and adds it to those of the account. */
export function NewRule({
  rule,
  note,
  onClose,
}: {
  /** To begin with. */
  readonly rule: Rule;
  readonly note?: ReactNode;
  readonly onClose: () => void;
}): ReactNode {
  const { client, account } = useMail();
  const change = (edit: ReturnType<typeof appendRule>) => changeRules(client, account.id, edit);
  return (
    <RuleEditor
      account={account}
      rule={rule}
      isNew
      note={note}
      onSave={async (saved) => {
        await change(appendRule(saved));
        offerUndo({
          severity: "success",
          message: t("ruleSaved", { name: saved.name }),
          onUndo: () =>
            void change(removeRule({ rule: saved, at: -1 })).catch((error: unknown) =>
              toast({ severity: "danger", message: refusalOfRules(error) }),
            ),
        });
      }}
      onClose={onClose}
    />
  );
}
