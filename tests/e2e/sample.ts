/** Whether everything is tried, as `npm run soak` does; otherwise a sample that half a minute suffices for. */
const IS_WHOLE = process.env["E2E_WHOLE"] === "1";
/** Another sample by another number. */
const SEED = Number(process.env["E2E_SEED"] ?? 1);

/** So many of the list, spread over all of it, in its order. */
export function sampled<T>(list: readonly T[], most: number): readonly T[] {
  if (IS_WHOLE || list.length <= most) return list;
  const step = list.length / most;
  return Array.from({ length: most }, (_, index) => {
    const shift = ((index + 1) * SEED * 7) % Math.ceil(step);
    return list[Math.min(list.length - 1, Math.floor(index * step) + shift)]!;
  });
}
