import {
  MAX_ACTIONS,
  MAX_CONDITIONS,
  MAX_RULE_NAME,
  MAX_RULE_VALUE,
  MAX_VALUES,
} from "./limits.ts";

/** A condition of a rule. `isNot` negates it. */
export type Condition =
  | {
      readonly on: "from" | "to";
      readonly how: "contains" | "is" | "domain";
      readonly values: readonly string[];
      readonly isNot: boolean;
    }
  | {
      readonly on: "subject" | "list";
      readonly how: "contains" | "is";
      readonly values: readonly string[];
      readonly isNot: boolean;
    }
  | {
      readonly on: "header";
      /** The field's name. */
      readonly name: string;
      readonly how: "contains" | "is";
      readonly values: readonly string[];
      readonly isNot: boolean;
    }
  | {
      readonly on: "body";
      readonly how: "contains";
      readonly values: readonly string[];
      readonly isNot: boolean;
    }
  | {
      readonly on: "size";
      readonly how: "over" | "under";
      readonly octets: number;
      readonly isNot: boolean;
    }
  | { readonly on: "attachment"; readonly isNot: boolean };

/** An action of a rule. `mailbox` is the name to use if the mailbox with that id no longer exists. */
export type Action =
  | { readonly do: "markRead" | "star" | "archive" | "delete" | "stop" }
  | { readonly do: "label"; readonly keyword: string }
  | { readonly do: "forward"; readonly address: string }
  | { readonly do: "move"; readonly mailboxId: string; readonly mailbox: string };

/** A rule of the rule builder. */
export interface Rule {
  readonly name: string;
  readonly isEnabled: boolean;
  /** Whether all conditions have to match, or one. A rule without conditions applies to all messages. */
  readonly match: "all" | "any";
  readonly conditions: readonly Condition[];
  /** At least one; executed in the order of `ACTION_ORDER`. */
  readonly actions: readonly Action[];
}

/** Flags come first, since they only affect copies that are filed afterwards. */
export const ACTION_ORDER: readonly Action["do"][] = [
  "markRead",
  "star",
  "label",
  "forward",
  "move",
  "archive",
  "delete",
  "stop",
];

/** Fields that have their own kind of condition. */
const NAMED = new Set(["from", "subject", "list-id"]);

/** Which property of a rule is invalid, or null. */
export function faultOf(rule: Rule): "name" | "conditions" | "actions" | null {
  const { name, match, conditions, actions } = rule;
  if (!isLine(name, MAX_RULE_NAME) || name !== name.trim() || name === "") return "name";
  if (conditions.length > MAX_CONDITIONS || !conditions.every(isCondition)) return "conditions";
  if (conditions.length === 0 && match !== "all") return "conditions";
  if (actions.length === 0 || actions.length > MAX_ACTIONS || !actions.every(isAction))
    return "actions";
  return null;
}

function isCondition(condition: Condition): boolean {
  switch (condition.on) {
    case "size":
      return Number.isSafeInteger(condition.octets) && condition.octets >= 0;
    case "attachment":
      return true;
    case "header":
      return isOtherField(condition.name) && areValues(condition.values);
    default:
      return areValues(condition.values);
  }
}

const isOtherField = (name: string): boolean =>
  /^[!-9;-~]{1,200}$/.test(name) && isPlain(name) && !NAMED.has(name.toLowerCase());

const areValues = (values: readonly string[]): boolean =>
  values.length > 0 &&
  values.length <= MAX_VALUES &&
  values.every((value) => value !== "" && isLine(value, MAX_RULE_VALUE));

function isAction(action: Action): boolean {
  switch (action.do) {
    case "label":
      return /^[!#$&'+-[^-z|}~]{1,200}$/.test(action.keyword) && isPlain(action.keyword);
    case "forward":
      return (
        /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]{1,250}$/.test(action.address) &&
        isLine(action.address, 320)
      );
    case "move":
      return isLine(action.mailboxId, MAX_RULE_VALUE) && isLine(action.mailbox, MAX_RULE_VALUE);
    default:
      return true;
  }
}

/** One line without `${`, which would be a variable if the script requires `variables`. */
const isLine = (text: string, most: number): boolean =>
  text.length <= most &&
  text.isWellFormed() &&
  isPlain(text) &&
  !/\p{Cc}|[\u2028\u2029]/u.test(text);

const isPlain = (text: string): boolean => !text.includes("${");
