import type { Panel } from "./panels.ts";

/** In pixels: below this a message cannot be written in comfort. */
const NARROWEST = 380;
const GAP = 12;
/** The head of one that is put aside. */
const HEAD = 180;

/**
 * Puts those aside that there is no room for, the oldest first; `first` is the one that a user looks at now. What is written
 * below what it answers takes no room.
 * @param room pixels beside each other
 */
export function fitted(
  list: readonly Panel[],
  first: string | undefined,
  room: number,
): readonly Panel[] {
  if (first === undefined) return list;
  const docked = list.filter(({ id, shape }) => id === first || shape !== "inline");
  let left = room - NARROWEST;
  const open = docked.filter(({ id, shape }) => id !== first && shape !== "small");
  // What is put aside takes some room too.
  left -= (docked.length - 1 - open.length) * (HEAD + GAP);
  const kept = new Set([first]);
  for (const [behind, { id }] of open.toReversed().entries()) {
    const heads = (open.length - behind - 1) * (HEAD + GAP);
    if (left - heads < NARROWEST + GAP) break;
    left -= NARROWEST + GAP;
    kept.add(id);
  }
  return list.map((panel) =>
    panel.shape === "small" || panel.shape === "inline" || kept.has(panel.id)
      ? panel
      : { ...panel, shape: "small" as const },
  );
}
