import { TRASH_ID } from "@atrium/contract/types/file-node";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { utcDate } from "@atrium/contract/types/utc-date";
import type { Actor, Engine } from "../../engine/index.ts";
import { PEOPLE, type PersonKey } from "./cast.ts";
import type { MailFile } from "./mime.ts";
import { makeFile } from "./pictures.ts";
import { createRandom, type Random } from "./random.ts";
import type { Attached } from "./texts/index.ts";
import { PROJECTS } from "./words.ts";

const DAY = 86_400_000;

/** What people keep besides what they mail, by the kind of work they do. */
const KINDS: Readonly<Record<PersonKey, readonly Attached[]>> = {
  alice: [
    ...(["plan", "quote", "numbers", "minutes", "photo", "schedule"] as const),
    ...(["plan", "photo", "quote", "minutes", "plan"] as const),
  ],
  bob: ["plan", "plan", "photo", "photo", "minutes"],
  carol: ["numbers", "numbers", "quote", "quote", "schedule", "minutes"],
  dave: ["schedule", "photo", "schedule"],
  jimin: ["plan", "photo", "numbers", "quote", "minutes"],
};

const NOTES: Readonly<Record<"en" | "ko", MailFile>> = {
  en: {
    name: "To do.txt",
    type: "text/plain",
    bytes: Buffer.from(
      "Order samples for the reading room\nAsk about the cable to the north wall\nSend the plan to the museum\n",
    ),
  },
  ko: {
    name: "할 일.txt",
    type: "text/plain",
    bytes: Buffer.from("열람실 조명 샘플 주문\n북쪽 벽 배선 문의\n갤러리에 도면 보내기\n"),
  },
};

const LONG: Readonly<Record<"en" | "ko", MailFile>> = {
  en: {
    name: "Checklist before a room goes back to the client, with everything that was forgotten the last time and by whom it has to be signed.txt",
    type: "text/plain",
    bytes: Buffer.from("Lamps cleaned\nKeys counted\nPlan of the circuits in the cupboard\n"),
  },
  ko: {
    name: "고객에게 전시실을 인계하기 전에 확인할 목록과 지난번에 빠뜨린 항목 및 서명할 담당자.txt",
    type: "text/plain",
    bytes: Buffer.from("조명 청소\n열쇠 개수 확인\n분전반 회로도 비치\n"),
  },
};

/** What people have deleted. */
const DELETED: Readonly<Record<"en" | "ko", readonly MailFile[]>> = {
  en: [
    {
      name: "Checklist, first draft.txt",
      type: "text/plain",
      bytes: Buffer.from("Lamps\nKeys\nAsk the client what else\n"),
    },
    {
      name: "Lunch orders.txt",
      type: "text/plain",
      bytes: Buffer.from("Two soups, one salad, three coffees\n"),
    },
  ],
  ko: [
    {
      name: "점검 목록 초안.txt",
      type: "text/plain",
      bytes: Buffer.from("조명\n열쇠\n고객에게 추가 확인 사항 문의\n"),
    },
    {
      name: "점심 주문.txt",
      type: "text/plain",
      bytes: Buffer.from("비빔밥 둘, 냉면 하나, 커피 셋\n"),
    },
  ],
};

/** What the folders of each kind of file are called; those of projects have the project above them. */
const FOLDERS: Readonly<
  Record<"en" | "ko", Readonly<Record<"projects" | "templates" | Attached, string>>>
> = {
  en: {
    projects: "Projects",
    templates: "Templates",
    plan: "Drawings",
    photo: "Site photos",
    quote: "Quotes",
    minutes: "Minutes",
    numbers: "Costs",
    schedule: "Deliveries",
  },
  ko: {
    projects: "프로젝트",
    templates: "서식",
    plan: "도면",
    photo: "현장 사진",
    quote: "견적서",
    minutes: "회의록",
    numbers: "비용",
    schedule: "납품",
  },
};

/** A file with the folders that it lies in, from the top. */
export interface FiledFile {
  readonly file: MailFile;
  readonly folders: readonly string[];
  /** When it was last changed. */
  readonly modified: Date;
  /** It is in the trash since, and was in those folders. */
  readonly isDeleted?: true;
}

