import type { Condition, Rule, RuleScript } from "@atrium/formats/sieve-rules";
import type { Account, JmapClient } from "@atrium/jmap";
import { offerUndo, toast } from "@atrium/ui";
import { mailboxesOf } from "../mailboxes/use-mailboxes.ts";
import { refusalOfRules } from "./rule-sentence.ts";
import { changeRules, type RuleEdit } from "./script.ts";
import { t } from "./strings/index.ts";

/** Whom a user blocks: an address, or everyone at a domain. */
export interface Blocked {
  readonly how: "is" | "domain";
  readonly value: string;
}

/** Addresses of one rule; the next ones get another. */
const MAX_BLOCKED = 200;

/** Sends new messages from someone to Junk, by a rule before all others. */
export function block(client: JmapClient, account: Account, blocked: Blocked): void {
  const junk = mailboxesOf(account).byRole("junk");
  if (!junk) {
    toast({ severity: "danger", message: t("noJunk") });
    return;
  }
  const target = { mailboxId: junk.id, mailbox: junk.name };
  changeRules(client, account.id, withBlocked(blocked, target, t("blocked"))).then(
    () =>
      offerUndo({
        message: t("nowBlocked", {
          who: blocked.how === "domain" ? `@${blocked.value}` : blocked.value,
        }),
        onUndo: () =>
          void changeRules(client, account.id, withoutBlocked(blocked, target)).catch(sayRefused),
      }),
    sayRefused,
  );
}

const sayRefused = (error: unknown): void => {
  toast({ severity: "danger", message: refusalOfRules(error) });
};

interface Target {
  readonly mailboxId: string;
  readonly mailbox: string;
}

/** Adds to the rule that blocks, or makes one. */
export const withBlocked =
  (blocked: Blocked, target: Target, name: string): RuleEdit =>
  (script) => {
    const value = blocked.value.toLowerCase();
    const at = script.parts.findIndex(
      (part) =>
        part.kind === "rule" &&
        part.rule.isEnabled &&
        isBlocking(part.rule, target) &&
        valuesOf(part.rule, blocked.how).length < MAX_BLOCKED,
    );
    const part = script.parts[at];
    const rule = part?.kind === "rule" ? part.rule : newRule(name, target);
    const values = valuesOf(rule, blocked.how);
    if (values.includes(value)) return script;
    const next = withValues(rule, blocked.how, [...values, value]);
    const parts = part
      ? script.parts.with(at, { kind: "rule", rule: next })
      : [{ kind: "rule", rule: next } as const, ...script.parts];
    return { ...script, parts };
  };

/** Removes from the rules that block; one without conditions goes. */
export const withoutBlocked =
  ({ how, value }: Blocked, target: Target): RuleEdit =>
  (script): RuleScript => ({
    ...script,
    parts: script.parts.flatMap((part) => {
      if (part.kind !== "rule" || !isBlocking(part.rule, target)) return part;
      const values = valuesOf(part.rule, how);
      const left = values.filter((one) => one !== value.toLowerCase());
      if (left.length === values.length) return part;
      const rule = withValues(part.rule, how, left);
      return rule.conditions.length === 0 ? [] : { kind: "rule", rule };
    }),
  });

const newRule = (name: string, target: Target): Rule => ({
  name,
  isEnabled: true,
  match: "any",
  conditions: [],
  actions: [{ do: "move", ...target }, { do: "stop" }],
});

/** Whether a rule does nothing but send mail from some senders to Junk. */
function isBlocking({ match, conditions, actions }: Rule, { mailboxId }: Target): boolean {
  const [move, stop] = actions;
  return (
    actions.length === 2 &&
    move?.do === "move" &&
    move.mailboxId === mailboxId &&
    stop?.do === "stop" &&
    conditions.length > 0 &&
    (match === "any" || conditions.length === 1) &&
    conditions.every((one) => one.on === "from" && one.how !== "contains" && !one.isNot)
  );
}

const isOf =
  (how: Blocked["how"]) =>
  (condition: Condition): condition is Extract<Condition, { readonly on: "from" | "to" }> =>
    condition.on === "from" && condition.how === how;

const valuesOf = ({ conditions }: Rule, how: Blocked["how"]): readonly string[] =>
  conditions.find(isOf(how))?.values ?? [];

function withValues(rule: Rule, how: Blocked["how"], values: readonly string[]): Rule {
  const others = rule.conditions.filter((one) => !isOf(how)(one));
  const condition: Condition = { on: "from", how, values, isNot: false };
  const conditions = values.length === 0 ? others : [...others, condition];
  return { ...rule, match: "any", conditions };
}
