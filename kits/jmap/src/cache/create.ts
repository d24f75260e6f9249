import type { CreateOf, Property, RecordOf, TypeDescription } from "@atrium/contract/types/define";
import type { JsonObject, PatchObject } from "@atrium/contract/types/wire";
import { SetRefused } from "../connection/errors.ts";
import type { Account } from "./account.ts";
import { doubt, type Entries } from "./entries.ts";
import type { OptimisticType, PlainMutation } from "./mutation.ts";
import type { Outbox } from "./outbox.ts";
import { WHOLE } from "./table.ts";

/** The creation id; refusals are by it. */
const CREATION = "new";

/**
 * Creates a record in its turn among the mutations. Until the server has answered it is shown under a provisional id,
 * and mutations that name that id wait behind it; then they are sent with the server's, or are over with it.
 */
export async function create<D extends OptimisticType>(
  account: Account,
  entries: Entries,
  outbox: Outbox,
  type: D,
  values: CreateOf<D>,
): Promise<RecordOf<D>> {
  const entry = entries.of(type);
  const { table } = entry;
  const { notifier } = entries.host;
  const provisional = provisionalRecord(type, values);
  const { id } = provisional;
  const known = new Set(table.ids());
  let created: JsonObject | undefined;

  /** Another record takes its place, if any. */
  const replace = (record?: JsonObject): void => {
    table.remove([id]);
    if (record) table.merge([record]);
    notifier.changed(table, WHOLE);
  };
  const send = async (_: Entries, plain: PlainMutation): Promise<void> => {
    const { result } = entries.host.group().call(`${type.name}/set`, {
      accountId: entries.accountId,
      create: { [CREATION]: plain.update[id] },
    });
    const answer = await result;
    const set = answer.created?.[CREATION];
    if (typeof set?.["id"] !== "string") throw new SetRefused(answer.notCreated ?? {});
    const confirmed = { ...provisional, ...plain.update[id], ...set };
    created = confirmed;
    // Of what is created since a state, changes do not say what became of it after that.
    doubt(entry, set["id"], { state: undefined, record: { id: set["id"] } });
    notifier.together(() => {
      replace(confirmed);
      outbox.rewrite((waiting) => confirmedNames(waiting, provisional, confirmed));
    });
  };

  notifier.together(() => {
    table.restore([provisional]);
    notifier.changed(table, WHOLE);
  });
  // Changes may name it before its own answer is here, and also when that never comes.
  const stop = table.subscribe(WHOLE, () => {
    const isHere = table.ids().some((one) => !known.has(one) && isMadeOf(table.get(one)!, values));
    if (isHere && !created && table.get(id)) notifier.together(() => replace());
  });
  try {
    await outbox.add({ type, update: { [id]: values } }, send);
  } catch (error) {
    notifier.together(() => {
      replace();
      outbox.reject(error, ({ plain }) => JSON.stringify(plain).includes(id));
    });
    throw error;
  } finally {
    stop();
  }
  if (!account.isWhole(type)) await account.fetchAll(type);
  // It may have been destroyed by then.
  return account.get(type, created!["id"] as string) ?? (created as RecordOf<D>);
}

/** The record as it is shown until the server has answered; its id is one for `isProvisional`. */
function provisionalRecord(
  { properties }: TypeDescription,
  values: PatchObject,
): JsonObject & { readonly id: string } {
  const id = `#${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
  const standIns = Object.entries(properties).map(([name, property]) => [
    name,
    standIn(property, `${id}.${name}`),
  ]);
  return { ...(Object.fromEntries(standIns) as JsonObject), ...values, id };
}

/** What a property is shown as until the server has set it: nothing is counted nor allowed yet, and names are unique. */
function standIn({ type, nullable, default: given }: Property, name: string): unknown {
  if (given !== undefined) return given;
  if (nullable) return null;
  if (type === "UTCDate" || type === "Date") return new Date().toISOString();
  if (type === "Boolean") return false;
  if (typeof type === "string") return /Int|Number/.test(type) ? 0 : name;
  if ("oneOf" in type) return type.oneOf[0];
  return "list" in type || ("shape" in type && type.shape === "list") ? [] : {};
}

/** The mutation with what the server has set in the place of what stood for it: an id, a keyword. */
function confirmedNames(
  plain: PlainMutation,
  provisional: JsonObject & { readonly id: string },
  confirmed: JsonObject,
): PlainMutation {
  let text = JSON.stringify(plain);
  // The longer names begin with the id.
  for (const [name, value] of Object.entries(provisional))
    if (value === `${provisional.id}.${name}`)
      text = text.replaceAll(value, () => quoted(confirmed[name]));
  text = text.replaceAll(provisional.id, () => quoted(confirmed["id"]));
  return JSON.parse(text) as PlainMutation;
}

const quoted = (value: unknown): string => JSON.stringify(value).slice(1, -1);

/** Whether it may be the record of these values. */
function isMadeOf(record: object, values: object): boolean {
  const all = record as JsonObject;
  return Object.entries(values).every(
    ([name, value]) => JSON.stringify(all[name]) === JSON.stringify(value),
  );
}
