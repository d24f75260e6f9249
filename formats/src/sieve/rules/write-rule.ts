import { ACTION_ORDER, type Action, type Condition, type Rule } from "./rule.ts";

/** Marker lines around a rule. */
export const RULE_BEGIN = "# --- Rule: ";
export const RULE_END = "# --- End of rule";

/** The text of a rule (CRLF) and the capabilities that it needs. */
export interface WrittenRule {
  readonly text: string;
  readonly requires: readonly string[];
}

/** @param rule a valid rule (`faultOf`) */
export function writeRule(rule: Rule): WrittenRule {
  const requires = new Set<string>();
  const need = (...capabilities: readonly string[]): void => {
    for (const capability of capabilities) requires.add(capability);
  };
  const tests = rule.conditions.map((condition) => writeCondition(condition, need));
  const rank = ({ do: act }: Action): number => ACTION_ORDER.indexOf(act);
  const actions = [...rule.actions]
    .sort((one, other) => rank(one) - rank(other))
    .map((action) => writeAction(action, need));
  const lines = [
    `${RULE_BEGIN}${rule.name}`,
    `if ${writeTest(rule, tests)} {`,
    ...actions.map((action) => `  ${action};`),
    "}",
    RULE_END,
  ];
  return { text: lines.map((line) => `${line}\r\n`).join(""), requires: [...requires] };
}

function writeTest({ match, isEnabled }: Rule, tests: readonly string[]): string {
  const test =
    tests.length === 0
      ? "true"
      : `${match === "all" ? "allof" : "anyof"} (\r\n${tests.map((one) => `  ${one}`).join(",\r\n")}\r\n)`;
  return isEnabled ? test : `allof (false, ${test})`;
}

type Need = (...capabilities: readonly string[]) => void;

function writeCondition(condition: Condition, need: Need): string {
  return `${condition.isNot ? "not " : ""}${writeBareCondition(condition, need)}`;
}

function writeBareCondition(condition: Condition, need: Need): string {
  switch (condition.on) {
    case "from":
    case "to": {
      const { how, values } = condition;
      const fields = condition.on === "from" ? '"from"' : '["to", "cc"]';
      if (how === "contains") return `header :contains ${fields} ${list(values)}`;
      const part = how === "domain" ? ":domain" : ":all";
      return `address ${part} :is ${fields} ${list(values)}`;
    }
    case "subject":
    case "list": {
      const { how, values } = condition;
      const field = condition.on === "list" ? "list-id" : "subject";
      return `header :${how} "${field}" ${list(values)}`;
    }
    case "header":
      return `header :${condition.how} ${quoted(condition.name)} ${list(condition.values)}`;
    case "body":
      need("body");
      return `body :text :contains ${list(condition.values)}`;
    case "size":
      return `size :${condition.how} ${condition.octets}`;
    default:
      need("mime");
      return 'header :mime :anychild :type :is "content-disposition" "attachment"';
  }
}

function writeAction(action: Action, need: Need): string {
  switch (action.do) {
    case "markRead":
      need("imap4flags");
      return 'addflag "\\\\Seen"';
    case "star":
      need("imap4flags");
      return 'addflag "\\\\Flagged"';
    case "label":
      need("imap4flags");
      return `addflag ${quoted(action.keyword)}`;
    case "forward":
      need("copy");
      return `redirect :copy ${quoted(action.address)}`;
    case "move":
      need("fileinto", "mailboxid");
      return `fileinto :mailboxid ${quoted(action.mailboxId)} ${quoted(action.mailbox)}`;
    case "archive":
      need("fileinto", "special-use");
      return 'fileinto :specialuse "\\\\Archive" "Archive"';
    case "delete":
      need("fileinto", "special-use");
      return 'fileinto :specialuse "\\\\Trash" "Trash"';
    default:
      return "stop";
  }
}

const list = (values: readonly string[]): string => `[${values.map(quoted).join(", ")}]`;

export const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;
