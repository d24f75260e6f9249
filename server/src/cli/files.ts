import { resolve } from "node:path";

/** What the words of a command name of the file system. */
interface Named {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

/**
 * The files and folders that a command is given and that have to be within reach of the user whom Atrium runs as;
 * `null` for what root does itself: to restore, which reads whatever backup root has and gives all that it made to that user
 * in the end, and what only reads backups or says how it is used.
 */
export function folderAndFiles(words: readonly string[]): Named | null {
  const [first, second] = words;
  const isAsked = words.includes("--help") || words.includes("-h");
  if (first === undefined || first === "help" || first.startsWith("-") || isAsked) return null;
  if (first === "restore") return null;
  const paths = (from: number): string[] =>
    words
      .slice(from)
      .filter((word, index, all) => !isOption(word, all[index - 1]))
      .map((word) => resolve(word));
  if (first === "backup")
    return second === "list" || second === "check" ? null : { reads: [], writes: paths(1) };
  if (first === "import") return { reads: paths(3), writes: [] };
  return { reads: [], writes: [] };
}

/** Every option of these commands has a value. */
const isOption = (word: string, before: string | undefined): boolean =>
  word.startsWith("-") || (before?.startsWith("--") === true && !before.includes("="));
