import { setTimeout as wait } from "node:timers/promises";
import type { Ask } from "./task.ts";

/** For tests: what a task can do to its thread. */
export type Hostility =
  | { readonly does: "answer"; readonly value: unknown }
  | { readonly does: "hang" | "fill" | "fillAtOnce" | "throw" | "exit" | "answerNoData" }
  | { readonly does: "readEnvironment" }
  | { readonly does: "ask"; readonly question: unknown }
  | { readonly does: "askAndHang"; readonly question: unknown }
  | { readonly does: "wait"; readonly milliseconds: number };

export async function run(input: Hostility, ask: Ask): Promise<unknown> {
  switch (input.does) {
    case "answer":
      return input.value;
    case "readEnvironment":
      return { ...process.env };
    case "ask":
      return await ask(input.question);
    case "wait":
      return await wait(input.milliseconds);
    case "throw":
      throw Object.assign(new Error("thrown"), { code: "ETHROWN" });
    case "answerNoData":
      return () => undefined;
    case "exit":
      return process.exit(3);
    case "fill":
      return fill();
    case "fillAtOnce":
      return fillAtOnce();
    case "askAndHang":
      await ask(input.question);
      return hang();
    default:
      return hang();
  }
}

/** An expression that goes on trying, twice as long for each letter: not even it keeps its thread. */
function hang(letters = 60): number {
  return `${"a".repeat(letters)}b`.search(/^(?:a+)+$/);
}

function fill(): number {
  const held: unknown[] = [];
  for (;;) held.push({ held: Array.from({ length: 1000 }, (_each, index) => `${index}`) });
}

/** With few things, each of which is larger than what there may be of all. */
function fillAtOnce(): number {
  const held: unknown[] = [];
  for (let index = 0; ; index++) {
    held.push(
      Buffer.alloc(100_000_000, index).toString("latin1"),
      new Uint8Array(50_000_000).fill(1),
    );
    hang(24);
  }
}
