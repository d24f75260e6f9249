import type { Socket } from "node:net";
import { DatabaseError, type PoolClient } from "pg";
import { statementName } from "./statements.ts";

/**
 * Begins a statement whose answer nobody needs. In a transaction it is not waited for: it goes to the server in one piece
 * with the statement that follows it, which may be the commit. When it fails, that one does, with its error, and nothing
 * is kept of either, since a transaction does no more after a failure.
 */
export const WITH_NEXT = "/* with the next */";

/** What kysely asks of a client, and what it gets where the answer was not waited for. */
interface Answer {
  readonly command?: string;
  readonly rowCount?: number | null;
  readonly rows: unknown[];
}
const NOTHING: Answer = { rows: [] };

/** What does no harm should the transaction not have begun, which is known with its answer. */
const READS = /^\s*select\b/i;

export interface Flights {
  readonly query: (text: string, values: readonly unknown[]) => Promise<Answer>;
  /** Ends one use of the client; says whether another may use it. */
  readonly end: () => boolean;
}

/**
 * Sends statements under names, which `pg` prepares once a connection (40 % less time), and in one piece those that need
 * not wait for one another: each turn costs both sides what many a statement does.
 */
export function createFlights(client: PoolClient): Flights {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  let ahead: Promise<Answer>[] = [];
  let hasFailed = false;
  let isReusable = true;
  let transaction: "none" | "beginning" | "begun" | "refused" = "none";

  const isBegun = (): boolean => transaction === "begun";

  function send(text: string, values: readonly unknown[]): Promise<Answer> {
    const query = { name: statementName(text), text, values: values as unknown[] };
    return new Promise((resolve, reject) => {
      // What cannot be encoded fails at once: nothing that counts on it may leave.
      client.query(query, (error: Error | null, answer: Answer) => {
        if (error === null) return resolve(answer);
        hasFailed = true;
        // After what is no word of the server, `pg` and the server may disagree about what is prepared. 25006: another
        // server takes the writes by now.
        if (!(error instanceof DatabaseError) || error.code === "25006") isReusable = false;
        reject(error);
      });
    });
  }

  /** Sends it with what is sent next. */
  function hold(text: string, values: readonly unknown[]): Answer {
    if (ahead.length === 0) {
      hasFailed = false;
      stream.cork();
    }
    const answer = send(text, values);
    // Its error is reported with the next one's answer.
    answer.catch(() => undefined);
    ahead.push(answer);
    return NOTHING;
  }

  /** Lets go what was held back; answers for the last, or @throws what failed first. */
  async function land(...last: Promise<Answer>[]): Promise<Answer> {
    if (ahead.length > 0) stream.uncork();
    const all = [...ahead, ...last];
    ahead = [];
    const landed = await Promise.allSettled(all);
    const failed = landed.find((one) => one.status === "rejected");
    if (transaction === "beginning")
      transaction = landed[0]!.status === "fulfilled" ? "begun" : "refused";
    if (failed !== undefined) throw failed.reason;
    return (landed.at(-1) as PromiseFulfilledResult<Answer>).value;
  }

  async function takeBack(): Promise<Answer> {
    transaction = "none";
    const answer = send("rollback", []);
    answer.catch(() => undefined);
    // What failed before is known to who takes it back.
    if (ahead.length > 0) await land().catch(() => undefined);
    return await answer;
  }

  return {
    async query(text, values) {
      if (text === "rollback") return await takeBack();
      if (text === "begin") {
        transaction = "beginning";
        return hold(text, values);
      }
      if (transaction === "refused") throw new Error("the transaction has not begun");
      if (transaction === "beginning" && !READS.test(text)) {
        await land();
        if (!isBegun()) throw new Error("the transaction is over");
      }
      if (ahead.length > 0 && hasFailed) await land();
      if (isBegun() && text.startsWith(WITH_NEXT)) return hold(text, values);
      if (text === "commit") transaction = "none";
      const answer = send(text, values);
      return ahead.length === 0 ? await answer : await land(answer);
    },
    end() {
      if (ahead.length === 0) return isReusable;
      // Statements whose answers nobody awaits are not left to the connection's next user.
      stream.destroy();
      return false;
    },
  };
}
