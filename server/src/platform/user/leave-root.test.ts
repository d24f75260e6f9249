import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { IS_WHOLE, testWhole } from "../../../../formats/src/testing/whole.ts";
import { endPrograms, runCommand as atrium, runServer } from "../../testing/program.ts";

// Each step starts a process, and some of them PostgreSQL.
vi.setConfig({ testTimeout: 180_000 });

/** An ordinary user that every Linux has. */
const NOBODY = {
  name: "nobody",
  uid: Number(userField("nobody", 2)),
  gid: Number(userField("nobody", 3)),
};
/** The right to open ports below 1024, as a bit of CapEff (capabilities(7)). */
const NET_BIND_SERVICE = 1n << 10n;

function userField(name: string, field: number): string | undefined {
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  return users.find((line) => line.startsWith(`${name}:`))?.split(":")[field];
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "atrium-user-"));
  await chmod(folder, 0o755);
});
afterAll(async () => {
  await endPrograms();
  await rm(folder, { recursive: true, force: true });
});

async function server(env: NodeJS.ProcessEnv, as?: { uid: number; gid: number }) {
  const running = await runServer(env, as);
  const status = await readFile(`/proc/${running.pid}/status`, "utf8").catch(() => "");
  const field = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, "m").exec(status)?.[1];
  return {
    ...running,
    uids: field("Uid")?.split("\t").map(Number),
    gids: field("Gid")?.split("\t").map(Number),
    rights: BigInt(`0x${field("CapEff") ?? "0"}`),
    mayGain: field("NoNewPrivs") === "0",
  };
}

/** The owners of everything in a folder. */
async function ownersIn(path: string): Promise<Set<number>> {
  const names = await readdir(path, { recursive: true });
  const found = await Promise.all(names.map(async (name) => (await stat(join(path, name))).uid));
  return new Set([(await stat(path)).uid, ...found]);
}

