import type { EmailSource } from "@atrium/contract/types/background-task";
import type { EmailFilter, EmailRecord } from "@atrium/contract/types/email";
import { Email } from "@atrium/contract/types/email";
import type { JsonObject } from "@atrium/contract/types/wire";
import { z } from "zod";
import { CallFailed, checkFilter, refuseProperty, type Call } from "../../../engine/index.ts";
import { addItems, type Stepped, type TaskStep } from "../../background-tasks/index.ts";
import { MAX_SOURCE_IDS } from "../limits.ts";

/** Messages that one step finds. */
const PAGE = 5000;
/** Conversations that one step looks up. */
const THREADS = 500;

const id = z.string().min(1).max(255);
const ids = z.array(id).max(MAX_SOURCE_IDS);

/** Which messages a task is about; the filter is checked by who knows the account. */
export const emailSource: z.ZodType<EmailSource> = z.strictObject({
  filter: z.custom<EmailFilter>((value) => typeof value === "object" && value !== null).optional(),
  emailIds: ids.optional(),
  wholeThreads: z.boolean().optional(),
  exceptEmailIds: ids.optional(),
  only: z
    .strictObject({
      inMailbox: id.optional(),
      notOnlyIn: z.array(id).max(100).optional(),
      hasKeyword: id.optional(),
      from: z.string().max(1000).optional(),
    })
    .optional(),
}) as z.ZodType<EmailSource>;

/** @throws Refusal */
export function checkSource(call: Call, { filter, emailIds }: EmailSource): void {
  if ((filter === undefined) === (emailIds === undefined))
    refuseProperty("arguments", "the source is either a filter or ids");
  if (filter !== undefined) checkFilter(Email, filter, call.budget);
}

/** How far the search for a task's messages is. */
interface Collecting extends JsonObject {
  readonly phase: "collect";
  /** Of what was looked through, by its kind: messages of the filter, or conversations. */
  readonly seen: number;
  readonly found: number;
  /** The last message that was found. */
  readonly anchor: string | null;
}

const isCollecting = (progress: JsonObject): progress is Collecting =>
  progress["phase"] === "collect";

/** Looks for some more of a task's messages; null when they are all there. */
export async function collect(
  step: TaskStep<{ readonly source: EmailSource }>,
): Promise<Stepped | null> {
  const { args, progress } = step;
  const so: JsonObject = progress ?? { phase: "collect", seen: 0, found: 0, anchor: null };
  if (!isCollecting(so)) return null;
  const { ids, seen, anchor, isAll } = await more(step, so);
  const except = new Set(args.source.exceptEmailIds);
  const meant = ids.filter((one) => !except.has(one));
  await addItems(step, so.found, meant);
  const found = so.found + meant.length;
  if (isAll) return { progress: { phase: "change", from: 0 }, total: found, isOver: false };
  return { progress: { phase: "collect", seen, found, anchor }, isOver: false };
}

interface More {
  readonly ids: readonly string[];
  readonly seen: number;
  readonly anchor: string | null;
  readonly isAll: boolean;
}

async function more(
  step: TaskStep<{ readonly source: EmailSource }>,
  so: Collecting,
): Promise<More> {
  const { emailIds, wholeThreads = false, filter } = step.args.source;
  if (emailIds === undefined) return await ofFilter(step, so, filter ?? {});
  if (wholeThreads) return await ofThreads(step, so, emailIds);
  return { ids: [...new Set(emailIds)], seen: emailIds.length, anchor: null, isAll: true };
}

/** Newest first, page after page from the last one known, so that mail that comes meanwhile moves none of them. */
async function ofFilter(
  { accountId, call }: Pick<TaskStep<object>, "accountId" | "call">,
  { seen, anchor }: Collecting,
  filter: EmailFilter,
): Promise<More> {
  const query = async (range: JsonObject): Promise<readonly string[]> => {
    const sort = [{ property: "receivedAt", isAscending: false }];
    const answer = await call("Email/query", { accountId, filter, sort, limit: PAGE, ...range });
    return answer["ids"] as readonly string[];
  };
  let ids: readonly string[];
  try {
    ids = await query(anchor === null ? { position: seen } : { anchor, anchorOffset: 1 });
  } catch (error) {
    // The last one went away meanwhile: the position is the next best.
    if (!(error instanceof CallFailed && error.type === "anchorNotFound")) throw error;
    ids = await query({ position: seen });
  }
  return { ids, seen: seen + ids.length, anchor: ids.at(-1) ?? anchor, isAll: ids.length < PAGE };
}

async function ofThreads(
  { accountId, call }: Pick<TaskStep<object>, "accountId" | "call">,
  { seen }: Collecting,
  all: readonly string[],
): Promise<More> {
  const some = [...new Set(all.slice(seen, seen + THREADS))];
  const emails = await call("Email/get", { accountId, ids: some, properties: ["threadId"] });
  const threadIds = (emails["list"] as readonly Pick<EmailRecord, "threadId">[]).map(
    ({ threadId }) => threadId,
  );
  const answer = await call("Thread/get", { accountId, ids: [...new Set(threadIds)] });
  const threads = answer["list"] as readonly { readonly emailIds: readonly string[] }[];
  return {
    ids: threads.flatMap(({ emailIds }) => emailIds),
    seen: seen + THREADS,
    anchor: null,
    isAll: seen + THREADS >= all.length,
  };
}

/** What of a message says whether it is meant, and what is made of it. */
export type Looked = Pick<
  EmailRecord,
  "id" | "mailboxIds" | "keywords" | "snoozed" | "followUpAt" | "from"
>;

/** Whether a message that was found is meant when its turn comes. */
export function isMeant({ only }: EmailSource, { mailboxIds, keywords, from }: Looked): boolean {
  if (only === undefined) return true;
  const { inMailbox, notOnlyIn, hasKeyword, from: address } = only;
  if (inMailbox !== undefined && !mailboxIds[inMailbox]) return false;
  if (notOnlyIn !== undefined && Object.keys(mailboxIds).every((one) => notOnlyIn.includes(one)))
    return false;
  if (hasKeyword !== undefined && !keywords[hasKeyword]) return false;
  return (
    address === undefined ||
    from?.some(({ email }) => email.toLowerCase() === address.toLowerCase()) === true
  );
}
