import { offeredVerbs, searchSources, type Verb } from "@atrium/shell";
import { useEffect, useMemo, useState } from "react";
import { t } from "../strings/index.ts";
import { fit } from "./match.ts";
import { recentIds } from "./recent.ts";

export interface VerbGroup {
  readonly heading: string;
  readonly verbs: readonly Verb[];
}

const MOST = 40;
/** Milliseconds after the last key before sources are asked that ask the server. */
const PAUSE = 120;

/** What the palette lists for a text, best first; with nothing typed, what was used lately and then all by headings. */
export function useFoundVerbs(typed: string): {
  readonly groups: readonly VerbGroup[];
  /** What may be remembered as used lately: all that is there without a text. */
  readonly isLasting: (verb: Verb) => boolean;
} {
  const text = typed.trim();
  // As they were when the palette opened: below it nothing changes meanwhile.
  const [offered] = useState(() => offeredVerbs().filter(({ byKeyOnly }) => byKeyOnly !== true));
  const [lasting, setLasting] = useState<readonly Verb[]>([]);
  const [found, setFound] = useState<{ readonly text: string; readonly verbs: readonly Verb[] }>({
    text: "",
    verbs: [],
  });

  useEffect(() => gather("", setLasting), []);
  useEffect(() => {
    if (text === "") return undefined;
    let stop: (() => void) | undefined;
    const timer = setTimeout(() => {
      stop = gather(text, (verbs) => setFound({ text, verbs }));
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [text]);

  return useMemo(() => {
    const isLasting = (verb: Verb): boolean =>
      [...offered, ...lasting].some(({ id }) => id === verb.id);
    if (text === "") return { isLasting, groups: byHeading(offered, lasting) };
    // What was found for the text so far stays until there is better; people are found by more than their name.
    const searched = found.verbs.filter((verb) => found.text === text || fit(verb, text) > 0);
    const ids = new Set(searched.map(({ id }) => id));
    const verbs = [...offered, ...lasting]
      .filter(({ id }) => !ids.has(id))
      .map((verb) => ({ verb, score: fit(verb, text) }))
      .concat(searched.map((verb) => ({ verb, score: fit(verb, text) || 0.1 })))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, MOST)
      .map(({ verb }) => verb);
    return { isLasting, groups: verbs.length > 0 ? [{ heading: t("found"), verbs }] : [] };
  }, [text, offered, lasting, found]);
}

/** Hands on what the sources find, more with each that answers, until the answer is called. */
function gather(text: string, hand: (verbs: readonly Verb[]) => void): () => void {
  let isOver = false;
  let all: readonly Verb[] = [];
  const take = async (answer: Promise<readonly Verb[]>): Promise<void> => {
    const verbs = await answer;
    if (isOver || verbs.length === 0) return;
    all = [...all, ...verbs];
    hand(all);
  };
  for (const answer of searchSources(text)) void take(answer);
  return () => {
    isOver = true;
  };
}

function byHeading(offered: readonly Verb[], lasting: readonly Verb[]): readonly VerbGroup[] {
  const known = new Map([...lasting, ...offered].map((verb) => [verb.id, verb]));
  const recent = recentIds().flatMap((id) => known.get(id) ?? []);
  const rest = [...offered, ...lasting].filter((verb) => !recent.includes(verb));
  const groups = Map.groupBy(rest, ({ group }) => group ?? t("more"));
  return [
    ...(recent.length > 0 ? [{ heading: t("recent"), verbs: recent }] : []),
    ...[...groups].map(([heading, verbs]) => ({ heading, verbs })),
  ];
}
