/** What is between two places of a regular expression: how many repetitions without end one way through it passes. */
interface Part {
  readonly loops: number;
  /** Where it ends. */
  readonly end: number;
}

const ENDLESS = Number.POSITIVE_INFINITY;

/**
 * Whether an expression is linear for a reason that needs no automaton: it is tried at the beginning of its input alone, and
 * every way through it passes at most one repetition without end, whose body is one character. Each length of that one
 * is tried once at most, and what follows takes so many steps whatever the input is.
 */
export function isPlainlyLinear(source: string, flags: string): boolean {
  if (!source.startsWith("^") || flags.includes("m")) return false;
  const { loops, end } = alternatives(source, 0);
  // One that ends before the source does has an alternative at its top, which need not begin with "^".
  return loops <= 1 && end === source.length && !hasAlternativeAtTop(source);
}

function hasAlternativeAtTop(source: string): boolean {
  let at = 0;
  while (at < source.length) {
    if (source[at] === "|") return true;
    ({ end: at } = atom(source, at));
  }
  return false;
}

function alternatives(source: string, start: number): Part {
  let [at, most, here] = [start, 0, 0];
  while (at < source.length && source[at] !== ")") {
    if (source[at] === "|") {
      [at, here] = [at + 1, 0];
      continue;
    }
    const one = repeated(source, at);
    [at, here] = [one.end, here + one.loops];
    most = Math.max(most, here);
  }
  return { loops: most, end: at };
}

const QUANTIFIER = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y;

function repeated(source: string, start: number): Part {
  const one = atom(source, start);
  QUANTIFIER.lastIndex = one.end;
  const sign = QUANTIFIER.exec(source)?.[0];
  if (sign === undefined) return one;
  const end = one.end + sign.length;
  if (/^(?:\?|\{1\})/.test(sign)) return { ...one, end };
  const hasNoEnd = /^(?:[*+]|\{\d+,\})/.test(sign);
  if (!hasNoEnd) return { loops: one.loops > 0 ? ENDLESS : 0, end };
  return { loops: source[start] === "(" ? ENDLESS : 1, end };
}

function atom(source: string, start: number): Part {
  switch (source[start]) {
    case "(": {
      const opening = /\((?:\?(?:[:=!]|<[=!]|<\w+>))?/y;
      opening.lastIndex = start;
      const [sign] = opening.exec(source)!;
      const inside = alternatives(source, start + sign.length);
      const looksAround = /^\(\?<?[=!]/.test(sign);
      const loops = looksAround && inside.loops > 0 ? ENDLESS : inside.loops;
      return { loops, end: inside.end + 1 };
    }
    case "[": {
      let at = start + 1;
      while (source[at] !== "]") at += source[at] === "\\" ? 2 : 1;
      return { loops: 0, end: at + 1 };
    }
    case "\\": {
      const escape = /\\(?:[pPu]\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|k<\w+>|[1-9]\d*|.)/iy;
      escape.lastIndex = start;
      const [sign] = escape.exec(source)!;
      // What is repeated of the input may be as long as the input.
      return { loops: /^\\(?:k<|[1-9])/.test(sign) ? ENDLESS : 0, end: start + sign.length };
    }
    default:
      return { loops: 0, end: start + 1 };
  }
}
