/** What a feature keeps of a person on this device beside the server. */
export interface OnDevice {
  /** How many things of theirs the server does not have yet. */
  unsaved(personId: string): Promise<number>;
  /** Takes all of it away. */
  forget(): void;
}

/** Loads one; it is needed when a session ends. */
export type LoadOnDevice = () => Promise<OnDevice>;

let known: readonly LoadOnDevice[] = [];

/** What features keep on this device, as the window's application says. */
export const onDevice = (): Promise<readonly OnDevice[]> =>
  Promise.all(known.map((load) => load()));

export function setOnDevice(loads: readonly LoadOnDevice[]): void {
  known = loads;
}
