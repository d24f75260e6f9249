import { MAX_MARKS, MAX_UNSPACED } from "./limits.ts";

/** Thai, Lao, Burmese and Khmer, in which only a dictionary tells where a word ends; and signs above or below a letter. */
const RUNS = /([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+)|\p{M}+/gu;
/** A place where a line may end, which nobody sees. */
const BREAK = "\u200b";

/**
 * Answers a function that puts breaks into texts that stand one behind the other. A browser takes time for the square of
 * the signs on one letter, and of the letters of a script without spaces.
 */
export function runBreaker(): (text: string) => string {
  // What the last text ended with goes on in the next.
  let [last, length] = [0, 0];
  return (text) => {
    let end = 0;
    const broken = text.replace(RUNS, (run, words: string | undefined, at: number) => {
      const most = words === undefined ? MAX_MARKS : MAX_UNSPACED;
      const before = at === 0 && last === most ? length : 0;
      const signs = [...run];
      end = at + run.length;
      [last, length] = [most, ((before + signs.length - 1) % most) + 1];
      if (before + signs.length <= most) return run;
      return signs
        .map(
          (sign, index) =>
            ((before + index) % most === 0 && before + index > 0 ? BREAK : "") + sign,
        )
        .join("");
    });
    if (end < text.length) [last, length] = [0, 0];
    return broken;
  };
}

/** The same for all text inside an element. */
export function breakRuns(element: Element): void {
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const broken = runBreaker();
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const data = broken(text.data);
    if (data !== text.data) text.data = data;
  }
}
