import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Load } from "../../server/src/testing/smtp-client.ts";
import type { Acts } from "./acts.ts";
import { checkAll } from "./check-all.ts";
import { createOrganisation, type Organisation } from "./organisation.ts";
import { MIB } from "./memory.ts";
import { startMixedLoad, takesAgain } from "./mixed-load.ts";
import {
  breakDisk,
  makeDisk,
  makeReadOnly,
  makeWritable,
  mountDisk,
  mountMemory,
  resize,
  unmount,
  whyNoMounts,
} from "./mounts.ts";
import type { Findings } from "./report.ts";

const PEOPLE = 6;
const ROUNDS = 3;
/** How long all goes well before it (milliseconds). */
const BEFORE = 2000;
/** For how long the disk takes nothing (milliseconds). */
const TROUBLE = 10_000;
/** A disk so small that it is full soon, and what is given to it each time. */
const SMALL = 256 * MIB;
const MORE = 128 * MIB;
/** What is left for the load to fill. */
const ROOM = 48 * MIB;
const DISK = 1024 * MIB;
/** How soon a full disk has to be noticed (milliseconds). */
const FULL_WITHIN = 60_000;
/** Some messages are spooled to a file before they are stored, and some are not. */
const LARGE = { message: 400_000, act: 100_000 };

/** What the server says while its disk takes nothing: come back later, and nothing worse. */
const LATER = /^503 |"serverUnavailable"/;

/** Data and temporary files on a disk that the load fills. */
export async function soakFull(findings: Findings): Promise<void> {
  await inFolder(findings, async (folder) => {
    let size = SMALL;
    const disk = join(folder, "disk");
    mkdirSync(disk);
    mountMemory(disk, size);
    try {
      const [data, temporary] = [join(disk, "data"), join(disk, "tmp")];
      for (const made of [data, temporary]) mkdirSync(made);
      chmodSync(temporary, 0o1777);
      const settings = { TMPDIR: temporary };
      const organisation = await createOrganisation({ people: PEOPLE, data, settings });
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(join(disk, "ballast"), Buffer.alloc(Math.max(0, bavail * bsize - ROOM)));
      const rest = join(disk, "rest");
      await withTrouble(findings, organisation, {
        what: "is full",
        async begin(load) {
          const before = load.failures();
          const end = performance.now() + FULL_WITHIN;
          while (load.failures() === before && performance.now() < end) await pause(20);
          // What no message fits into, the database's small writes would still find.
          fillUp(rest);
        },
        end() {
          rmSync(rest);
          size += MORE;
          resize(disk, size);
        },
        checkWords(load) {
          findings.check(
            "SMTP reports that storage is full (452 4.3.1)",
            [...load.refusals].some((words) => words.includes("got 452 4.3.1")),
          );
        },
      });
    } finally {
      await unmount(disk);
    }
  });
}

/** Takes the last page that is free. */
function fillUp(file: string): void {
  try {
    for (;;) appendFileSync(file, Buffer.alloc(4096));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

/** The disk of the blobs alone is made read-only and writable again. */
export async function soakReadOnly(findings: Findings): Promise<void> {
  await inFolder(findings, async (folder) => {
    const blobs = join(folder, "data/blobs");
    mkdirSync(blobs, { recursive: true });
    mountMemory(blobs, DISK);
    try {
      const organisation = await createOrganisation({ people: PEOPLE, data: join(folder, "data") });
      await withTrouble(findings, organisation, {
        what: "cannot be written",
        begin: () => makeReadOnly(blobs),
        end: () => makeWritable(blobs),
      });
    } finally {
      await unmount(blobs);
    }
  });
}

/** The disk of everything breaks, as one does that has errors; the server ends on it and starts on what was written. */
export async function soakBroken(findings: Findings): Promise<void> {
  await inFolder(findings, async (folder) => {
    const [file, disk] = [join(folder, "disk.img"), join(folder, "disk")];
    mkdirSync(disk);
    makeDisk(file, DISK);
    mountDisk(file, disk);
    try {
      const data = join(disk, "data");
      mkdirSync(data);
      const organisation = await createOrganisation({ people: PEOPLE, data });
      const { server } = organisation;
      try {
        await server.start();
        const { load, acts } = await startMixedLoad(organisation, { message: 20_000 });
        for (let round = 0; round < ROUNDS; round += 1) {
          await takesAgain(load, acts);
          await pause(BEFORE);
          breakDisk(disk);
          await pause(TROUBLE);
          await server.kill();
          server.killPostmaster();
          await unmount(disk);
          mountDisk(file, disk);
          await server.start();
        }
        await takesAgain(load, acts);
        await load.stop();
        for (const one of acts) await one.stop();
        findings.figure("times that the disk broke", ROUNDS);
        await checkAll(findings, organisation, load, acts);
      } finally {
        await organisation.close();
      }
    } finally {
      await unmount(disk);
    }
  });
}

/** A folder to mount disks in, where that can be done; nothing is left of it. */
async function inFolder(
  findings: Findings,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const why = whyNoMounts();
  if (why !== null) return findings.skip("all of this part", why);
  const folder = mkdtempSync(join(tmpdir(), "atrium-disk-"));
  // The server is not root for long.
  chmodSync(folder, 0o755);
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Trouble {
  readonly what: string;
  begin(load: Load): Promise<void>;
  end(): void;
  checkWords?(load: Load): void;
}

/** The same server goes through it several times, with all that people and other servers do meanwhile. */
async function withTrouble(
  findings: Findings,
  organisation: Organisation,
  trouble: Trouble,
): Promise<void> {
  const { server } = organisation;
  try {
    await server.start();
    const { pid } = server;
    const { load, acts } = await startMixedLoad(organisation, LARGE);
    const back: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await takesAgain(load, acts);
      await pause(BEFORE);
      await trouble.begin(load);
      await pause(TROUBLE);
      const ended = performance.now();
      trouble.end();
      await takesAgain(load, acts);
      back.push(performance.now() - ended);
    }
    await load.stop();
    for (const one of acts) await one.stop();
    findings.figure(`times that the disk ${trouble.what}`, ROUNDS);
    findings.figure(
      "seconds until everything is accepted again",
      back.map((time) => (time / 1000).toFixed(1)).join(", "),
    );
    findings.check("the server survives", isAlive(pid));
    trouble.checkWords?.(load);
    findings.check(
      "mail servers are only asked to retry",
      [...load.refusals].filter((words) => !/got 4\d\d /.test(words)),
    );
    findings.check("clients are only asked to retry", clear(acts));
    await checkAll(findings, organisation, load, acts);
  } finally {
    await organisation.close();
  }
}

const clear = (acts: readonly Acts[]): string[] => [
  ...new Set(acts.flatMap(({ failures }) => failures).filter((words) => !LATER.test(words))),
];

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
