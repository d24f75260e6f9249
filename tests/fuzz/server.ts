/**
 * A server for the fuzz as a process of its own, started by `fuzz-server.ts`: the suite with its people, on a PostgreSQL
 * that syncs nothing, and the probe. Requests and answers travel by IPC.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createLog } from "../../server/src/platform/log/index.ts";
import { startSuite } from "../../server/src/testing/suite.ts";
import { startProbe } from "./probe.ts";

const probe = startProbe();
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const say = (message: object): void => void process.send!(message);
/** Errors of the server's own are failures of the fuzz. */
const log = createLog({
  level: "error",
  destination: { write: (line) => say({ fault: line.trim() }) },
});
for (const event of ["uncaughtException", "unhandledRejection"] as const)
  process.on(event, (error: unknown) => {
    say({ fault: `${event}: ${String((error as Error)?.stack ?? error)}` });
    setImmediate(() => process.exit(1));
  });

const settings = JSON.parse(process.argv[2]!) as { dns: { address: string; port: number } };
const suite = await startSuite({
  log,
  config: { ...settings, sendLimit: 1_000_000, undoSend: 0, mailHost: "mx.fuzzed.test" },
});

const WORK: Readonly<Record<string, () => unknown>> = {
  reset: () => probe.reset(),
  read: () => probe.read(),
  pace: () => probe.pace(),
  startProfile: () => probe.startProfile(),
  endProfile: () => probe.endProfile(),
  collect() {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  },
  close: () => suite.close(),
};
process.on("message", ({ id, ask }: { id: number; ask: string }) => {
  void (async () => say({ id, answer: await WORK[ask]!() }))();
});
process.once("disconnect", () => void suite.close().finally(() => process.exit(0)));

const { dataDir, url, smtpPort, submissionPort, people, shared } = suite;
say({
  ready: {
    dataDir,
    url,
    smtpPort,
    submissionPort,
    people,
    supportId: shared.support.accountId,
    methods: [...suite.suite.engine.methods],
  },
});
