import type { EmailAddress } from "@atrium/contract/types/email";
import { useEffect, useState } from "react";
import { sameAddress } from "../draft/addresses.ts";
import type { People } from "../people/people.ts";
import { rank } from "../people/rank.ts";

const PAUSE = 60;
const NONE: readonly EmailAddress[] = [];

/** Who may be meant by what was typed so far, without those that are there already: who is known at once, then the rest. */
export function useSuggestions(
  people: People,
  text: string,
  already: readonly EmailAddress[],
): readonly EmailAddress[] {
  const [found, setFound] = useState<{
    readonly text: string;
    readonly list: readonly EmailAddress[];
  }>({ text: "", list: NONE });
  const wanted = text.trim();
  useEffect(() => {
    let isOver = false;
    if (wanted === "") return undefined;
    const look = async (): Promise<void> => {
      const list = await people.find(wanted);
      if (!isOver) setFound({ text: wanted, list });
    };
    const timer = setTimeout(() => {
      void look();
    }, PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [people, wanted]);
  if (wanted === "") return NONE;
  const now = found.text === wanted ? found.list : people.findNow(wanted);
  // While letters are added, what was found stays until more is known: a list that comes and goes is hard to read.
  const list = now.length === 0 ? stillFitting(wanted, found.list) : now;
  return list.filter(({ email }) => !already.some((one) => sameAddress(one.email, email)));
}

function stillFitting(text: string, list: readonly EmailAddress[]): readonly EmailAddress[] {
  return rank(text, new Map(list.map((one) => [one.email, { ...one, weight: 0 }])), []);
}
