import type { Step, Value } from "./step.ts";
import type { Context } from "./context.ts";
import { dateValues } from "./date-values.ts";
import { readFlags, wordsIn } from "./flags.ts";
import { comparisonOf, findMatch } from "./match.ts";
import { textOf } from "./message.ts";
import { isFieldName } from "./header.ts";
import { addressValues, bodyValues, envelopeValues, headerValues, namedFields } from "./values.ts";

/** Evaluates a test. */
export function holds(step: Step, run: Context): boolean {
  const { name, tags, args, tests, line } = step;
  const { variables, surroundings, budget } = run;
  const { mailboxes, size } = surroundings;
  budget.step(line);
  switch (name) {
    case "true":
      return true;
    case "not":
      return !holds(tests[0]!, run);
    case "allof":
      return tests.every((test) => holds(test, run));
    case "anyof":
      return tests.some((test) => holds(test, run));
    case "size": {
      const limit = args[0] as number;
      return tags.has("over") ? size > limit : size < limit;
    }
    case "exists":
      return variables.texts(args[0]).every((field) => namedFields(step, field, run).length > 0);
    case "header":
      return compares(step, headerValues(step, run), run);
    case "address":
      return compares(step, addressValues(step, run), run);
    case "envelope":
      return compares(step, envelopeValues(step, run), run);
    case "string": {
      const values = variables.texts(args[0]);
      return compares(step, tags.has("count") ? values.filter(Boolean) : values, run);
    }
    case "hasflag":
      return compares(step, flagsOf(step, run), run);
    case "body":
      return compares(step, bodyValues(step, run), run);
    case "date":
    case "currentdate":
      return compares(step, dateValues(step, run), run);
    case "mailboxexists":
      return variables.texts(args[0]).every((one) => mailboxes.exists(one));
    case "mailboxidexists":
      return variables.texts(args[0]).every((one) => mailboxes.existsId(one));
    case "specialuse_exists": {
      const [mailbox] = variables.texts(args[0]);
      return variables.texts(args[1]).every((use) => mailboxes.hasUse(use, mailbox));
    }
    case "duplicate":
      return isDuplicate(step, run);
    default:
      return false;
  }
}

function compares(step: Step, values: readonly string[], run: Context): boolean {
  const given = run.variables.texts(step.args.at(-1));
  // RFC 5232 §2: a string with several flags is equivalent to a list.
  const keys = step.name === "hasflag" ? given.flatMap(wordsIn) : given;
  const match = findMatch(values, keys, comparisonOf(step), run.matching);
  // RFC 5173 §6: `body` sets no match variables.
  if (match?.captures && step.name !== "body") run.variables.capture(match.captures);
  return match !== null;
}

function flagsOf({ args, line }: Step, { variables, flags }: Context): readonly string[] {
  const lists = args[0] === undefined ? undefined : variables.texts(args[0]);
  // RFC 5232 §4: the count of several variables is the sum of their counts.
  return lists?.flatMap((list) => readFlags([variables.get(list)], line)) ?? flags;
}

function isDuplicate(
  { tags, line }: Step,
  { variables, duplicates, fields, budget }: Context,
): boolean {
  const text = (value: Value | undefined): string | undefined => variables.texts(value)[0];
  const name = text(tags.get("header")) ?? "message-id";
  budget.spend(fields.length);
  const field = fields.find((one) => one.name === name.toLowerCase());
  const inHeader = field && isFieldName(name) ? textOf(field) : "";
  return duplicates.isKnown(
    text(tags.get("uniqueid")) ?? inHeader,
    text(tags.get("handle")),
    tags.get("seconds") as number | undefined,
    tags.has("last"),
    line,
  );
}
