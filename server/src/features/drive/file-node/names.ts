import type { Call } from "../../../engine/index.ts";
import { MAX_NAME } from "../limits.ts";
import { nodeNamed } from "./tree.ts";

/** What is called an extension: short and without spaces, behind a dot that does not begin the name. */
const EXTENSION = /^(.+?)(\.[^.\s]{1,16})$/su;

const LETTERS = new Intl.Segmenter("und", { granularity: "grapheme" });

/** The words cut to so many octets, at the end of a letter as people see it. */
function shortened(words: string, most: number): string {
  const letters = Array.from(LETTERS.segment(words), ({ segment }) => segment);
  while (letters.length > 1 && Buffer.byteLength(letters.join("")) > most) letters.pop();
  let left = letters.join("");
  // One letter of very many marks.
  while (Buffer.byteLength(left) > most) left = left.replace(/.$/su, "");
  return left.trimEnd();
}

/** `plan.pdf` as `plan (2).pdf`, within what a name may have. The first keeps its name, as far as that fits; so does a folder its dots. */
export function numberedName(name: string, count: number, nodeType: "file" | "directory"): string {
  if (count === 1 && Buffer.byteLength(name) <= MAX_NAME) return name;
  const [, stem = name, extension = ""] = (nodeType === "file" && EXTENSION.exec(name)) || [];
  const suffix = `${count === 1 ? "" : ` (${count})`}${extension}`;
  return shortened(stem, MAX_NAME - Buffer.byteLength(suffix)) + suffix;
}

/**
 * The name, or one with a number that no node in the folder has but the one that gets it. As many steps as the largest number has
 * bits: with many of one name in a folder it is not always the smallest.
 */
export async function freeName(
  call: Pick<Call, "db" | "accountId">,
  parentId: string | null,
  {
    id = null,
    name,
    nodeType,
  }: { id?: string | null; name: string; nodeType: "file" | "directory" },
): Promise<string> {
  const isFree = async (count: number): Promise<boolean> => {
    const other = await nodeNamed(call, parentId, numberedName(name, count, nodeType));
    return other === undefined || other === id;
  };
  let taken = 0;
  let free = 1;
  while (!(await isFree(free))) {
    taken = free;
    free *= 2;
  }
  while (free - taken > 1) {
    const between = Math.floor((taken + free) / 2);
    if (await isFree(between)) free = between;
    else taken = between;
  }
  return numberedName(name, free, nodeType);
}
