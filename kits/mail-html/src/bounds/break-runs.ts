import { MAX_MARKS, MAX_UNSPACED } from "./limits.ts";

/** Signs above or below a letter; and Thai, Lao, Burmese and Khmer, in which only a dictionary knows where a word ends. */
const KINDS = [
  ["\\p{M}", MAX_MARKS],
  ["[\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff]", MAX_UNSPACED],
] as const;
/** A place where a line may end, which nobody sees. */
const BREAK = "\u200b";

/**
 * Answers a function that puts breaks into texts that stand one behind the other. A browser takes time for the square of
 * the signs on one letter, and of the letters of a script without spaces.
 */
export function runBreaker(): (text: string) => string {
  const breakers = KINDS.map(([sign, most]) => breaker(sign, most));
  return (text) => breakers.reduce((broken, breakIn) => breakIn(broken), text);
}

function breaker(sign: string, most: number): (text: string) => string {
  const long = new RegExp(`${sign}{${most}}(?=${sign})`, "gu");
  const beginning = new RegExp(`^${sign}{1,${most}}`, "u");
  // Where no more of them come, a run has at most so many after it is broken.
  const end = new RegExp(`${sign}{1,${most}}$`, "u");
  /** How many the text before ended with. */
  let before = 0;
  return (text) => {
    if (text === "") return text;
    const first = beginning.exec(text)?.[0].length ?? 0;
    const isBroken = before > 0 && before + first > most;
    const broken = text.replace(long, `$&${BREAK}`);
    // A sign has two code units at most, and any of them may be the first of the last ones.
    const last = end.exec(broken.slice(-2 * most))?.[0].length ?? 0;
    before = last === text.length && !isBroken ? before + last : last;
    return isBroken ? BREAK + broken : broken;
  };
}

/** The same for all text inside a node. */
export function breakRuns(node: Element | DocumentFragment): void {
  const texts = node.ownerDocument.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const broken = runBreaker();
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const data = broken(text.data);
    if (data !== text.data) text.data = data;
  }
}