describe.runIf(process.getuid?.() === 0 && process.platform === "linux")("started by root", () => {
  const { uid, gid } = NOBODY;
  let data: string;
  let env: NodeJS.ProcessEnv;
  beforeAll(() => {
    data = join(folder, "data");
    env = { ATRIUM_DATA: data, ATRIUM_USER: NOBODY.name };
  });

  test("becomes the user in the same process, who owns all that is kept; what root had made is handed over", async () => {
    // As an earlier version left it: made by root, and the commands too. Closed, so that nothing works without the owner.
    await mkdir(join(data, "blobs/tmp"), { recursive: true, mode: 0o700 });
    await writeFile(join(data, "secret.key"), `${"k".repeat(43)}\n`, { mode: 0o600 });
    await writeFile(join(data, "somebody-elses"), "");
    // A command does the same as the server; the sample has it from the server alone.
    if (IS_WHOLE)
      expect(
        (await atrium(["domain", "add", "example.test", "--organisation", "E"], env)).err,
      ).not.toContain("ROOT-KEPT");

    const first = await server(env);
    expect(first).toMatchObject({
      uids: [uid, uid, uid, uid],
      gids: [gid, gid, gid, gid],
      rights: NET_BIND_SERVICE,
      mayGain: false,
    });
    expect(await first.stop()).toBe(0);
    expect((await stat(join(data, "somebody-elses"))).uid).toBe(0);
    await rm(join(data, "somebody-elses"));
    expect(await ownersIn(data)).toEqual(new Set([uid]));
  });

  testWhole("so do commands beside the server, and what they make is that user's", async () => {
    const password = "seven lanterns over the quay\n";
    const backups = join(folder, "backups");
    const mail = join(folder, "one.eml");
    await writeFile(mail, "Subject: one\r\n\r\nText\r\n");
    const running = await server(env);
    // Also from where that user cannot be.
    await mkdir(join(folder, "closed"), { mode: 0o700 });
    const closed = { cwd: join(folder, "closed") };
    expect(await atrium(["user", "list"], env, "", closed)).toMatchObject({ code: 0 });
    expect(await atrium(["user", "add", "a@example.test"], env, password)).toMatchObject({
      code: 0,
    });
    expect(await atrium(["import", "eml", "a@example.test", mail], env)).toMatchObject({
      code: 0,
      out: expect.stringContaining("1 messages imported") as string,
    });
    expect(await atrium(["backup", backups], env)).toMatchObject({ code: 0 });
    expect(await running.stop()).toBe(0);
    expect(await ownersIn(backups)).toEqual(new Set([uid]));
    expect(await ownersIn(data)).toEqual(new Set([uid]));

    // A backup that came from elsewhere is root's; what is made of it is not.
    const restored = {
      ...env,
      ATRIUM_DATA: join(folder, "restored"),
      ATRIUM_SECRET_KEY_FILE: join(folder, "keys/secret.key"),
    };
    await mkdir(join(folder, "keys"));
    await mkdir(join(restored.ATRIUM_DATA, "spool"), { recursive: true, mode: 0o700 });
    expect(spawnSync("chown", ["-R", "root:", backups]).status).toBe(0);
    expect(await atrium(["restore", backups], restored)).toMatchObject({ code: 0 });
    expect(await ownersIn(restored.ATRIUM_DATA)).toEqual(new Set([uid]));
    const key = restored.ATRIUM_SECRET_KEY_FILE;
    expect(await stat(key)).toMatchObject({ uid, mode: 0o100600 });
    // A trial beside it, with the settings of the first: its key stays as it is.
    await chown(key, 0, gid);
    await chmod(key, 0o640);
    const trial = { ...restored, ATRIUM_DATA: join(folder, "trial") };
    expect(await atrium(["restore", backups], trial)).toMatchObject({ code: 0 });
    expect(await stat(key)).toMatchObject({ uid: 0, mode: 0o100640 });
    expect((await atrium(["user", "list"], restored)).out).toContain("a@example.test");
    const refused = await atrium(["backup", backups], restored);
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringContaining(`chown -R ${NOBODY.name} ${backups}`) as string,
    });
  });

  testWhole("says whose key it cannot read, and starts with one that it can", async () => {
    const key = join(folder, "key.pem");
    await writeFile(key, "no key at all", { mode: 0o600 });
    const env = {
      ATRIUM_DATA: join(folder, "with-key"),
      ATRIUM_USER: NOBODY.name,
      ATRIUM_TLS_KEY: key,
      ATRIUM_TLS_CERT: key,
    };
    const closed = await server(env);
    expect(await closed.errors).toContain(
      `The user "${NOBODY.name}", which Atrium runs as, cannot read ${key}`,
    );
    await chown(key, 0, gid);
    await chmod(key, 0o640);
    expect(await (await server(env)).errors).toContain("is not a certificate or key in PEM form");
  });

  testWhole(
    "stays root where that user cannot get at the data, or where root is meant; only the first is worth a word",
    async () => {
      const home = join(folder, "home");
      await mkdir(home, { mode: 0o700 });
      const env = { ATRIUM_DATA: join(home, "data") };
      const closed = await server({ ...env, ATRIUM_USER: NOBODY.name });
      expect(closed.lines.join("\n")).toContain(
        `ROOT-KEPT: still running as root, because the user "${NOBODY.name}" cannot access ${home}`,
      );
      expect(closed.uids).toEqual([0, 0, 0, 0]);
      expect(await closed.stop()).toBe(0);
      const meant = await server({ ...env, ATRIUM_USER: "root" });
      expect(meant.lines.join("\n")).not.toContain("ROOT-KEPT");
      expect(meant.uids).toEqual([0, 0, 0, 0]);
      expect(await meant.stop()).toBe(0);
      expect(await (await server({ ...env, ATRIUM_USER: "nobody-of-this-name" })).errors).toContain(
        "there is no such user",
      );
    },
  );

  testWhole("an ordinary user stays who they are", async () => {
    const data = join(folder, "ordinary");
    await mkdir(data);
    await chown(data, uid, gid);
    const ordinary = await server({ ATRIUM_DATA: data }, { uid, gid });
    expect(ordinary).toMatchObject({ uids: [uid, uid, uid, uid], rights: 0n });
    expect(await ordinary.stop()).toBe(0);
    expect(await ownersIn(data)).toEqual(new Set([uid]));
  });
});
