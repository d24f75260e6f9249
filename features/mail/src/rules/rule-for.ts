import type { EmailRecord } from "@atrium/contract/types/email";
import type { Condition, Rule } from "@atrium/formats/sieve-rules";
import { withoutReply } from "../email/subject.ts";
import { emptyRule } from "./empty-rule.ts";

/** Characters of a subject that a rule begins with. */
const MAX_SUBJECT = 200;

/**
 * A rule to begin with for messages like this one: of its mailing list, or from its sender, about the same.
 * @param listId the value of its `List-Id`
 */
export function ruleFor(
  { from, subject }: Pick<EmailRecord, "from" | "subject">,
  listId: string | null,
): Rule {
  const sender = from?.[0]?.email ?? "";
  const list = /<([^<>\s]+)>\s*$/.exec(listId ?? "")?.[1] ?? listId?.trim() ?? "";
  const about = withoutReply(subject ?? "")
    .slice(0, MAX_SUBJECT)
    .toWellFormed()
    .trim();
  const who: Condition | undefined =
    list !== ""
      ? { on: "list", how: "contains", values: [list], isNot: false }
      : sender === ""
        ? undefined
        : { on: "from", how: "is", values: [sender.toLowerCase()], isNot: false };
  const what: Condition | undefined =
    about === "" || about.includes("${")
      ? undefined
      : { on: "subject", how: "contains", values: [about], isNot: false };
  const conditions = [who, what].filter((one) => one !== undefined);
  return conditions.length === 0 ? emptyRule() : { ...emptyRule(), conditions };
}
