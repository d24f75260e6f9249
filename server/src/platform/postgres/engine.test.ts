import { lstat, mkdir, mkdtemp, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { restoreLinks } from "./engine.ts";

test("links that npm left out, that are dead or that point elsewhere are made again", async () => {
  const native = await mkdtemp(join(tmpdir(), "atrium-links-"));
  const names = ["missing.so", "dead.so", "other.so", "file.so", "right.so"];
  await mkdir(join(native, "lib"));
  await writeFile(join(native, "lib/real.so.1"), "");
  await writeFile(join(native, "lib/old.so"), "");
  await symlink("gone.so", join(native, "lib/dead.so"));
  await symlink("old.so", join(native, "lib/other.so"));
  await writeFile(join(native, "lib/file.so"), "");
  await symlink("real.so.1", join(native, "lib/right.so"));
  await writeFile(
    join(native, "pg-symlinks.json"),
    JSON.stringify(
      names.map((name) => ({ source: "native/lib/real.so.1", target: `native/lib/${name}` })),
    ),
  );
  const before = await lstat(join(native, "lib/right.so"));
  expect(restoreLinks(native)).toBe(true);
  for (const name of names) expect(await readlink(join(native, "lib", name))).toBe("real.so.1");
  expect((await lstat(join(native, "lib/right.so"))).ino).toBe(before.ino);
  await rm(native, { recursive: true });
});
