/**
 * Read by a server before its own program (`node --import`): on SIGUSR2 it throws away what nobody needs any more, and
 * writes what it still holds, in octets, to the file `SOAK_MEMORY`.
 */
import { renameSync, writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const file = process.env["SOAK_MEMORY"]!;
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

process.on("SIGUSR2", () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(`${file}.new`, String(heapUsed + external));
  renameSync(`${file}.new`, file);
});
