import { useEffect, useState } from "react";
import type { SharingAccount } from "../client.ts";
import { searchPeople, type Person } from "../shares/directory.ts";

/** Milliseconds after the last letter. */
const PAUSE = 150;

/** Those of the directory who are called so; `undefined` while that is not known. */
export function useFoundPeople(
  account: SharingAccount | undefined,
  text: string,
): { readonly found: readonly Person[] | undefined; readonly hasFailed: boolean } {
  const [answer, setAnswer] = useState<{
    readonly of: string;
    readonly list?: readonly Person[];
  }>();
  useEffect(() => {
    if (text === "" || account === undefined) return undefined;
    let isWanted = true;
    const look = (): void =>
      void searchPeople(account, text).then(
        (list) => isWanted && setAnswer({ of: text, list }),
        () => isWanted && setAnswer({ of: text }),
      );
    const timer = setTimeout(look, PAUSE);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [account, text]);
  const isOf = text !== "" && answer?.of === text;
  return { found: isOf ? answer.list : undefined, hasFailed: isOf && answer.list === undefined };
}
