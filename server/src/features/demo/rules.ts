import { writeRules, type Rule } from "@atrium/formats/sieve-rules";

/** The folder into which one of the rules moves mail. */
export const RULES_FOLDER = "Newsletters";

/** Alice's rules, as a Sieve script. @param folderId of `RULES_FOLDER` */
export function demoRules(folderId: string): string {
  const rules: readonly Rule[] = [
    {
      name: "Newsletters",
      isEnabled: true,
      match: "any",
      conditions: [
        {
          on: "from",
          how: "domain",
          values: ["lumenweekly.example", "copperleaf.example"],
          isNot: false,
        },
      ],
      actions: [{ do: "move", mailboxId: folderId, mailbox: RULES_FOLDER }],
    },
    {
      name: "Invoices",
      isEnabled: true,
      match: "all",
      conditions: [
        { on: "subject", how: "contains", values: ["Invoice"], isNot: false },
        { on: "attachment", isNot: false },
      ],
      actions: [{ do: "star" }],
    },
  ];
  return writeRules({ head: "", parts: rules.map((rule) => ({ kind: "rule", rule })) });
}
