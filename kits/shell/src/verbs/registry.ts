import type { ReactNode } from "react";

/** Something a person can do here and now, by key or from the palette. */
export interface Verb {
  /** Stable, with its feature in front (`mail.archive`): what was used lately is remembered by it. */
  readonly id: string;
  readonly label: string;
  /** `isRepeated`: a key that is held asks for it again. */
  readonly act: (isRepeated?: boolean) => void;
  /** `e`, `#`, `I` (with Shift), `g i` (one after the other), `Space`, `Shift+Space`. */
  readonly keys?: readonly string[];
  /** The heading it stands under in the palette. */
  readonly group?: string;
  readonly icon?: ReactNode;
  /** Other words that find it. */
  readonly words?: string;
  /** Left out of the palette: what makes sense by key only, such as "next row". */
  readonly byKeyOnly?: boolean;
}

/** Finds verbs by what was typed into the palette; with nothing typed, those worth showing anyway. */
export type VerbSource = (text: string) => readonly Verb[] | Promise<readonly Verb[]>;

export interface Registered {
  verbs: readonly Verb[];
}

export const registered: Registered[] = [];
export const sources: { find: VerbSource }[] = [];

/** All verbs that are offered now, in the order in which they were. */
export function offeredVerbs(): readonly Verb[] {
  const byId = new Map<string, Verb>();
  for (const { verbs } of registered) for (const verb of verbs) byId.set(verb.id, verb);
  return [...byId.values()];
}

/** What the sources find for a text, each as soon as it answers. A source that fails finds nothing. */
export function searchSources(text: string): readonly Promise<readonly Verb[]>[] {
  return sources.map(async ({ find }) => {
    try {
      return await find(text);
    } catch {
      return [];
    }
  });
}

/** The verb behind a key, or pair of keys. */
export function verbOf(keys: string): Verb | undefined {
  return offeredVerbs().findLast((verb) => verb.keys?.includes(keys));
}

/** Whether a pair of keys begins with this one. */
export function beginsPair(key: string): boolean {
  return offeredVerbs().some((verb) => verb.keys?.some((keys) => keys.startsWith(`${key} `)));
}
