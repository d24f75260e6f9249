import type { EmailAddress } from "@atrium/contract/types/email";
import { useEffect, useState } from "react";
import { sameAddress } from "../draft/addresses.ts";
import type { People } from "../people/people.ts";

const PAUSE = 60;
const NONE: readonly EmailAddress[] = [];

/** Who may be meant by what was typed so far, without those that are there already. */
export function useSuggestions(
  people: People,
  text: string,
  already: readonly EmailAddress[],
): readonly EmailAddress[] {
  const [found, setFound] = useState<readonly EmailAddress[]>(NONE);
  const wanted = text.trim();
  useEffect(() => {
    let isOver = false;
    if (wanted === "") return undefined;
    const look = async (): Promise<void> => {
      const list = await people.find(wanted);
      if (!isOver) setFound(list);
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
  return found.filter(({ email }) => !already.some((one) => sameAddress(one.email, email)));
}
