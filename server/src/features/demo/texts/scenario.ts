/** A file that a message of the demo carries; made by code when the message is written. */
export type Attached = "quote" | "minutes" | "plan" | "photo" | "numbers" | "schedule";

/** One message of a conversation. Paragraphs are templates of `fill`; a line starting with "- " is a list item. */
export interface Step {
  readonly by: "a" | "b" | "c";
  readonly text: readonly string[];
  readonly attach?: Attached;
  /** Hours after the message before it, from and to. */
  readonly wait?: readonly [number, number];
}

/**
 * A conversation. `team`: all writers are colleagues; `supplier`: b sells us something;
 * `client-asks` and `supplier-asks`: a is the one outside.
 */
export interface Scenario {
  readonly cast: "team" | "supplier" | "client-asks" | "supplier-asks";
  /** How often it is told, against others; 1 when it does not say. */
  readonly weight?: number;
  readonly subject: string;
  readonly steps: readonly Step[];
}
