import type { Argument, Written } from "../parser.ts";
import type { Action, Condition, Rule } from "./rule.ts";

/** Converts an `if` command to a rule; undefined if it is not in the form that `writeRule` produces. */
export function readRule(name: string, { name: command, tests, block }: Written): Rule | undefined {
  const [test] = tests;
  if (command !== "if" || !test || !block) return undefined;
  const isDisabled =
    test.name === "allof" && test.tests.length === 2 && test.tests[0]!.name === "false";
  const conditions = readConditions(isDisabled ? test.tests[1]! : test);
  const actions = all(block.map(readAction));
  if (!conditions || !actions) return undefined;
  return { name, isEnabled: !isDisabled, ...conditions, actions };
}

function readConditions(test: Written): Pick<Rule, "match" | "conditions"> | undefined {
  if (test.name === "true") return { match: "all", conditions: [] };
  if (test.name !== "allof" && test.name !== "anyof") return undefined;
  const conditions = all(test.tests.map(readCondition));
  return conditions && { match: test.name === "allof" ? "all" : "any", conditions };
}

function readCondition(test: Written): Condition | undefined {
  const isNot = test.name === "not";
  const bare = isNot ? test.tests[0]! : test;
  const condition = readBareCondition(bare);
  return condition && { ...condition, isNot };
}

/** A condition without its negation. */
type Bare<Kind> = Kind extends Condition ? Omit<Kind, "isNot"> : never;

function readBareCondition({ name, args }: Written): Bare<Condition> | undefined {
  const [fields, values] = stringsOf(args);
  const [number] = args.flatMap((arg) => (arg.kind === "number" ? arg.value : []));
  const shape = `${name} ${tagsOf(args)}`;
  switch (shape) {
    case "header contains":
    case "header is":
      return (
        fields && values && readHeader(fields, shape.endsWith("is") ? "is" : "contains", values)
      );
    case "address all is":
    case "address domain is": {
      const on = fields && whoOf(fields);
      const how = shape.includes("domain") ? "domain" : "is";
      return on && values && { on, how, values };
    }
    case "body text contains":
      return fields && { on: "body", how: "contains", values: fields };
    case "size over":
      return number === undefined ? undefined : { on: "size", how: "over", octets: number };
    case "size under":
      return number === undefined ? undefined : { on: "size", how: "under", octets: number };
    case "header mime anychild type is":
      return { on: "attachment" };
    default:
      return undefined;
  }
}

function readHeader(
  fields: readonly string[],
  how: "contains" | "is",
  values: readonly string[],
): Bare<Condition> | undefined {
  const on = whoOf(fields);
  if (on) return how === "contains" ? { on, how, values } : undefined;
  const [name = ""] = fields;
  if (name === "subject") return { on: "subject", how, values };
  if (name === "list-id") return { on: "list", how, values };
  return { on: "header", name, how, values };
}

function whoOf(fields: readonly string[]): "from" | "to" | undefined {
  if (fields.length === 1 && fields[0] === "from") return "from";
  return fields.join() === "to,cc" ? "to" : undefined;
}

function readAction({ name, args }: Written): Action | undefined {
  const strings = stringsOf(args).flat();
  const [first = "", second = ""] = strings;
  switch (`${name} ${tagsOf(args)}`.trim()) {
    case "stop":
      return { do: "stop" };
    case "addflag":
      if (first === "\\Seen") return { do: "markRead" };
      return first === "\\Flagged" ? { do: "star" } : { do: "label", keyword: first };
    case "redirect copy":
      return { do: "forward", address: first };
    case "fileinto mailboxid":
      return { do: "move", mailboxId: first, mailbox: second };
    case "fileinto specialuse":
      return first === "\\Archive" ? { do: "archive" } : { do: "delete" };
    default:
      return undefined;
  }
}

const stringsOf = (args: readonly Argument[]): readonly (readonly string[])[] =>
  args.flatMap((arg) => (arg.kind === "strings" ? [arg.values] : []));

const tagsOf = (args: readonly Argument[]): string =>
  args.flatMap((arg) => (arg.kind === "tag" ? arg.name : [])).join(" ");

/** The items, or undefined if one is missing. */
const all = <Item>(items: readonly (Item | undefined)[]): readonly Item[] | undefined =>
  items.every((item) => item !== undefined) ? items : undefined;
