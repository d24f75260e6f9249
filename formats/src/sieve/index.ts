export { applyEdits } from "./apply-edits.ts";
export { Budget } from "./budget.ts";
export { compileScript, type Script } from "./compile.ts";
export type { Mailboxes, Surroundings } from "./context.ts";
export { SieveError } from "./errors.ts";
export { CAPABILITIES } from "./grammar.ts";
export type {
  AddedField,
  DuplicateQuestion,
  Filed,
  HeaderEdits,
  Outcome,
  Redirect,
  Target,
  Vacation,
} from "./outcome.ts";
export { redirectsOf } from "./redirects.ts";
export { runScript } from "./run.ts";
