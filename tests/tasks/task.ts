import type { PersonKey } from "../../server/src/features/demo/index.ts";
import type { Hand } from "./hand.ts";
import type { Line } from "./line.ts";
import type { Mail, Stage } from "./stage.ts";

export const WAYS = ["mouse", "keyboard", "touch"] as const;
export type Way = (typeof WAYS)[number];

/** The sizes of screens on which everything has to go, in CSS pixels. */
export const SIZES = [
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const;
export type Size = (typeof SIZES)[number];

/** What a task is done with: its hand, the mail of who does it as the server has it, and the whole stage. */
export interface Scene {
  readonly hand: Hand;
  /** Between its browser and the server. */
  readonly line: Line;
  readonly mail: Mail;
  readonly stage: Stage;
}

/** Something that people do all day. */
export interface Task {
  /** Also of its pictures. */
  readonly name: string;
  readonly title: string;
  /** What is to be done, in a sentence or two. */
  readonly goal: string;
  /** What Gmail needs for the same, as far as it is known: acts, and words where numbers do not say it. */
  readonly gmail: Readonly<Record<Way, string>>;
  readonly note?: string;
  /** It is done at every size, each time in every way; otherwise on a desk, or on a phone by touch. */
  readonly everywhere?: true;
  /** It takes away what others are about, and is done after them. */
  readonly isLast?: true;
  /** It waits for minutes: another person does it meanwhile. */
  readonly by?: PersonKey;
  /** Does it in the way of the hand and looks on the server whether it is done. */
  run(scene: Scene): Promise<void>;
}

/** At which sizes a task is done in a way; the first is that of its picture. */
export const sizesOf = (task: Task, way: Way): readonly Size[] => {
  const usual = way === "touch" ? SIZES[4] : SIZES[0];
  return task.everywhere ? [usual, ...SIZES.filter((size) => size !== usual)] : [usual];
};

/** One act of a person, in words. */
export interface Step {
  readonly words: string;
  readonly times: number;
}

/** How a task went in one way. */
export interface Outcome {
  readonly task: string;
  readonly way: Way;
  /** CSS pixels of the window's width. */
  readonly width: number;
  readonly steps: readonly Step[];
  readonly acts: number;
}
