import type { LabelColor } from "@atrium/contract/types/label";
import { Label } from "@atrium/contract/types/label";
import { CAPABILITY } from "@atrium/contract/types/wire";
import type { Engine } from "../../engine/index.ts";
import { keywordFor } from "../mail/index.ts";
import { PEOPLE, type PersonKey } from "./cast.ts";
import { actorOf, type Owner } from "./drive.ts";
import type { Letter } from "./letters.ts";

interface DemoLabel {
  readonly name: string;
  readonly color: LabelColor;
  /** Whether a person would put it on a letter. */
  readonly fits: (letter: Pick<Letter, "kind" | "subject">) => boolean;
}

const LABELS: Readonly<Record<"en" | "ko", readonly DemoLabel[]>> = {
  en: [
    { name: "Site visits", color: "orange", fits: ({ subject }) => /\bvisit\b/i.test(subject) },
    { name: "Minutes", color: "blue", fits: ({ subject }) => /\bminutes\b/i.test(subject) },
    { name: "Orders", color: "green", fits: ({ kind }) => kind === "receipt" },
  ],
  ko: [
    { name: "현장 방문", color: "orange", fits: ({ subject }) => subject.includes("방문") },
    { name: "회의록", color: "blue", fits: ({ subject }) => subject.includes("회의") },
    { name: "주문", color: "green", fits: ({ kind }) => kind === "receipt" },
  ],
};

/** The labels of those who keep any, with the keyword that the server gives each. */
function labelsOf(key: PersonKey): readonly (DemoLabel & { readonly keyword: string })[] {
  if (key !== "alice" && key !== "jimin") return [];
  const inUse = new Set<string>();
  return LABELS[PEOPLE[key].language].map((label) => {
    const keyword = keywordFor(label.name, inUse);
    inUse.add(keyword);
    return { ...label, keyword };
  });
}

/** The keywords of the labels that a person would put on a letter. */
export const labelKeywords = (letter: Letter, key: PersonKey): string[] =>
  labelsOf(key)
    .filter(({ fits }) => fits(letter))
    .map(({ keyword }) => keyword);

/** Makes a person's labels, in their order. */
export async function makeLabels(engine: Engine, person: Owner): Promise<void> {
  const { accountId } = person;
  const labels = labelsOf(person.key);
  if (labels.length === 0) return;
  const create = Object.fromEntries(
    labels.map(({ name, color }, sortOrder) => [sortOrder, { name, color, sortOrder }]),
  );
  await engine.handle(actorOf(person), {
    using: [CAPABILITY.core, CAPABILITY.atriumMail],
    methodCalls: [[`${Label.name}/set`, { accountId, create }, "l"]],
  });
}
