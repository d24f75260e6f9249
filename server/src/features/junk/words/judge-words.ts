/** In how many messages something stood that were reported as junk, and as wanted. */
export interface Counts {
  readonly junk: number;
  readonly wanted: number;
}

/** What a message's words say. */
export interface WordsVerdict {
  /** 0 surely wanted … 1 surely junk; ½ where nothing is known. */
  readonly probability: number;
  /** The words that speak the most for it, the most telling first. */
  readonly telling: readonly string[];
}

/** Messages of each kind that have to be known before words say anything. */
export const LEAST_LEARNED = 20;
/** Words of a message that count: those that say the most. */
const MOST_WORDS = 150;
/** What a word that was never seen says, and for how many messages that stands. */
const UNSEEN = 0.5;
const STRENGTH = 0.45;
/** A word that says less is passed over. */
const LEAST = 0.1;

/**
 * Joins what the words say of which it is known how often they stood in junk and in wanted mail: each is a test of its own
 * whether the message is like that by accident (Robinson, “A statistical approach to the spam problem”, Linux Journal 2003),
 * by Fisher's method.
 */
export function judgeWords(
  tokens: readonly { readonly token: string; readonly counts: Counts | undefined }[],
  learned: Counts,
): WordsVerdict {
  if (learned.junk < LEAST_LEARNED || learned.wanted < LEAST_LEARNED)
    return { probability: 0.5, telling: [] };
  const said = tokens
    .map(({ token, counts }) => ({ token, junk: junkiness(counts, learned) }))
    .filter(({ junk }) => Math.abs(junk - 0.5) > LEAST)
    .sort((a, b) => Math.abs(b.junk - 0.5) - Math.abs(a.junk - 0.5))
    .slice(0, MOST_WORDS);
  if (said.length === 0) return { probability: 0.5, telling: [] };
  const logs = (of: (junk: number) => number): number =>
    -2 * said.reduce((sum, { junk }) => sum + Math.log(of(junk)), 0);
  const isWanted =
    1 -
    byAccident(
      logs((junk) => 1 - junk),
      2 * said.length,
    );
  const isJunk =
    1 -
    byAccident(
      logs((junk) => junk),
      2 * said.length,
    );
  return {
    probability: (1 + isWanted - isJunk) / 2,
    telling: said.filter(({ junk }) => junk > 0.5).map(({ token }) => token),
  };
}

/** How much more of junk than of wanted mail has a word; what was seen seldom says less. */
function junkiness(counts: Counts | undefined, learned: Counts): number {
  const { junk = 0, wanted = 0 } = counts ?? {};
  const seen = junk + wanted;
  if (seen === 0) return UNSEEN;
  const ofJunk = Math.min(1, junk / learned.junk);
  const ofWanted = Math.min(1, wanted / learned.wanted);
  const plain = ofJunk / (ofJunk + ofWanted);
  return (STRENGTH * UNSEEN + seen * plain) / (STRENGTH + seen);
}

/** The probability that chance alone gives a value of chi-square as large or larger. @param degrees an even number */
function byAccident(chiSquare: number, degrees: number): number {
  const half = chiSquare / 2;
  let term = Math.exp(-half);
  let sum = term;
  for (let step = 1; step < degrees / 2; step += 1) {
    term *= half / step;
    sum += term;
  }
  return Math.min(1, sum);
}
