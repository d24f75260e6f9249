/** Characters of a rule's name. */
export const MAX_RULE_NAME = 100;
/** Conditions of one rule. */
export const MAX_CONDITIONS = 50;
/** Values of one condition. */
export const MAX_VALUES = 500;
/** Characters of one value, and of a mailbox's name or id. */
export const MAX_RULE_VALUE = 1_000;
/** Actions of one rule. */
export const MAX_ACTIONS = 30;
