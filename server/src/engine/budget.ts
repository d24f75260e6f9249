import { refuse, type Refused } from "./errors.ts";
import { REQUEST_BUDGET } from "./limits.ts";

/** What the calls of one request may use together. */
export type Resource = keyof typeof REQUEST_BUDGET;

/** One for each request: what each call may do alone, many calls of it may not do together. */
export interface Budget {
  /** @throws Refusal the one that the RFC names for what the request has too much of. */
  spend(resource: Resource, amount: number): void;
  left(resource: Resource): number;
}

/** RFC 8620 §3.6.2, §3.7, §5.5. */
const REFUSALS: Readonly<Record<Resource, readonly [code: Refused, detail: string]>> = {
  visited: ["invalidResultReference", "the references of this request look at too many values"],
  conditions: ["unsupportedFilter", "the filters of this request ask too much"],
  comparators: ["unsupportedSort", "the sorts of this request ask too much"],
  headerReads: ["unsupportedFilter", "header leaves too many messages to read"],
  passwords: ["requestTooLarge", "this request sets too many passwords"],
  octetsRead: ["requestTooLarge", "this request reads too much"],
  octetsAnswered: ["requestTooLarge", "the answers to this request are too much"],
};

export function createBudget(limits: Readonly<Record<Resource, number>> = REQUEST_BUDGET): Budget {
  const rest = new Map(Object.entries(limits) as [Resource, number][]);
  const left = (resource: Resource): number => rest.get(resource) ?? 0;
  return {
    left,
    spend(resource, amount) {
      if (amount > left(resource)) refuse(...REFUSALS[resource]);
      rest.set(resource, left(resource) - amount);
    },
  };
}
