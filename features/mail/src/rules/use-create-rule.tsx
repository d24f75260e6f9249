import type { EmailRecord } from "@atrium/contract/types/email";
import { lazyPart, useVerbs } from "@atrium/shell";
import { RulesIcon, type MenuEntry } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../strings/index.ts";

const RuleFromMessage = lazyPart(() =>
  import("./rule-from-message.tsx").then((module) => module.RuleFromMessage),
);

/** A rule for messages like one: an entry of its menu, and what edits the rule. */
export function useCreateRule(email: EmailRecord | undefined): {
  readonly entries: readonly MenuEntry[];
  readonly dialog: ReactNode;
} {
  const [asked, setAsked] = useState<EmailRecord>();
  return {
    entries:
      email && !isDraft(email)
        ? [
            {
              id: "rule",
              label: t("createRule"),
              icon: <RulesIcon />,
              onAct: () => setAsked(email),
            },
          ]
        : [],
    dialog: asked && <RuleFromMessage email={asked} onClose={() => setAsked(undefined)} />,
  };
}

/** The same for the open conversation's latest message, and as a command of the palette. */
export function useCreateRuleVerb(
  emails: readonly EmailRecord[],
): ReturnType<typeof useCreateRule> {
  const { entries, dialog } = useCreateRule(emails.findLast((email) => !isDraft(email)));
  useVerbs(
    entries.flatMap((entry) =>
      "onAct" in entry
        ? [
            {
              id: "mail.create-rule",
              group: t("keysAct"),
              label: entry.label,
              icon: entry.icon,
              words: "rule filter sort",
              act: entry.onAct,
            },
          ]
        : [],
    ),
  );
  return { entries, dialog };
}

const isDraft = ({ keywords }: EmailRecord): boolean => keywords["$draft"] === true;
