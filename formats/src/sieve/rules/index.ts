export { ACTION_ORDER, faultOf, type Action, type Condition, type Rule } from "./rule.ts";
export { readRules, writeRules, type RulePart, type RuleScript } from "./rules.ts";
export { rulesAt } from "./rules-at.ts";
