import { parseArgs } from "node:util";
import { Refusal } from "../engine/index.ts";
import type { Config } from "../platform/config/index.ts";
import { createLog } from "../platform/log/index.ts";
import { StartError } from "../platform/start-error.ts";
import { openSuite } from "../wiring/suite.ts";
import type { Suite } from "../wiring/suite.ts";
import { backupCommands } from "./backup.ts";
import { UsageError, UserError } from "./command.ts";
import type { Command } from "./command.ts";
import { doctorCommand } from "./doctor/index.ts";
import { demoCommands } from "./demo.ts";
import { domainCommands } from "./domain.ts";
import { importCommands } from "./import.ts";
import { queueCommands } from "./queue.ts";
import { secondFactorCommands } from "./second-factor.ts";
import { sharedCommands } from "./shared.ts";
import { terminal } from "./terminal.ts";
import { userCommands } from "./user.ts";

const commands: readonly Command[] = [
  ...userCommands,
  ...secondFactorCommands,
  ...sharedCommands,
  ...domainCommands,
  ...queueCommands,
  ...importCommands,
  ...demoCommands,
  ...backupCommands,
  doctorCommand,
];

/** Exit codes: 0 done, 1 refused or failed, 2 not written as the usage says. */
export async function run(words: readonly string[], readConfig: () => Config): Promise<number> {
  const command = commands.find(({ name }) => {
    const wanted = name.split(" ");
    return wanted.every((word, index) => words[index] === word);
  });
  if (command === undefined) {
    const asked = words.length === 0 || ["help", "--help", "-h"].includes(words[0]!);
    (asked ? terminal.print : terminal.note)(usage(words[0]));
    return asked ? 0 : 2;
  }
  const { positionals: args, values } = parseArgs({
    args: words.slice(command.name.split(" ").length),
    options: { ...command.options, help: { type: "boolean", short: "h" } },
    allowPositionals: true,
  });
  if (values["help"] === true) {
    terminal.print(`${usageOf(command)}\n  ${command.summary}`);
    return 0;
  }
  const [least, most] = command.arity;
  if (args.length < least || args.length > most) throw new UsageError(`Usage: ${usageOf(command)}`);
  const config = readConfig();
  let suite: Promise<Suite> | undefined;
  try {
    const code = await command.run({
      terminal,
      config,
      args,
      values,
      open: () =>
        (suite ??= openSuite({
          config,
          log: createLog({ level: "error" }),
          say: terminal.note,
          beside: true,
        })),
    });
    return code ?? 0;
  } finally {
    // What failed to open has nothing to close, and has been thrown already.
    const opened = await suite?.catch(() => undefined);
    await opened?.close();
  }
}

const usageOf = ({ name, usage: rest }: Command): string => `npx atrium ${name} ${rest}`.trim();

function usage(word: string | undefined): string {
  const shown = commands.filter(({ name }) => name.split(" ", 1)[0] === word);
  const lines = (shown.length > 0 ? shown : commands).map(
    (command) => `  ${usageOf(command)}\n      ${command.summary}`,
  );
  return [
    "Usage: npx atrium COMMAND. Commands work whether the server is running or not; for restore and move, stop it first.",
    "",
    ...lines,
    "",
    "Passwords are read from standard input. Settings come from the environment and atrium.toml, as for the server.",
  ].join("\n");
}

/** An error as a sentence, and the exit code that goes with it. */
export function explain(error: unknown): { sentence: string; code: number } {
  const { message, code } = error as NodeJS.ErrnoException;
  if (error instanceof UsageError) return { sentence: message, code: 2 };
  if (code?.startsWith("ERR_PARSE_ARGS") === true) return { sentence: message, code: 2 };
  if (error instanceof Refusal)
    return { sentence: `Refused: ${error.detail ?? error.code}.`, code: 1 };
  if (error instanceof UserError || error instanceof StartError)
    return { sentence: message, code: 1 };
  return { sentence: (error as Error).stack ?? String(error), code: 1 };
}
