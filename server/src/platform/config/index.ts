import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { StartError } from "../start-error.ts";
import { Expected } from "./parsers.ts";
import type { Parser } from "./parsers.ts";
import { variables } from "./variables.ts";
import type { Config } from "./variables.ts";

export { configTable, variables } from "./variables.ts";
export type { Config } from "./variables.ts";

/** The configuration is wrong; the message is one sentence for the person who wrote it. */
export class ConfigError extends StartError {}

const FILE = "atrium.toml";
/** Names that begin like ours and are read elsewhere: by tests and by the tools beside the server. */
const OTHERS = new Set(["ATRIUM_CORPORA"]);

interface Reading {
  config: Config;
  /** Sentences about what is probably a slip. */
  warnings: string[];
}

/**
 * Reads the configuration: the environment, then `atrium.toml` in `root`, then the defaults. Relative paths start from
 * the working folder in the environment and from `root` otherwise.
 * @throws ConfigError
 */
export function readConfig(env: NodeJS.ProcessEnv, root: string): Reading {
  const file = readFile(root);
  const warnings: string[] = [];
  const names = new Set<string>(Object.values(variables).map(({ name }) => name));
  for (const name of Object.keys(env))
    if (name.startsWith("ATRIUM_") && !names.has(name) && !OTHERS.has(name))
      warnings.push(`${name} is not a setting of Atrium and has no effect.`);
  for (const name of Object.keys(file))
    if (!names.has(name))
      warnings.push(`${name} in ${FILE} is not a setting of Atrium and has no effect.`);

  const config: Record<string, unknown> = {};
  for (const [key, variable] of Object.entries(variables)) {
    const fromEnv = env[variable.name];
    const fromFile = file[variable.name];
    const parse = variable.parse as Parser<unknown>;
    // An empty variable is how many tools write one that is not set.
    if (fromEnv !== undefined && fromEnv !== "")
      config[key] = check(variable.name, fromEnv, parse, process.cwd());
    else if (fromFile !== undefined)
      config[key] = check(`${variable.name} in ${FILE}`, written(fromFile), parse, root);
    else config[key] = variable.default === null ? null : parse(variable.default, root);
  }
  return { config: config as Config, warnings };
}

function check<T>(name: string, value: string, parse: Parser<T>, folder: string): T {
  try {
    return parse(value, folder);
  } catch (error) {
    if (!(error instanceof Expected)) throw error;
    throw new ConfigError(`${name} is "${withoutPassword(value)}" but must be ${error.message}.`);
  }
}

/** Of an address, what may stand in a log: whatever comes before the host may be user and password. */
const withoutPassword = (value: string): string =>
  value.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, "$1…@");

function written(value: unknown): string {
  return Array.isArray(value) ? value.map(written).join(",") : String(value);
}

/** The file's values by the names that they have in the environment: `port` and `ATRIUM_PORT` are the same. */
function readFile(root: string): Record<string, unknown> {
  const path = join(root, FILE);
  try {
    const values = parseToml(readFileSync(path, "utf8"));
    return Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        `ATRIUM_${key.toUpperCase().replace(/^ATRIUM_/, "")}`,
        value,
      ]),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new ConfigError(`${path} cannot be read: ${(error as Error).message.split("\n", 1)[0]}`);
  }
}
