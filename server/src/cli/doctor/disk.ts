import { mkdir, open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { hasLittleRoom } from "@atrium/contract/types/operations";
import { checkBlobStore } from "../../platform/blobs/index.ts";
import { fail, octets, ok, reason, warn, type Check, type Finding } from "./finding.ts";

/** Less free disk than this is a failure (bytes). */
const TOO_LITTLE_ROOM = 0.5e9;
/** Free files that are worth a word, and those that are a failure, as shares of all that the file system can hold. */
const INODES = { little: 0.1, tooLittle: 0.01 };
/** What every message and every commit waits for; longer than this is a slow disk (milliseconds). */
const SLOW_SYNC = 100;

const writable: Check = {
  name: "data",
  async look({ config: { data } }) {
    const probe = join(data, `.doctor-${process.pid}`);
    try {
      await mkdir(data, { recursive: true, mode: 0o711 });
      const file = await open(probe, "w", 0o600);
      const started = performance.now();
      try {
        await file.write("Can be removed.\n");
        await file.sync();
      } finally {
        await file.close();
        await rm(probe);
      }
      const took = Math.round(performance.now() - started);
      const what = `data in ${data}, written to the disk in ${took} ms`;
      return [took > SLOW_SYNC ? warn(what, "put the data folder on a faster disk") : ok(what)];
    } catch (error) {
      return [
        fail(
          `${data} is not writable (${reason(error)})`,
          "set ATRIUM_DATA, or fix the folder's owner or the disk",
        ),
      ];
    }
  },
};

const room: Check = {
  name: "disk",
  async look({ config: { data } }) {
    const { bavail, blocks, bsize, files, ffree } = await statfs(data);
    const free = bavail * bsize;
    const what = `${octets(free)} of ${octets(blocks * bsize)} free in ${data}`;
    const advice = "free some space, or move the data folder";
    const found: Finding[] = [];
    if (!hasLittleRoom({ all: blocks * bsize, free })) found.push(ok(what));
    else found.push((free < TOO_LITTLE_ROOM ? fail : warn)(what, advice));
    // File systems without a fixed number of files say 0.
    const share = files === 0 ? 1 : ffree / files;
    if (share < INODES.little)
      found.push(
        (share < INODES.tooLittle ? fail : warn)(
          `only ${ffree} more files fit in ${data} (inodes)`,
          "move the data folder to a file system with more inodes",
        ),
      );
    return found;
  },
};

/** A probe goes in and out, wherever messages and files lie. */
const blobs: Check = {
  name: "blobs",
  async look({ config }) {
    const { place, fault } = await checkBlobStore(config);
    return [fault === null ? ok(place) : fail(`${place}: ${fault.what}`, fault.advice)];
  },
};

export const disk: readonly Check[] = [writable, room, blobs];
