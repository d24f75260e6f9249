import type { Action, Condition, Rule } from "@atrium/formats/sieve-rules";
import { formatBytes } from "@atrium/i18n";
import type { RuleNames, TextCondition } from "./sentence.ts";

export function englishSentence({ match, conditions, actions }: Rule, names: RuleNames): string {
  const when =
    conditions.length === 0
      ? "For every message"
      : `If ${joined(conditions.map(clause), match === "all" ? "and" : "or")}`;
  const what = joined(
    actions.map((action) => deed(action, names)),
    "and",
  );
  return `${when}, ${what}.`;
}

function joined(items: readonly string[], word: "and" | "or"): string {
  const [last = "", ...rest] = items.toReversed();
  return rest.length === 0 ? last : `${rest.toReversed().join(", ")} ${word} ${last}`;
}

const anyOf = (values: readonly string[]): string => joined(values, "or");
const quoted = (values: readonly string[]): string => anyOf(values.map((value) => `“${value}”`));

function clause(condition: Condition): string {
  const { isNot } = condition;
  switch (condition.on) {
    case "from":
    case "to": {
      const { how, values } = condition;
      if (how === "contains") {
        const who = condition.on === "from" ? "the sender" : "the recipients";
        const verb = condition.on === "from" ? "contains" : "contain";
        const not = condition.on === "from" ? "does not contain" : "do not contain";
        return `${who} ${isNot ? not : verb} ${quoted(values)}`;
      }
      const whom = anyOf(how === "domain" ? values.map((value) => `@${value}`) : values);
      return `it is ${isNot ? "not " : ""}${condition.on} ${whom}`;
    }
    case "body":
      return `the text ${isNot ? "does not contain" : "contains"} ${quoted(condition.values)}`;
    case "size": {
      const than = condition.how === "over" ? "larger" : "smaller";
      return `it is ${isNot ? "not " : ""}${than} than ${formatBytes(condition.octets)}`;
    }
    case "attachment":
      return `it has ${isNot ? "no attachment" : "an attachment"}`;
    default:
      return `${fieldOf(condition)} ${verbOf(condition)} ${quoted(condition.values)}`;
  }
}

function verbOf({ how, isNot }: TextCondition): string {
  if (how === "is") return isNot ? "is not" : "is";
  return isNot ? "does not contain" : "contains";
}

function fieldOf(condition: TextCondition): string {
  if (condition.on === "header") return `the header ${condition.name}`;
  return condition.on === "subject" ? "the subject" : "the mailing list";
}

function deed(action: Action, names: RuleNames): string {
  switch (action.do) {
    case "move":
      return `move it to ${names.folder(action.mailboxId, action.mailbox)}`;
    case "label":
      return `label it ${names.label(action.keyword)}`;
    case "forward":
      return `forward it to ${action.address}`;
    default:
      return DEEDS[action.do];
  }
}

const DEEDS = {
  markRead: "mark it as read",
  star: "star it",
  archive: "archive it",
  delete: "delete it",
  stop: "skip the rules below",
} as const;
