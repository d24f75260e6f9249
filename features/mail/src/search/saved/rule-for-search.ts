import { faultOf, type Condition, type Rule } from "@atrium/formats/sieve-rules";
import { octetsOf } from "../query/operators.ts";
import { parseSearch, textOf, type SearchNode } from "../query/query.ts";

/** A rule to begin with, and what of the search it cannot say, as a search writes that. */
export interface RuleForSearch {
  readonly conditions: readonly Condition[];
  readonly match: Rule["match"];
  readonly left: readonly string[];
}

/**
 * The conditions of a search as those of a rule, as far as a rule has them: it sees a new message alone, so what became
 * of it here (unread, starred, in a folder) and when it came are left. So is what would match more than the search.
 * @param own the address that `me` means
 */
export function ruleForSearch(text: string, own: string): RuleForSearch {
  const nodes = parseSearch(text);
  const [only] = nodes;
  if (nodes.length === 1 && only) {
    if (only.kind === "words") return eitherPlace(only.text);
    const all = only.kind === "any" ? only.nodes.map((node) => conditionOf(node, own)) : [];
    if (all.length > 0 && all.every((one) => one !== undefined))
      return { conditions: joined(all), match: "any", left: [] };
  }
  const conditions: Condition[] = [];
  const left: string[] = [];
  for (const node of nodes) {
    const condition = conditionOf(node, own);
    if (condition) conditions.push(condition);
    else left.push(textOf(node));
  }
  return { conditions, match: "all", left };
}

/** Words alone are looked for in subject and text. */
function eitherPlace(text: string): RuleForSearch {
  const conditions: readonly Condition[] = [
    { on: "subject", how: "contains", values: [text], isNot: false },
    { on: "body", how: "contains", values: [text], isNot: false },
  ];
  return isValid(conditions[0]!)
    ? { conditions, match: "any", left: [] }
    : { conditions: [], match: "all", left: [text] };
}

function conditionOf(node: SearchNode, own: string): Condition | undefined {
  const condition = shapeOf(node, own);
  return condition && isValid(condition) ? condition : undefined;
}

function shapeOf(node: SearchNode, own: string): Condition | undefined {
  switch (node.kind) {
    case "field":
      return ofField(node.name, node.value, own);
    case "not": {
      const condition = conditionOf(node.node, own);
      return condition && { ...condition, isNot: !condition.isNot };
    }
    case "any": {
      const all = node.nodes.map((one) => conditionOf(one, own));
      if (!all.every((one) => one !== undefined)) return undefined;
      const [one, ...others] = joined(all);
      return others.length === 0 ? one : undefined;
    }
    default:
      return undefined;
  }
}

function ofField(
  name: (SearchNode & { kind: "field" })["name"],
  value: string,
  own: string,
): Condition | undefined {
  switch (name) {
    case "from":
    case "to":
      return ofPeople(name, value.toLowerCase() === "me" ? own : value);
    case "subject":
      return { on: "subject", how: "contains", values: [value], isNot: false };
    case "has":
      return { on: "attachment", isNot: false };
    case "larger":
    case "smaller": {
      const octets = octetsOf(value);
      const how = name === "larger" ? "over" : "under";
      return octets === undefined ? undefined : { on: "size", how, octets, isNot: false };
    }
    default:
      return undefined;
  }
}

function ofPeople(on: "from" | "to", value: string): Condition {
  const plain = value.toLowerCase();
  if (/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(plain))
    return { on, how: "is", values: [plain], isNot: false };
  if (/^@[^\s@]+$/.test(plain))
    return { on, how: "domain", values: [plain.slice(1)], isNot: false };
  return { on, how: "contains", values: [value], isNot: false };
}

/** Conditions of which one has to hold; those that compare the same in the same way become one with several values. */
function joined(conditions: readonly Condition[]): readonly Condition[] {
  const groups = new Map<string, Condition>();
  for (const [at, condition] of conditions.entries()) {
    if (!("values" in condition) || condition.isNot) {
      groups.set(String(at), condition);
      continue;
    }
    const key = `${condition.on} ${condition.how}`;
    const before = groups.get(key);
    if (before && "values" in before)
      groups.set(key, { ...before, values: [...before.values, ...condition.values] });
    else groups.set(key, condition);
  }
  return [...groups.values()];
}

const isValid = (condition: Condition): boolean =>
  faultOf({
    name: "-",
    isEnabled: true,
    match: "all",
    conditions: [condition],
    actions: [{ do: "stop" }],
  }) === null;
