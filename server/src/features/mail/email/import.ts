import { shape } from "@atrium/contract/types/define";
import { STATE_ARGUMENT } from "@atrium/contract/types/standard-arguments";
import type { JsonObject, SetError } from "@atrium/contract/types/wire";
import {
  findBlob,
  method,
  orNull,
  parseBlobId,
  readBlob,
  Refusal,
  refuse,
  refuseProperty,
  type Call,
} from "../../../engine/index.ts";
import { checkKeywords, checkMailboxIds, checkReceivedAt } from "./email.rules.ts";
import type { PreparedMessage } from "../message/message.ts";
import { addEmail, type CreatedEmail } from "./new-email.ts";
import { readMessage } from "../message/read-message.ts";
import { MAIL_REFUSALS } from "../refusals.ts";

/** One EmailImport, checked as far as it can be without the account's lock. */
interface Import {
  readonly message: PreparedMessage;
  readonly mailboxIds: readonly string[];
  readonly keywords: readonly string[];
  /** `null`: now. */
  readonly receivedAt: Date | null;
}

/** RFC 8621 §4.8. An account may hold a message twice. */
export const importEmails = method({
  verb: "create",
  arguments: { ...STATE_ARGUMENT, emails: { type: { map: shape<JsonObject>("object") } } },
  async run(call, engine) {
    const emails = Object.entries(call.args.emails);
    if (emails.length > call.services.limits.maxObjectsInSet)
      refuse("requestTooLarge", "maxObjectsInSet");
    const { accountId } = call;
    const created = new Map<string, CreatedEmail>();
    const notCreated = new Map<string, SetError>();
    const attempt = async <T>(key: string, work: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        notCreated.set(key, error.setError());
        return undefined;
      }
    };

    const prepared = new Map<string, Import>();
    for (const [key, email] of emails) {
      const one = await attempt(key, () => prepare(call, email, engine.createdIds));
      if (one !== undefined) prepared.set(key, one);
    }
    let newState: string | undefined;
    const oldState = await engine.write([accountId], async (w) => {
      const state = String(await w.stateOf(accountId, "Email"));
      if ((call.args.ifInState ?? state) !== state) refuse("stateMismatch");
      w.afterCommit((changed) => (newState = changed[accountId]?.["Email"]));
      const inside = { accountId, db: w.tx };
      for (const [key, { receivedAt, ...email }] of prepared)
        await attempt(key, async () => {
          await checkMailboxIds(inside, email.mailboxIds);
          const made = { ...email, receivedAt: receivedAt ?? w.now };
          created.set(key, await addEmail(w, accountId, made));
        });
      return state;
    });
    for (const [key, { id }] of created) engine.createdIds.set(key, id);
    return {
      accountId,
      oldState,
      newState: newState ?? oldState,
      created: orNull(created),
      notCreated: orNull(notCreated),
    };
  },
});

const PROPERTIES = new Set(["blobId", "mailboxIds", "keywords", "receivedAt"]);

async function prepare(
  call: Call,
  email: JsonObject,
  createdIds: ReadonlyMap<string, string>,
): Promise<Import> {
  const realId = (id: string): string =>
    id.startsWith("#") ? (createdIds.get(id.slice(1)) ?? id) : id;
  const { blobId, mailboxIds, keywords = {}, receivedAt } = email;
  const wrong = Object.keys(email).filter((name) => !PROPERTIES.has(name));
  if (typeof blobId !== "string") wrong.push("blobId");
  if (!isSet(mailboxIds)) wrong.push("mailboxIds");
  if (!isSet(keywords)) wrong.push("keywords");
  if (receivedAt !== undefined && !isUtcDate(receivedAt)) wrong.push("receivedAt");
  if (wrong.length > 0) refuse("invalidProperties", undefined, { properties: wrong });
  checkReceivedAt(receivedAt as string | undefined);
  const given = {
    mailboxIds: Object.keys(mailboxIds as object).map(realId),
    keywords: checkKeywords(Object.keys(keywords as object)),
  };
  // Before the message is read, which is dear; once more when nothing can change any more.
  await checkMailboxIds({ accountId: call.accountId, db: call.db }, given.mailboxIds);
  const { message, received } = await readBlobMessage(call, realId(blobId as string));
  const date = receivedAt === undefined ? received : new Date(receivedAt as string);
  return { ...given, message, receivedAt: date };
}

/** The message in a blob; part of another message becomes a blob of its own. */
async function readBlobMessage(
  call: Call,
  id: string,
): Promise<{ message: PreparedMessage; received: Date | null }> {
  const notFound = (): never => refuseProperty("blobId", "there is no such blob");
  const { hash, part } = parseBlobId(id) ?? notFound();
  const { size } = (await findBlob(call, hash)) ?? notFound();
  call.budget.spend("octetsRead", size);
  const bytes = async (): Promise<Uint8Array> => ((await readBlob(call, id)) ?? notFound()).bytes;
  const read = await readMessage(call.services, { hash, size }, bytes);
  if (!read.isMessage) refuse(MAIL_REFUSALS.invalidEmail, "the blob is not a message");
  if (part === undefined) return read;
  const own = await call.services.blobs.put(await bytes());
  return { ...read, message: { ...read.message, hash: own.hash, size: own.size } };
}

function isSet(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((member) => member === true)
  );
}

function isUtcDate(value: unknown): boolean {
  return (
    typeof value === "string" &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  );
}
