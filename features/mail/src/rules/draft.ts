import { faultOf, type Action, type Condition, type Rule } from "@atrium/formats/sieve-rules";

/** Bytes of the unit in which sizes are typed. */
const MEGABYTE = 1_000_000;

/** A condition as its fields have it. */
export interface ConditionDraft {
  readonly key: number;
  readonly on: Condition["on"];
  readonly how: Comparison;
  readonly isNot: boolean;
  /** One value on each line, or a size in megabytes. */
  readonly text: string;
  /** The name of a header field. */
  readonly header: string;
}

export type Comparison = "contains" | "is" | "domain" | "over" | "under" | "has";

/** An action as its fields have it. Those of the other kinds are kept, but mean nothing. */
export interface ActionDraft {
  readonly key: number;
  readonly do: Action["do"];
  readonly mailboxId: string;
  /** The name of a folder that no longer exists. */
  readonly mailbox: string;
  readonly keyword: string;
  readonly address: string;
}

export interface RuleDraft {
  readonly name: string;
  readonly isEnabled: boolean;
  readonly match: Rule["match"];
  readonly conditions: readonly ConditionDraft[];
  readonly actions: readonly ActionDraft[];
}

/** How each kind of condition can compare, the usual way first. */
export const COMPARISONS: Readonly<
  Record<Condition["on"], readonly [Comparison, ...Comparison[]]>
> = {
  from: ["is", "domain", "contains"],
  to: ["is", "domain", "contains"],
  subject: ["contains", "is"],
  list: ["contains", "is"],
  header: ["contains", "is"],
  body: ["contains"],
  size: ["over", "under"],
  attachment: ["has"],
};

let lastKey = 0;

export const newCondition = (on: Condition["on"] = "from", text = ""): ConditionDraft => ({
  key: ++lastKey,
  on,
  how: COMPARISONS[on][0],
  isNot: false,
  text,
  header: "",
});

export const newAction = (kind: Action["do"] = "move"): ActionDraft => ({
  key: ++lastKey,
  do: kind,
  mailboxId: "",
  mailbox: "",
  keyword: "",
  address: "",
});

export function draftOf(rule: Rule): RuleDraft {
  return {
    ...rule,
    conditions: rule.conditions.map((condition) => ({
      ...newCondition(condition.on, textOf(condition)),
      how: "how" in condition ? condition.how : "has",
      isNot: condition.isNot,
      header: condition.on === "header" ? condition.name : "",
    })),
    actions: rule.actions.map((action) => ({ ...newAction(), ...action })),
  };
}

function textOf(condition: Condition): string {
  if (condition.on === "attachment") return "";
  return condition.on === "size"
    ? String(condition.octets / MEGABYTE)
    : condition.values.join("\n");
}

/** The rule that the fields describe, valid or not. */
export function ruleOf(draft: RuleDraft): Rule {
  const conditions = draft.conditions.map(conditionOf);
  return {
    name: draft.name.trim(),
    isEnabled: draft.isEnabled,
    match: conditions.length === 0 ? "all" : draft.match,
    conditions,
    actions: draft.actions.map(actionOf),
  };
}

function conditionOf({ on, how, isNot, text, header }: ConditionDraft): Condition {
  switch (on) {
    case "attachment":
      return { on, isNot };
    case "size":
      return {
        on,
        how: how === "under" ? "under" : "over",
        octets: Math.round(Number(text.trim().replace(",", ".") || "NaN") * MEGABYTE),
        isNot,
      };
    case "body":
      return { on, how: "contains", values: linesOf(text), isNot };
    case "header": {
      const name = header.trim().replace(/:$/, "");
      return { on, name, how: how === "is" ? "is" : "contains", values: linesOf(text), isNot };
    }
    case "from":
    case "to": {
      const values = linesOf(text);
      if (how === "domain")
        return { on, how, values: values.map((value) => value.replace(/^@/, "")), isNot };
      return { on, how: how === "is" ? "is" : "contains", values, isNot };
    }
    default:
      return { on, how: how === "is" ? "is" : "contains", values: linesOf(text), isNot };
  }
}

const linesOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

function actionOf({ do: kind, mailboxId, mailbox, keyword, address }: ActionDraft): Action {
  if (kind === "move") return { do: kind, mailboxId, mailbox };
  if (kind === "label") return { do: kind, keyword };
  return kind === "forward" ? { do: kind, address: address.trim() } : { do: kind };
}

/** What is wrong with a draft, by the keys of its rows. */
export interface DraftFaults {
  readonly name: boolean;
  readonly noActions: boolean;
  readonly conditions: ReadonlyMap<
    number,
    "empty" | "value" | "header" | "size" | "address" | "domain"
  >;
  readonly actions: ReadonlyMap<number, "folder" | "label" | "address">;
}

/** @returns null for a draft that can be saved */
export function faultsOf(draft: RuleDraft): DraftFaults | null {
  const rule = ruleOf(draft);
  if (faultOf({ ...rule, actions: [{ do: "stop" }], conditions: [], match: "all" }) === "name")
    return { ...others(draft, rule), name: true };
  const found = others(draft, rule);
  const isFine = !found.noActions && found.conditions.size === 0 && found.actions.size === 0;
  return isFine && faultOf(rule) === null ? null : found;
}

function others(draft: RuleDraft, rule: Rule): DraftFaults {
  const conditions: [number, NonNullable<ReturnType<typeof faultOfCondition>>][] = [];
  for (const [at, { key }] of draft.conditions.entries()) {
    const fault = faultOfCondition(rule.conditions[at]!);
    if (fault) conditions.push([key, fault]);
  }
  const actions: [number, "folder" | "label" | "address"][] = [];
  for (const [at, { key }] of draft.actions.entries()) {
    const fault = faultOfAction(rule.actions[at]!);
    if (fault) actions.push([key, fault]);
  }
  return {
    name: false,
    noActions: draft.actions.length === 0,
    conditions: new Map(conditions),
    actions: new Map(actions),
  };
}

function faultOfCondition(
  condition: Condition,
): "empty" | "value" | "header" | "size" | "address" | "domain" | undefined {
  if (condition.on === "attachment") return undefined;
  const isValid = (one: Condition): boolean =>
    faultOf({
      name: "-",
      isEnabled: true,
      match: "all",
      conditions: [one],
      actions: [{ do: "stop" }],
    }) === null;
  if (condition.on === "size") return isValid(condition) ? undefined : "size";
  if (condition.on === "header" && !isValid({ ...condition, values: ["-"] })) return "header";
  if (condition.values.length === 0) return "empty";
  if (!isValid(condition)) return "value";
  if (condition.on !== "from" && condition.on !== "to") return undefined;
  if (condition.how === "is" && !condition.values.every((value) => /^[^\s@]+@[^\s@]+$/.test(value)))
    return "address";
  if (condition.how === "domain" && condition.values.some((value) => /[\s@]/.test(value)))
    return "domain";
  return undefined;
}

function faultOfAction(action: Action): "folder" | "label" | "address" | undefined {
  if (action.do === "move") return action.mailboxId === "" ? "folder" : undefined;
  if (action.do === "label") return action.keyword === "" ? "label" : undefined;
  if (action.do !== "forward") return undefined;
  const isValid =
    faultOf({ name: "-", isEnabled: true, match: "all", conditions: [], actions: [action] }) ===
    null;
  return isValid ? undefined : "address";
}
