/**
 * Where the open conversation lets its messages be answered: an element below each of them. What is written stands in
 * one while it is there, and at the foot of the window while it is not.
 */
const places = new Map<string, HTMLElement>();
const listeners = new Set<() => void>();

export const placeOf = (key: string): HTMLElement | undefined => places.get(key);

/** Before an element goes, whoever stands in it hears of it: the answer is to be called in a layout effect. */
export function offerPlace(key: string, element: HTMLElement): () => void {
  places.set(key, element);
  tell();
  return () => {
    if (places.get(key) !== element) return;
    places.delete(key);
    tell();
  };
}

export function watchPlaces(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
