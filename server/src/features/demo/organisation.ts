import { randomInt } from "node:crypto";
import { refuse, type Engine } from "../../engine/index.ts";
import type { BlobStore } from "../../platform/blobs/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/index.ts";
import type { Accounts } from "../accounts/index.ts";
import { addActiveScript } from "../filters/index.ts";
import { importMessages, mailboxesAt } from "../mail/index.ts";
import { DOMAIN, GROUPS, ORGANISATION, PEOPLE, SHARED, type PersonKey } from "./cast.ts";
import {
  emptyStore,
  finishMark,
  insertTemplates,
  readBlobHashes,
  readMark,
  writeMark,
} from "./demo.store.ts";
import { fillDrive } from "./drive.ts";
import { makeLabels } from "./labels.ts";
import type { DemoMessage } from "./letters.ts";
import { demoMessages } from "./messages.ts";
import { fillSharedDrive, shareFolders } from "./shared-files.ts";
import { SHARED_TEMPLATES, TEMPLATES } from "./templates.ts";
import { demoTour, type Stop } from "./tour.ts";
import { demoRules, RULES_FOLDER } from "./rules.ts";

export interface DemoPerson {
  readonly key: PersonKey;
  readonly name: string;
  readonly address: string;
  readonly password: string;
}

export interface DemoOptions {
  readonly engine: Engine;
  readonly accounts: Accounts;
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  /** Fixed passwords, for tests; random ones otherwise. */
  readonly passwords?: Partial<Record<PersonKey, string>>;
  readonly seed?: number;
  /** Messages in all, each counted once however many people got it. */
  readonly count?: number;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

const SEED = 20_261_121;

const KEYS: readonly PersonKey[] = ["alice", "bob", "carol", "dave", "jimin"];

/**
 * Makes the demo organisation with its people, groups, mail and files. What an interrupted try left behind is removed first.
 * @throws Refusal `alreadyExists` when the store has an organisation.
 */
export async function createDemo(
  options: DemoOptions,
): Promise<{ people: readonly DemoPerson[]; messages: number; tour: readonly Stop[] }> {
  const { accounts, db, clock, seed = SEED } = options;
  const state = await demoState(options);
  if (state === "interrupted") await removeDemo(options);
  else if (state === "made" || (await accounts.organisation()) !== null)
    refuse("alreadyExists", "there already is an organisation");

  await writeMark(db, clock.now());
  await accounts.createOrganisation("system", { name: ORGANISATION, domain: DOMAIN });
  const { people, sharedId } = await createPeople(options);
  const messages = demoMessages({
    seed,
    now: clock.now(),
    ...(options.count === undefined ? {} : { count: options.count }),
  });
  // Before the mail that wears them: a keyword that is in use would be given to none of them.
  for (const person of people) await makeLabels(options.engine, person);
  await fillMailboxes(options, people, messages);
  const folders = new Map<PersonKey, ReadonlyMap<string, string>>();
  for (const person of people)
    folders.set(person.key, await fillDrive(options.engine, person, clock.now(), seed));
  await fillSharedDrive(options.engine, { people, accountId: sharedId }, clock.now(), seed);
  await shareFolders(options.engine, people, folders);
  await makeRules(options, people);
  const tour = await demoTour(options.engine, people);
  await finishMark(db, clock.now());
  return {
    people: people.map(({ key, password }) => ({
      key,
      password,
      name: PEOPLE[key].name,
      address: PEOPLE[key].address,
    })),
    messages: messages.length,
    tour,
  };
}

interface Made {
  readonly key: PersonKey;
  readonly password: string;
  readonly personId: string;
  readonly accountId: string;
}

async function createPeople({
  accounts,
  db,
  passwords = {},
}: DemoOptions): Promise<{ readonly people: readonly Made[]; readonly sharedId: string }> {
  const made: Made[] = [];
  for (const key of KEYS) {
    const { name, address, language } = PEOPLE[key];
    const password = passwords[key] ?? randomPassword();
    const person = await accounts.persons.create("system", {
      name,
      address,
      password,
      roles: key === "alice" ? ["member", "administrator"] : ["member"],
      ...(key === "jimin" ? { aliases: [`지민@${DOMAIN}`] } : {}),
      ...(language === "ko" ? { locale: "ko" as const } : {}),
    });
    made.push({ key, password, personId: person.id, accountId: person.accountId });
  }
  for (const { name, local, members } of GROUPS) {
    await accounts.groups.create("system", {
      name,
      address: `${local}@${DOMAIN}`,
      members: made.filter(({ key }) => members.includes(key)).map(({ personId }) => personId),
    });
  }
  const shared = await accounts.shared.create("system", {
    name: SHARED.name,
    address: `${SHARED.local}@${DOMAIN}`,
    members: made
      .filter(({ key }) => SHARED.members.includes(key))
      .map(({ personId }) => ({ personId, mayWrite: true })),
  });
  for (const { key, accountId } of made) await insertTemplates(db, accountId, TEMPLATES[key] ?? []);
  await insertTemplates(db, shared.accountId, SHARED_TEMPLATES);
  return { people: made, sharedId: shared.accountId };
}

async function fillMailboxes(
  { engine, onProgress }: DemoOptions,
  people: readonly Made[],
  messages: readonly DemoMessage[],
): Promise<void> {
  const total = messages.reduce((sum, { copies }) => sum + copies.length, 0);
  let done = 0;
  for (const { key, accountId } of people) {
    const own = messages.flatMap((message) => {
      const copy = message.copies.find(({ person }) => person === key);
      return copy ? [{ message, copy }] : [];
    });
    const mailboxes = await mailboxesAt(
      engine,
      accountId,
      own.map(({ copy }) => copy.mailbox),
    );
    const before = done;
    await importMessages(engine, accountId, inMailboxes(own, mailboxes), {
      onProgress: (so: { imported: number; skipped: number }) =>
        onProgress?.({ done: before + so.imported + so.skipped, total }),
    });
    done += own.length;
  }
  onProgress?.({ done, total });
}

async function makeRules({ engine }: DemoOptions, people: readonly Made[]): Promise<void> {
  for (const { key, accountId } of people) {
    if (key !== "alice") continue;
    const folderId = (await mailboxesAt(engine, accountId, [RULES_FOLDER])).get(RULES_FOLDER);
    if (folderId === undefined) throw new Error(`no mailbox ${RULES_FOLDER}`);
    await addActiveScript(engine, accountId, { name: "Rules", text: demoRules(folderId) });
  }
}

async function* inMailboxes(
  own: readonly { readonly message: DemoMessage; readonly copy: DemoMessage["copies"][number] }[],
  mailboxes: ReadonlyMap<string, string>,
) {
  for (const { message, copy } of own) {
    const mailboxId = mailboxes.get(copy.mailbox);
    if (mailboxId === undefined) throw new Error(`no mailbox ${copy.mailbox}`);
    yield {
      bytes: message.bytes,
      receivedAt: message.receivedAt,
      mailboxIds: [mailboxId],
      keywords: [...copy.keywords],
    };
  }
}

/** Sixteen characters in four groups, easy to read aloud: 74 bits. */
function randomPassword(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz23";
  const group = (): string =>
    Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}

/** Whether the organisation of this store is the demo one: `interrupted` when it was never finished, and may be made again. */
export async function demoState({
  db,
}: {
  readonly db: Db;
}): Promise<"none" | "interrupted" | "made"> {
  const mark = await readMark(db);
  if (mark === null) return "none";
  return mark.finishedAt === null ? "interrupted" : "made";
}

/**
 * Deletes the demo organisation with everything that is its own; the store can then be set up as a new one.
 * @throws Refusal `forbidden` when the store holds another organisation, `notFound` when it holds none.
 */
export async function removeDemo({
  db,
  accounts,
  blobs,
  clock,
}: Pick<DemoOptions, "db" | "accounts" | "blobs" | "clock">): Promise<{ blobs: number }> {
  if ((await readMark(db)) === null) {
    if ((await accounts.organisation()) !== null)
      refuse("forbidden", "this is not the demo organisation");
    refuse("notFound", "there is no demo organisation");
  }
  const hashes = await readBlobHashes(db);
  await emptyStore(db);
  // After the rows, so that nothing ever refers to a blob that is gone.
  const tomorrow = new Date(clock.now().getTime() + 86_400_000);
  let removed = 0;
  for (const hash of hashes) if (await blobs.remove(hash, tomorrow)) removed += 1;
  return { blobs: removed };
}
