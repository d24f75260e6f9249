import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IS_WHOLE } from "../../../../formats/src/testing/whole.ts";
import { AlreadyRunning, takeOwnership, whoOwns } from "./owner.ts";

const CONTENDERS = 5;
const ROUNDS = IS_WHOLE ? 4 : 2;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "atrium-owner-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** A process that is ready, tries at the word, prints how it went, and stays. */
function contender() {
  const script = `
    import { takeOwnership } from ${JSON.stringify(new URL("owner.ts", import.meta.url).href)};
    console.log("ready");
    process.stdin.once("data", async () => {
      try {
        await takeOwnership(${JSON.stringify(folder)});
        console.log("owner");
      } catch (error) { console.log(error.message); }
    });
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    pid: child.pid!,
    next: async () => (await lines.next()).value as string,
    go: () => child.stdin.write("go\n"),
    async kill() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

test("of many that start at once one is the owner, also where a killed one left its socket", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const all = Array.from({ length: CONTENDERS }, contender);
    for (const one of all) expect(await one.next()).toBe("ready");
    for (const one of all) one.go();
    const said = await Promise.all(all.map((one) => one.next()));
    const winner = all[said.indexOf("owner")]!;
    expect(said.filter((line) => line === "owner")).toHaveLength(1);
    for (const line of said)
      if (line !== "owner")
        expect(line).toContain(`already running on ${folder} (process ${winner.pid})`);
    expect(await whoOwns(folder)).toBe(winner.pid);
    // What the next round finds: a socket of the dead.
    for (const one of all) await one.kill();
    expect(await whoOwns(folder)).toBe(null);
  }
});

test("a folder that was given up can be taken again, and nothing is left in it", async () => {
  const first = await takeOwnership(folder);
  await expect(takeOwnership(folder)).rejects.toThrow(AlreadyRunning);
  await first.release();
  const second = await takeOwnership(folder);
  await second.release();
  expect(await readdir(folder)).toEqual([]);
});
