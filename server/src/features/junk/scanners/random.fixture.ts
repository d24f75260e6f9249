/** Whole numbers from 0 up to a bound, the same ones for the same seed (Lehmer's generator). */
export function fakeRandom(seed: number): (below: number) => number {
  let state = seed % 2_147_483_647 || 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}
