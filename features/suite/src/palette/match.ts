import type { Verb } from "@atrium/shell";

/** How well a verb fits what was typed, 0 for not at all. Every word that was typed has to fit somewhere. */
export function fit({ label, group = "", words = "" }: Verb, typed: string): number {
  const wanted = fold(typed).split(/\s+/).filter(Boolean);
  const name = fold(label);
  const also = fold(`${group} ${words}`);
  let least = 4;
  let isNamed = false;
  for (const word of wanted) {
    const inName = fitIn(name, word);
    const found = Math.max(inName * 2, fitIn(also, word));
    isNamed ||= inName > 0;
    if (found === 0) return 0;
    least = Math.min(least, found);
  }
  // Of two that fit alike the shorter is meant: "Archive" before "Archive, then the older one". Those that fit by their
  // heading alone stay in its order.
  return isNamed ? least + 1 / (name.length + 2) : least;
}

/** 2 at the start of a word, 1 inside of one. Single letters of Korean find the syllables that begin with them. */
function fitIn(text: string, word: string): number {
  const at = text.indexOf(word);
  if (at >= 0) return isStart(text, word) ? 2 : 1;
  if (!/^[ㄱ-ㅎ]+$/.test(word)) return 0;
  const initials = text.replace(/[가-힣]/g, initialOf);
  return initials.includes(word) ? (isStart(initials, word) ? 2 : 1) : 0;
}

function isStart(text: string, word: string): boolean {
  return text.startsWith(word) || text.includes(` ${word}`);
}

const INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";

/** Syllables stand in Unicode by their first letter, 588 of each. */
function initialOf(syllable: string): string {
  return INITIALS[Math.floor((syllable.charCodeAt(0) - 0xac00) / 588)]!;
}

/** Without case and accents; Korean syllables stay whole. */
function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Script=Latin}\p{M}+/gu, (letter) => letter[0]!)
    .normalize("NFC")
    .toLocaleLowerCase();
}
