import cluster, { type Worker } from "node:cluster";
import { createMetricsServer } from "../protocols/metrics/index.ts";
import type { Config } from "../platform/config/index.ts";
import type { Log } from "../platform/log/index.ts";
import { metricsOfProcesses } from "../platform/metrics/index.ts";
import { StartError } from "../platform/start-error.ts";
import { listening } from "./listening.ts";
import { closeAll } from "./platform.ts";
import { openStore } from "../platform/store/index.ts";
import type { Serving } from "./server.ts";
import { createWaiting } from "./waiting.ts";

/** Milliseconds after which a process that ended is followed by another: one that ends at once does not spin. */
const RESTART_AFTER = 1000;

/** What one of several processes says: that it serves, or why it does not. */
export type ProcessMessage =
  | { readonly serving: Omit<Serving, "close"> }
  | { readonly refused: string };

/**
 * Runs several processes behind the same ports, each a whole server as on a machine of its own, with the database that
 * this one has up. One that ends is followed by another.
 * @throws StartError when they do not come to serve
 */
export async function startProcesses(options: {
  readonly config: Config;
  readonly log: Log;
  readonly say: (sentence: string) => void;
}): Promise<Serving> {
  const { config, log } = options;
  const waiting = createWaiting(config, log);
  const opening = openStore({ ...options, onWait: waiting.say });
  await opening.catch(() => undefined);
  await waiting.started();
  const store = await opening;
  const undo = [store.close];
  const workers = new Set<Worker>();
  let isServing = false;
  let isStopping = false;

  /** Starts one. Rejects when it ends before it serves. */
  function start(): Promise<Omit<Serving, "close">> {
    const worker = cluster.fork();
    workers.add(worker);
    return new Promise((resolve, reject) => {
      let refused: string | undefined;
      worker.on("message", (message: ProcessMessage) => {
        if ("serving" in message) resolve(message.serving);
        else if ("refused" in message) refused = message.refused;
      });
      worker.once("exit", (code, signal) => {
        workers.delete(worker);
        reject(
          new StartError(
            refused ?? "A process exited while starting; see the message before this one.",
          ),
        );
        if (isStopping) return;
        const reason = refused === undefined ? {} : { reason: refused };
        log.error({ code, signal, ...reason }, "server process exited");
        if (isServing) setTimeout(startAgain, RESTART_AFTER);
      });
    });
  }

  function startAgain(): void {
    if (isStopping) return;
    start().then(
      () => log.info("server process restarted"),
      () => undefined,
    );
  }

  async function stopAll(): Promise<void> {
    isStopping = true;
    await Promise.all(
      [...workers].map((worker) => {
        const gone = new Promise((resolve) => worker.once("exit", resolve));
        worker.process.kill("SIGTERM");
        return gone;
      }),
    );
  }

  undo.push(stopAll);
  try {
    // The first brings the database up to date, and makes the demo organisation where that is asked for.
    const args = process.argv.slice(2);
    cluster.setupPrimary({ args });
    const serving = await start();
    cluster.setupPrimary({ args: args.filter((arg) => arg !== "--demo") });
    await Promise.all(Array.from({ length: config.processes - 1 }, start));
    isServing = true;
    if (config.metricsPort !== null) {
      const server = createMetricsServer({ metrics: metricsOfProcesses(), log });
      const listen = server.listen(config.metricsPort, config.metricsHost);
      await listening(listen, "ATRIUM_METRICS_PORT", config.metricsPort);
      undo.push(() => server.close());
    }
    return { ...serving, close: () => closeAll(undo) };
  } catch (error) {
    await closeAll(undo);
    throw error;
  }
}
