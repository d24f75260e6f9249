import cluster from "node:cluster";
import { readConfig } from "./platform/config/index.ts";
import { linkEngine } from "./platform/postgres/engine.ts";
import { ROOT } from "./platform/root.ts";
import { StartError } from "./platform/start-error.ts";
import { leaveRoot } from "./platform/user/index.ts";
import type { StoreOptions } from "./platform/store/index.ts";
import type { ProcessMessage } from "./wiring/processes.ts";
import type { Serving } from "./wiring/server.ts";

/** Of several processes, what all of them would say is said by the one above them. */
const isOneOfMany = cluster.isWorker;
/**
 * How long a stop may take before the process ends anyway (milliseconds). Longer than the queue waits for servers that have
 * a whole message and then writes down what they said; shorter than the 60 seconds of docs/operate.md. The process above
 * several waits for them.
 */
const STOP_WITHIN = isOneOfMany ? 45_000 : 50_000;

const friendly = process.argv.includes("--friendly");

const print = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

async function main(): Promise<void> {
  const started = Date.now();
  const { config, warnings } = readConfig(process.env, ROOT);
  const kept = await leaveRoot({ config, root: ROOT, prepare: linkEngine });
  if (kept !== null) warnings.push(kept);
  // Only from here on: root, who leaves in the line above, would load it all for nothing.
  const { createLog } = await import("./platform/log/index.ts");
  // On a person's terminal the log would bury what is printed for them.
  const quiet = friendly && process.stdout.isTTY && process.env["ATRIUM_LOG_LEVEL"] === undefined;
  const log = createLog({ level: quiet ? "warn" : config.logLevel });
  const say = friendly ? print : (sentence: string): void => log.info(sentence);
  const announce = isOneOfMany ? (): void => undefined : say;
  for (const warning of isOneOfMany ? [] : warnings) {
    if (friendly) print(warning);
    else log.warn(warning);
  }
  announce("Starting …");

  const starting = start({ config, log, say });
  let stopping = false;
  async function stop(reason: string, code: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    announce(`Stopping (${reason}) …`);
    setTimeout(() => {
      log.fatal("shutdown timed out");
      process.exit(1);
    }, STOP_WITHIN).unref();
    try {
      // A start under way is let finish: half a start is harder to undo than a whole one.
      const server = await starting.catch(() => undefined);
      await server?.close();
      announce("Stopped.");
      process.exit(code);
    } catch (err) {
      log.error({ err }, "shutdown failed");
      process.exit(1);
    }
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => void stop(signal, 0));
  for (const event of ["uncaughtException", "unhandledRejection"] as const)
    process.on(event, (err: unknown) => {
      log.fatal({ err }, event);
      void stop("error", 1);
    });

  const server = await starting;
  if (stopping) return;
  if (isOneOfMany) {
    const { url, smtpPort, submissionPort, setUpToken } = server;
    await notifyParent({ serving: { url, smtpPort, submissionPort, setUpToken } });
    return;
  }
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  say(
    `Atrium is ready at ${server.url} (${seconds} s). Port ${server.smtpPort} accepts mail from other servers, port ${server.submissionPort} from mail apps.`,
  );
  if (server.setUpToken !== null)
    say(
      `Nothing is set up yet. Open this link to begin; it works once:\n${server.url}/setting/set-up#${server.setUpToken}`,
    );
}

/** Serves in this process, or in several below it. */
async function start(options: StoreOptions): Promise<Serving> {
  const { config, say } = options;
  if (config.processes > 1 && !isOneOfMany) {
    const { startProcesses } = await import("./wiring/processes.ts");
    return await startProcesses(options);
  }
  const [{ connectionOf }, { ensureDemo }, { startServer }] = await Promise.all([
    import("./platform/postgres/index.ts"),
    import("./wiring/demo.ts"),
    import("./wiring/server.ts"),
  ]);
  return await startServer({
    ...options,
    ...(isOneOfMany && {
      // Figures are given where they come together.
      config: { ...config, metricsPort: null },
      ...(config.databaseUrl === null && { connection: connectionOf(config.data) }),
    }),
    async prepare(suite) {
      if (process.argv.includes("--demo")) await ensureDemo(suite, say, print);
    },
  });
}

/** Notifies the process above. */
function notifyParent(message: ProcessMessage): Promise<unknown> {
  return new Promise((resolve) => process.send!(message, resolve));
}

try {
  await main();
} catch (error) {
  const { message, stack } = error as Error;
  if (isOneOfMany && error instanceof StartError) await notifyParent({ refused: message });
  else process.stderr.write(`${error instanceof StartError ? message : stack}\n`);
  process.exit(1);
}
