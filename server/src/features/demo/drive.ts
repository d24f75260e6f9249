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

/** The files of one person, each with the time at which it was last changed, the oldest first. */
export function demoFiles(
  key: PersonKey,
  now: Date,
  random: Random,
): readonly { readonly file: MailFile; readonly modified: Date }[] {
  const { name, language } = PEOPLE[key];
  const projects = PROJECTS.filter((one) => one.language === language);
  const files = new Map<string, MailFile>();
  for (const kind of KINDS[key]) {
    const about = {
      project: random.pick(projects).name,
      room: language === "ko" ? "전시실" : "reading room",
      item: language === "ko" ? "레일 스포트" : "track spot",
      amount: random.int(12, 480) * 100,
      count: random.int(6, 40),
      date: new Date(now.getTime() - random.int(3, 80) * DAY),
      writer: name,
      currency: language === "ko" ? ("KRW" as const) : ("EUR" as const),
    };
    const file = makeFile(kind, about, random);
    files.set(file.name, file);
  }
  files.set(NOTES[language].name, NOTES[language]);
  const all = [...files.values()];
  return all.map((file, index) => ({
    file,
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

/** Puts a person's files into their drive. */
export async function fillDrive(
  engine: Engine,
  person: Owner,
  now: Date,
  seed: number,
): Promise<void> {
  const { key, accountId } = person;
  const { name } = PEOPLE[key];
  const actor = actorOf(person);
  // One stream of choices for each person.
  const random = createRandom(seed + Object.keys(KINDS).indexOf(key));
  const create: Record<string, object> = {};
  for (const { file, modified } of demoFiles(key, now, random)) {
    const { blobId } = await engine.blobs.upload(
      actor,
      accountId,
      Buffer.from(file.bytes),
      file.type,
    );
    const at = utcDate(modified);
    create[`f${Object.keys(create).length}`] = {
      name: file.name,
      type: file.type,
      parentId: null,
      blobId,
      created: at,
      modified: at,
    };
  }
  const { methodResponses } = await engine.handle(actor, {
    using: [CAPABILITY.core, CAPABILITY.fileNode],
    methodCalls: [["FileNode/set", { accountId, create }, "f"]],
  });
  const [, answer] = methodResponses[0]!;
  if (Object.keys((answer["created"] as object | null) ?? {}).length < Object.keys(create).length)
    throw new Error(`the files of ${name} could not be made: ${JSON.stringify(answer)}`);
}
