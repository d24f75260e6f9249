import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { promisify } from "node:util";
import { availableMemory } from "../../platform/memory.ts";
import { fail, octets, ok, warn, type Check, type Finding } from "./finding.ts";

const NODE = 24;
/** Less memory than this is too little for more than a try; bytes. */
const MEMORY = 1.8e9;
/** Share of the memory below which what is left is little. */
const MEMORY_LEFT = 0.1;
/** Connections, files and what libraries open; a server of some hundred people needs a few thousand. */
const FILES = 4096;
/** Share of the limit that may be open. */
const FILES_OPEN = 0.7;

const node: Check = {
  name: "node",
  look: async () => [
    Number(process.versions.node.split(".")[0]) >= NODE
      ? ok(`Node ${process.versions.node}`)
      : fail(`Node ${process.versions.node}`, `install Node ${NODE} or later`),
  ],
};

const user: Check = {
  name: "user",
  look: async () => [
    process.getuid?.() === 0
      ? warn(
          "running as root",
          "see the reason above, or docs/operate.md; the server runs as root too",
        )
      : ok(`running as the user ${process.env["USER"] ?? process.getuid?.()}`),
  ],
};

const memory: Check = {
  name: "memory",
  async look() {
    const all = availableMemory();
    const left = process.availableMemory();
    const what = `${octets(all)} of memory, ${octets(left)} available`;
    if (all < MEMORY) return [warn(what, "use 2 GB or more; the database needs it")];
    if (left < MEMORY_LEFT * all)
      return [warn(what, "find out what uses it (ps aux --sort -rss), or add memory")];
    return [ok(what)];
  },
};

/** Of the server where it runs; otherwise of this process, which was started in the same way or not. */
const files: Check = {
  name: "files",
  async look({ server }) {
    const folder = `/proc/${server ?? "self"}`;
    const text = readText(`${folder}/limits`);
    if (text === null) return [];
    const limit = /^Max open files +(\d+|unlimited)/m.exec(text)?.[1];
    if (limit === "unlimited") return [ok("the number of open files is not limited")];
    const whose = server === null ? "a process here can" : "the server can";
    const what = `${whose} open ${limit} files and connections`;
    const advice = "raise it: LimitNOFILE=65536 in the systemd unit, or ulimit -n";
    if (Number(limit) < FILES) return [warn(what, advice)];
    const open = server === null ? 0 : await countOpen(`${folder}/fd`);
    if (open > FILES_OPEN * Number(limit)) return [warn(`${what}, and has ${open} open`, advice)];
    return [ok(what)];
  },
};

async function countOpen(folder: string): Promise<number> {
  // Another user's are not ours to see.
  return (await readdir(folder).catch(() => [])).length;
}

/** Whether something keeps the clock right. Nobody outside is asked: the system knows. */
const clock: Check = { name: "clock", look: async () => [await synchronised()] };

async function synchronised(): Promise<Finding> {
  const advice =
    "install chrony or systemd-timesyncd; signatures, second factors and the order of mail need the right time";
  const said = await promisify(execFile)("timedatectl", [
    "show",
    "-p",
    "NTPSynchronized",
    "--value",
  ])
    .then(({ stdout }) => stdout.trim())
    .catch(() => null);
  const marked = existsSync("/run/systemd/timesync/synchronized");
  if (said === "yes" || marked) return ok("the clock is synchronised by NTP");
  if (said === "no") return warn("the clock is not synchronised by NTP", advice);
  return warn(
    "cannot tell whether the clock is synchronised (in a container, the host does it)",
    advice,
  );
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

export const machine: readonly Check[] = [node, user, memory, files, clock];
