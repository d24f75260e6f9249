import { FILE_NODE_RIGHTS } from "@atrium/contract/types/file-node";
import type { Actor, Engine } from "../../engine/index.ts";
import { SHARED, type PersonKey } from "./cast.ts";
import { actorOf, setFiles, writeFiles, type FiledFile, type Owner } from "./drive.ts";
import { makeFile } from "./pictures.ts";
import { createRandom } from "./random.ts";
import type { Attached } from "./texts/index.ts";
import { PROJECTS } from "./words.ts";

const DAY = 86_400_000;

/** What the people behind the shared account keep in its drive. */
const FILED: readonly (readonly [kind: Attached, folders: readonly string[]])[] = [
  ["plan", ["Mounting guides"]],
  ["plan", ["Mounting guides"]],
  ["photo", ["Repairs", "Photos from clients"]],
  ["photo", ["Repairs", "Photos from clients"]],
  ["quote", ["Repairs", "Spare parts"]],
  ["schedule", []],
  ["minutes", []],
];

const EDITOR = FILE_NODE_RIGHTS.filter((right) => right !== "mayShare");

/** Who shares the folders of which name with whom. */
const GIVEN: readonly {
  readonly by: PersonKey;
  readonly folder: string;
  readonly to: readonly PersonKey[];
  readonly rights: readonly string[];
}[] = [
  { by: "bob", folder: "Drawings", to: ["alice", "jimin"], rights: EDITOR },
  { by: "carol", folder: "Costs", to: ["alice"], rights: ["mayRead"] },
  { by: "dave", folder: "Deliveries", to: ["alice", "bob"], rights: FILE_NODE_RIGHTS },
];

/** Puts files into the drive of the shared account. */
export async function fillSharedDrive(
  engine: Engine,
  { people, accountId }: { readonly people: readonly Owner[]; readonly accountId: string },
  now: Date,
  seed: number,
): Promise<void> {
  const member = actorOf(people.find(({ key }) => SHARED.members.includes(key))!);
  const shared = { name: SHARED.name, isPersonal: false, isReadOnly: false };
  const actor: Actor = { ...member, accounts: { ...member.accounts, [accountId]: shared } };
  const random = createRandom(seed - 1);
  const projects = PROJECTS.filter(({ language }) => language === "en");
  const files = new Map<string, FiledFile>();
  for (const [at, [kind, folders]] of FILED.entries()) {
    const date = new Date(now.getTime() - random.int(3, 60) * DAY);
    const about = {
      project: random.pick(projects).name,
      room: "workshop",
      item: "track spot",
      amount: random.int(12, 480) * 100,
      count: random.int(6, 40),
      date,
      writer: SHARED.name,
      currency: "EUR" as const,
    };
    const file = makeFile(kind, about, random);
    files.set(file.name, {
      file,
      folders,
      modified: new Date(now.getTime() - (FILED.length - at) * DAY),
    });
  }
  await writeFiles(engine, actor, accountId, [...files.values()]);
}

/** Shares one folder of each name with colleagues. */
export async function shareFolders(
  engine: Engine,
  people: readonly Owner[],
  folders: ReadonlyMap<PersonKey, ReadonlyMap<string, string>>,
): Promise<void> {
  const idOf = (key: PersonKey): string => people.find((one) => one.key === key)!.personId;
  for (const { by, folder, to, rights } of GIVEN) {
    const owner = people.find(({ key }) => key === by)!;
    const [, id] =
      [...(folders.get(by) ?? [])].find(([path]) => path.split("/").at(-1) === folder) ?? [];
    if (id === undefined) throw new Error(`${by} has no folder ${folder} in the demo`);
    const given = Object.fromEntries(rights.map((right) => [right, true]));
    const shareWith = Object.fromEntries(to.map((key) => [idOf(key), given]));
    const answer = await setFiles(engine, actorOf(owner), owner.accountId, {
      update: { [id]: { shareWith } },
    });
    if (answer["notUpdated"]) throw new Error(JSON.stringify(answer["notUpdated"]));
  }
}
