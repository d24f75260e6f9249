import { useEffect, useRef } from "react";
import { listenForKeys } from "./keys.ts";
import { registered, sources, type Registered, type Verb, type VerbSource } from "./registry.ts";

/** Offers verbs while the component stands. Of two with one id, or one key, that counts which was offered last. */
export function useVerbs(verbs: readonly Verb[]): void {
  const entry = useRef<Registered>({ verbs });
  useEffect(() => {
    entry.current.verbs = verbs;
  });
  useEffect(() => {
    const mine = entry.current;
    registered.push(mine);
    listenForKeys();
    return () => void registered.splice(registered.indexOf(mine), 1);
  }, []);
}

/** Offers what is found by text, such as folders and people, while the component stands. */
export function useVerbSource(find: VerbSource): void {
  const entry = useRef({ find });
  useEffect(() => {
    entry.current.find = find;
  });
  useEffect(() => {
    const mine = entry.current;
    sources.push(mine);
    return () => void sources.splice(sources.indexOf(mine), 1);
  }, []);
}
