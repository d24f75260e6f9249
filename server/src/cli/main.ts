import { readConfig } from "../platform/config/index.ts";
import type { Config } from "../platform/config/index.ts";
import { linkEngine } from "../platform/postgres/engine.ts";
import { ROOT } from "../platform/root.ts";
import { isRoot, leaveRoot } from "../platform/user/index.ts";
import { folderAndFiles } from "./files.ts";

const words = process.argv.slice(2);

let config: Config | undefined;
/** Read when it is needed: a wrong setting keeps nobody from reading how things are used. */
function configuration(): Config {
  if (config !== undefined) return config;
  const reading = readConfig(process.env, ROOT);
  for (const warning of reading.warnings) process.stderr.write(`${warning}\n`);
  return (config = reading.config);
}

/** What root makes, the server, who is another user, could not change later. */
async function becomeUser(): Promise<void> {
  const named = folderAndFiles(words);
  if (!isRoot() || named === null) return;
  const kept = await leaveRoot({
    config: readConfig(process.env, ROOT).config,
    root: ROOT,
    prepare: linkEngine,
    ...named,
  });
  if (kept !== null) process.stderr.write(`${kept}\n`);
}

// Whatever root does not need is loaded when root has gone.
const loading = () => import("./run.ts");
try {
  await becomeUser();
  const { run } = await loading();
  process.exitCode = await run(words, configuration);
} catch (error) {
  const { explain } = await loading();
  const { sentence, code } = explain(error);
  process.stderr.write(`${sentence}\n`);
  process.exitCode = code;
}
