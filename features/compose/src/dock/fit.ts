import type { Panel } from "./panels.ts";

/** How many messages a dock holds. */
export const MOST = 3;

/** In pixels: below this a message cannot be written in comfort. */
const NARROWEST = 380;
const GAP = 12;
const MARGIN = 32;
/** The head of one that is put aside. */
const HEAD = 180;

/** Puts those aside that there is no room for, the oldest first; `first` is the one that a user looks at now. */
export function fitted(
  list: readonly Panel[],
  first: string | undefined,
  width: number,
): readonly Panel[] {
  if (first === undefined) return list;
  let room = width - MARGIN - NARROWEST;
  const open = list.filter(({ id, shape }) => id !== first && shape !== "small");
  // What is put aside takes some room too.
  room -= (list.length - 1 - open.length) * (HEAD + GAP);
  const kept = new Set([first]);
  for (const [behind, { id }] of open.toReversed().entries()) {
    const heads = (open.length - behind - 1) * (HEAD + GAP);
    if (room - heads < NARROWEST + GAP) break;
    room -= NARROWEST + GAP;
    kept.add(id);
  }
  return list.map((panel) =>
    panel.shape === "small" || kept.has(panel.id) ? panel : { ...panel, shape: "small" as const },
  );
}
