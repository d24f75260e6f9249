const GIGABYTE = 1_000_000_000;

/** Octets as people write them: `2.5`. */
export const gigabytesOf = (octets: number | null): string =>
  octets === null ? "" : (octets / GIGABYTE).toFixed(9).replace(/\.?0{1,9}$/, "");

/** What somebody typed, with a point or a comma; `null`: nothing, `undefined`: no number that can be. */
export const octetsOf = (typed: string): number | null | undefined => numberOf(typed, GIGABYTE);

export const countOf = (typed: string): number | null | undefined => {
  const count = numberOf(typed, 1);
  return count !== null && count !== undefined && !Number.isInteger(Number(plain(typed)))
    ? undefined
    : count;
};

const plain = (typed: string): string => typed.trim().replace(",", ".");

function numberOf(typed: string, unit: number): number | null | undefined {
  const text = plain(typed);
  if (text === "") return null;
  if (!/^\d{1,15}(\.\d{1,9})?$/.test(text)) return undefined;
  const value = Math.round(Number(text) * unit);
  return Number.isSafeInteger(value) ? value : undefined;
}
