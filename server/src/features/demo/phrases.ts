import type { Random } from "./random.ts";

/** Words that fill the `{name}` places of a template. */
export type Slots = Readonly<Record<string, string>>;

/**
 * Fills a template: `[one|two]` chooses (nesting allowed), `{name}` inserts a slot, and `{name:을}`
 * inserts it with the Korean particle that fits its last sound.
 */
export function fill(template: string, slots: Slots, random: Random): string {
  let text = template;
  while (text.includes("[")) {
    const next = text.replaceAll(/\[([^[\]]*)\]/g, (_, options: string) =>
      random.pick(options.split("|")),
    );
    if (next === text) throw new Error(`unbalanced choice in ${template}`);
    text = next;
  }
  return text.replaceAll(
    /\{([a-zA-Z0-9]+)(?::([가-힣]+))?\}/g,
    (_, name: string, particle?: string) => {
      const word = slots[name];
      if (word === undefined) throw new Error(`no word for {${name}} in: ${template}`);
      return particle === undefined ? word : word + fittingParticle(word, particle);
    },
  );
}

/** The form after a final consonant, and the form after a vowel. */
const PARTICLES: Readonly<Record<string, readonly [string, string]>> = {
  은: ["은", "는"],
  이: ["이", "가"],
  을: ["을", "를"],
  과: ["과", "와"],
  으로: ["으로", "로"],
  이라: ["이라", "라"],
};

function fittingParticle(word: string, particle: string): string {
  const forms = PARTICLES[particle];
  if (!forms) throw new Error(`no particle ${particle}`);
  const last = word.codePointAt(word.length - 1) ?? 0;
  const isSyllable = last >= 0xac00 && last <= 0xd7a3;
  const final = isSyllable ? (last - 0xac00) % 28 : 0;
  // A final ㄹ (8) takes 로, not 으로.
  if (particle === "으로" && final === 8) return forms[1];
  return final === 0 ? forms[1] : forms[0];
}
