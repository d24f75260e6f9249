import type { Step, Value } from "./step.ts";
import type { Context } from "./context.ts";
import { SieveError } from "./errors.ts";
import { readFlags, withoutFlags } from "./flags.ts";
import { MAX_MAILBOX_NAME, MAX_VACATION } from "./limits.ts";
import { comparisonOf, findMatch } from "./match.ts";
import { textOf } from "./message.ts";
import { singleAddress } from "./delivery.ts";
import { modified } from "./variables.ts";

const DAY = 86_400;

/** Executes a command that does not affect control flow. */
export function execute(step: Step, run: Context): void {
  const { name, tags, args, line } = step;
  const { variables, delivery, header } = run;
  switch (name) {
    case "keep":
      delivery.file({ mailbox: null, flags: flagsFor(step, run), edits: header.edits() }, line);
      break;
    case "fileinto":
      fileInto(step, run);
      break;
    case "redirect":
      delivery.redirect(variables.text(args[0]), header.edits(), line);
      break;
    case "reject":
    case "ereject":
      delivery.reject(variables.text(args[0]), name === "ereject", line);
      break;
    case "vacation":
      answer(step, run);
      break;
    case "setflag":
    case "addflag":
    case "removeflag":
      changeFlags(step, run);
      break;
    case "set":
      variables.set(variables.text(args[0]), modified(variables.text(args[1]), tags));
      break;
    case "global":
      for (const variable of variables.texts(args[0])) variables.declareGlobal(variable);
      break;
    case "extracttext": {
      const text = run.part ? run.parts.text(run.part) : "";
      run.budget.spend(text.length);
      const first = text.slice(0, tags.get("first") as number | undefined);
      variables.set(variables.text(args[0]), modified(first, tags));
      break;
    }
    case "addheader":
      header.add(variables.text(args[0]), variables.text(args[1]), tags.has("last"), line);
      break;
    case "deleteheader":
      deleteFields(step, run);
      break;
  }
}

function fileInto(step: Step, run: Context): void {
  const { tags, args, line } = step;
  const { variables, delivery, header } = run;
  const text = (tag: string): string | undefined => variables.texts(tags.get(tag))[0];
  const [name, id, specialUse] = [variables.text(args[0]), text("mailboxid"), text("specialuse")];
  for (const one of [name, id, specialUse])
    if (one !== undefined && one.length > MAX_MAILBOX_NAME)
      throw new SieveError(
        line,
        `The name of a mailbox has more than ${MAX_MAILBOX_NAME} characters`,
      );
  const mailbox = {
    name,
    create: tags.has("create"),
    ...(id !== undefined && { id }),
    ...(specialUse !== undefined && { specialUse }),
  };
  delivery.file({ mailbox, flags: flagsFor(step, run), edits: header.edits() }, line);
}

function flagsFor({ tags, line }: Step, { variables, flags }: Context): readonly string[] {
  const given = tags.get("flags");
  return given === undefined ? flags : readFlags(variables.texts(given), line);
}

/** Changes the current flags, or those in a variable (RFC 5232 §3). */
function changeFlags({ name, args, line }: Step, run: Context): void {
  const { variables } = run;
  const variable = args[0] === undefined ? undefined : variables.text(args[0]);
  const given = variables.texts(args[1]);
  const before = variable === undefined ? run.flags : [variables.get(variable)];
  const after =
    name === "removeflag"
      ? withoutFlags(readFlags(before, line), readFlags(given, line))
      : readFlags(name === "addflag" ? [...before, ...given] : given, line);
  if (variable === undefined) run.flags = after;
  else variables.set(variable, after.join(" "));
}

function answer({ tags, args, line }: Step, { variables, delivery }: Context): void {
  const text = (value: Value | undefined): string | undefined => variables.texts(value)[0];
  const [subject, from] = [text(tags.get("subject")), text(tags.get("from"))];
  const reason = variables.text(args[0]);
  if (from !== undefined && singleAddress(from) === undefined)
    throw new SieveError(line, `“${from.slice(0, 100)}” is not an email address`);
  const isMime = tags.has("mime");
  // RFC 5230 §4.1, RFC 6131 §2: `:days` is at least one day.
  const days = Math.max(1, (tags.get("days") as number | undefined) ?? 7);
  const seconds = (tags.get("seconds") as number | undefined) ?? days * DAY;
  delivery.answer(
    {
      seconds: Math.min(seconds, MAX_VACATION),
      ...(subject !== undefined && { subject }),
      ...(from !== undefined && { from }),
      addresses: variables.texts(tags.get("addresses")),
      isMime,
      handle: text(tags.get("handle")) ?? JSON.stringify([subject, from, isMime, reason]),
      reason,
    },
    line,
  );
}

function deleteFields(step: Step, run: Context): void {
  const { tags, args, line } = step;
  const { variables, header, budget, matching } = run;
  const index = tags.get("index") as number | undefined;
  const patterns = args[1] === undefined ? undefined : variables.texts(args[1]);
  const comparison = comparisonOf(step);
  budget.spend(header.fields.length);
  header.remove(
    variables.text(args[0]),
    (field, at, count) => {
      const wanted = tags.has("last") ? count - (index ?? 1) : (index ?? 1) - 1;
      if (index !== undefined && at !== wanted) return false;
      budget.spend(field.raw.length);
      return !patterns || findMatch([textOf(field)], patterns, comparison, matching) !== null;
    },
    line,
  );
}