/** The files of one person, the oldest first. */
export function demoFiles(key: PersonKey, now: Date, random: Random): readonly FiledFile[] {
  const { name, language } = PEOPLE[key];
  const projects = PROJECTS.filter((one) => one.language === language);
  const called = FOLDERS[language];
  const files = new Map<string, Omit<FiledFile, "modified">>();
  for (const kind of KINDS[key]) {
    const project = random.pick(projects).name;
    const date = new Date(now.getTime() - random.int(3, 80) * DAY);
    const about = {
      project,
      room: language === "ko" ? "전시실" : "reading room",
      item: language === "ko" ? "레일 스포트" : "track spot",
      amount: random.int(12, 480) * 100,
      count: random.int(6, 40),
      date,
      writer: name,
      currency: language === "ko" ? ("KRW" as const) : ("EUR" as const),
    };
    const file = makeFile(kind, about, random);
    // Photos are many, and lie by month.
    const month = kind === "photo" ? [date.toISOString().slice(0, 7)] : [];
    files.set(file.name, { file, folders: [called.projects, project, called[kind], ...month] });
  }
  files.set(LONG[language].name, { file: LONG[language], folders: [called.templates] });
  for (const file of DELETED[language])
    files.set(file.name, { file, folders: [called.templates], isDeleted: true });
  files.set(NOTES[language].name, { file: NOTES[language], folders: [] });
  const all = [...files.values()];
  return all.map((filed, index) => ({
    ...filed,
    modified: new Date(now.getTime() - (all.length - index) * random.int(2, 6) * DAY),
  }));
}

/** A person of the demo organisation with their account. */
export interface Owner {
  readonly key: PersonKey;
  readonly personId: string;
  readonly accountId: string;
}

/** The person as who uses their own account. */
export const actorOf = ({ key, personId, accountId }: Owner): Actor => ({
  personId,
  accountId,
  roles: ["member"],
  accounts: { [accountId]: { name: PEOPLE[key].name, isPersonal: true, isReadOnly: false } },
});

/** Changes files as one who may, and answers what the server did. */
export async function setFiles(
  engine: Engine,
  actor: Actor,
  accountId: string,
  changes: object,
): Promise<Readonly<Record<string, unknown>>> {
  const { methodResponses } = await engine.handle(actor, {
    using: [CAPABILITY.core, CAPABILITY.fileNode],
    methodCalls: [["FileNode/set", { accountId, ...changes }, "f"]],
  });
  return methodResponses[0]![1];
}

/** Puts files into an account, and answers the ids of the files and, by their paths, of the folders. */
export async function writeFiles(
  engine: Engine,
  actor: Actor,
  accountId: string,
  filed: readonly FiledFile[],
): Promise<{ readonly files: readonly string[]; readonly folders: ReadonlyMap<string, string> }> {
  const make = async (create: readonly object[]): Promise<string[]> => {
    const changes = { create: Object.fromEntries(create.entries()) };
    const answer = await setFiles(engine, actor, accountId, changes);
    const created = (answer["created"] ?? {}) as Readonly<Record<string, { readonly id: string }>>;
    return create.map((_, at) => {
      const { id } = created[at] ?? {};
      if (id === undefined)
        throw new Error(`files of the demo could not be made: ${JSON.stringify(answer)}`);
      return id;
    });
  };
  const made = new Map<string, string>();
  const folderOf = async (folders: readonly string[]): Promise<string | null> => {
    if (folders.length === 0) return null;
    const path = folders.join("/");
    const known = made.get(path);
    if (known !== undefined) return known;
    const parentId = await folderOf(folders.slice(0, -1));
    const [id] = await make([{ name: folders.at(-1), parentId, nodeType: "directory" }]);
    made.set(path, id!);
    return id!;
  };
  const files: object[] = [];
  for (const { file, folders, modified } of filed) {
    const { blobId } = await engine.blobs.upload(
      actor,
      accountId,
      Buffer.from(file.bytes),
      file.type,
    );
    const at = utcDate(modified);
    const parentId = await folderOf(folders);
    files.push({ name: file.name, type: file.type, parentId, blobId, created: at, modified: at });
  }
  return { files: await make(files), folders: made };
}

/** Puts a person's files into their drive, and answers the ids of the folders by their paths. */
export async function fillDrive(
  engine: Engine,
  person: Owner,
  now: Date,
  seed: number,
): Promise<ReadonlyMap<string, string>> {
  const { key, accountId } = person;
  const actor = actorOf(person);
  // One stream of choices for each person.
  const random = createRandom(seed + Object.keys(KINDS).indexOf(key));
  const filed = demoFiles(key, now, random);
  const { files, folders } = await writeFiles(engine, actor, accountId, filed);
  const deleted = files.filter((_, at) => filed[at]!.isDeleted);
  await setFiles(engine, actor, accountId, {
    update: Object.fromEntries(deleted.map((id) => [id, { parentId: TRASH_ID }])),
  });
  return folders;
}
