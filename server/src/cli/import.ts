import type { Command } from "./command.ts";
export const importCommands: readonly Command[] = [];
