import { isUnavailable } from "../../../platform/db/index.ts";
import { RefusedMessage, type Filtered } from "../../mail/index.ts";
import { RUNS_AT_ONCE } from "../limits.ts";
import { carryOut, type Filterable, type Filtering } from "./carry-out.ts";
import { decide, withFilter, type Decision, type FilterAccount } from "./filter-mail.ts";

/** What an account's filter made of a message. */
export interface FilterOutcome {
  readonly filtered: Filtered;
  /** What is to be answered once the message is delivered. */
  readonly vacation: Decision["vacation"];
}

/**
 * What the filters of the accounts make of a message, some accounts at a time: whatever their scripts hold, no more of them
 * is in memory. Those without a filter are not in the answer.
 * @param mayRefuse whether nobody else gets the message
 * @throws RefusedMessage when the only account wants it refused.
 */
export async function filterArrival(
  filtering: Filtering,
  mail: Filterable,
  accounts: readonly FilterAccount[],
  mayRefuse: boolean,
): Promise<ReadonlyMap<string, FilterOutcome>> {
  const { engine } = filtering;
  const outcomes = new Map<string, FilterOutcome>();
  const found = await unlessBroken(filtering, [], () => withFilter(engine, accounts));
  for (const alike of Map.groupBy(found, ({ copy }) => copy.hash).values())
    for (let start = 0; start < alike.length; start += RUNS_AT_ONCE) {
      const some = alike.slice(start, start + RUNS_AT_ONCE);
      for (const decision of await unlessBroken(filtering, [], () => decide(engine, mail, some))) {
        if (mayRefuse && decision.reject !== null) throw new RefusedMessage("rejected");
        const filtered = await unlessBroken(filtering, null, () =>
          carryOut(filtering, mail, decision),
        );
        const { accountId, vacation } = decision;
        if (filtered !== null) outcomes.set(accountId, { filtered, vacation });
      }
    }
  return outcomes;
}

/** A fault of ours in filtering must not keep mail from being delivered; without the database nothing is. */
async function unlessBroken<T>(
  { engine }: Filtering,
  otherwise: T,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUnavailable(error)) throw error;
    engine.services.log.error({ err: error }, "mail is delivered without its filter");
    return otherwise;
  }
}
