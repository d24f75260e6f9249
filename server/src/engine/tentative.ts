import {
  RawNode,
  SelectQueryNode,
  sql,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
} from "kysely";
import { WITH_NEXT, type Tx } from "../platform/db/index.ts";
import { Refusal } from "./errors.ts";

/** Runs part of a unit of work, of which nothing is left when it is refused. */
export type Tentatively = <T>(
  work: () => Promise<T>,
  options?: {
    /** It may be refused after it has written: then the database has to be able to take that back. */
    readonly writesFirst?: boolean;
  },
) => Promise<T>;

/** What a unit of work remembers so that part of it can be taken back. */
export interface Tentative {
  /** The transaction, whose writes are counted. */
  readonly tx: Tx;
  readonly tentatively: Tentatively;
  /** Takes back what was just done in memory, should the part that did it be refused. */
  readonly onRefusal: (takeBack: () => void) => void;
}

/** Words of statements that are written by hand and change something; "for update" locks alone. */
const WRITES = /\b(?:insert|delete|merge|update)\b/gi;
const LOCKS = /\bfor (?:no key )?update\b/gi;
const isWrite = (words: string): boolean => words.replaceAll(LOCKS, "").search(WRITES) >= 0;

/** Watches the writes of a transaction, and takes back parts of it. */
export function createTentative(plain: Tx): Tentative {
  let written = 0;
  const counter: KyselyPlugin = {
    transformQuery({ node }: PluginTransformQueryArgs) {
      const isRead = RawNode.is(node)
        ? !isWrite(textOf(node))
        : SelectQueryNode.is(node) &&
          (node.with?.expressions ?? []).every(({ expression }) => SelectQueryNode.is(expression));
      if (!isRead) written += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const tx = plain.withPlugin(counter);
  const undo: (() => void)[] = [];
  let depth = 0;

  return {
    tx,
    onRefusal(takeBack) {
      if (depth > 0) undo.push(takeBack);
    },
    async tentatively(work, { writesFirst = false } = {}) {
      const [mark, before] = [undo.length, written];
      const savepoint = sql.ref(`tentative_${depth}`);
      depth += 1;
      try {
        if (writesFirst) await sql`${sql.raw(WITH_NEXT)} savepoint ${savepoint}`.execute(plain);
        const value = await work();
        if (writesFirst)
          await sql`${sql.raw(WITH_NEXT)} release savepoint ${savepoint}`.execute(plain);
        return value;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (writesFirst) await sql`rollback to savepoint ${savepoint}`.execute(plain);
        // The transaction as a whole can still be given up, and is.
        else if (written > before)
          throw new Error("a record was refused after its first write", { cause: error });
        for (const takeBack of undo.splice(mark).reverse()) takeBack();
        throw error;
      } finally {
        depth -= 1;
        if (depth === 0) undo.length = 0;
      }
    },
  };
}

/** The words of a statement, without its values. */
function textOf({ sqlFragments, parameters }: RawNode): string {
  return sqlFragments
    .map((words, at) => {
      const next = parameters[at];
      return words + (next !== undefined && RawNode.is(next) ? textOf(next) : " ");
    })
    .join("");
}
