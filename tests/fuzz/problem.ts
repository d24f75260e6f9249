/** Something that must not happen. */
export interface Problem {
  /** What problems of one cause have in common. */
  readonly kind: string;
  readonly detail: string;
  /** The item's place among those that were run; none when it may have been any. */
  readonly at?: number;
}

/** What is mutated and run: messages or requests. */
export interface Subject<Item> {
  readonly name: string;
  /** @param kept the steps that are taken; all unless given. */
  make(index: number, kept?: readonly number[]): Item;
  stepsOf(item: Item): readonly number[];
  /** For whoever reads of the failure. */
  describe(item: Item): string;
  /** As a file, to be looked at. */
  bytesOf(item: Item): Buffer;
  /** Runs them beside each other, and looks at what came of it. */
  run(items: readonly Item[]): Promise<readonly Problem[]>;
  /** Made again for each server. */
  prepare(): Promise<void>;
}
