import type { PersonKey } from "../../server/src/features/demo/index.ts";
import type { Hand } from "./hand.ts";
import type { Line } from "./line.ts";
import type { Mail, Stage } from "./stage.ts";

export const WAYS = ["mouse", "keyboard", "touch"] as const;
export type Way = (typeof WAYS)[number];

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
  /** It takes away what others are about, and is done after them. */
  readonly isLast?: true;
  /** It waits for minutes: another person does it meanwhile. */
  readonly by?: PersonKey;
  /** Does it in the way of the hand and looks on the server whether it is done. */
  run(scene: Scene): Promise<void>;
}

/** One act of a person, in words. */
export interface Step {
  readonly words: string;
  readonly times: number;
}

/** How a task went in one way. */
export interface Outcome {
  readonly task: string;
  readonly way: Way;
  readonly steps: readonly Step[];
  readonly acts: number;
}
