import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** A scanner of Debian's that runs for a test. */
interface Running {
  readonly close: () => Promise<void>;
}

const RSPAMD = "/usr/bin/rspamd";
const CLAMD = "/usr/sbin/clamd";

export const hasDebianScanners = existsSync(RSPAMD) && existsSync(CLAMD);

/** What the clamd of `startClamd` takes for a virus. */
export const SAMPLE = "This is what Atrium's tests take for a virus.";
export const THREAT = "Atrium.Test.Sample";

/** Debian's rspamd without any of its modules: what remains is what it finds by itself, and what it learns. */
export async function startRspamd(): Promise<
  Running & { readonly worker: string; readonly controller: string }
> {
  const folder = await mkdtemp(join(tmpdir(), "atrium-rspamd-"));
  const [worker, controller] = [await freePort(), await freePort()];
  // As root it wants to become another user, who has to get in.
  await chmod(folder, 0o777);
  await writeFile(join(folder, "tld.dat"), "com\nexample\n");
  await writeFile(
    join(folder, "rspamd.conf"),
    `options {
      pidfile = "${folder}/rspamd.pid"; control_socket = "${folder}/control.sock"; tempdir = "${folder}";
      dns { nameserver = ["127.0.0.1:1"]; timeout = 0.1s; retransmits = 1; }
      filters = ""; url_tld = "${folder}/tld.dat"; disable_hyperscan = true; hs_cache_dir = "${folder}";
    }
    logging { type = "console"; level = "error"; }
    actions { reject = 15; add_header = 6; greylist = null; }
    classifier "bayes" {
      tokenizer { name = "osb"; } backend = "sqlite3"; min_learns = 1;
      statfile { symbol = "BAYES_SPAM"; path = "${folder}/spam.sqlite"; spam = true; }
      statfile { symbol = "BAYES_HAM"; path = "${folder}/ham.sqlite"; spam = false; }
    }
    worker "normal" { bind_socket = "127.0.0.1:${worker}"; count = 1; }
    worker "controller" { bind_socket = "127.0.0.1:${controller}"; count = 1; secure_ip = "127.0.0.1"; }
    `,
  );
  const running = run(RSPAMD, ["-f", "-i", "-c", join(folder, "rspamd.conf")], folder);
  await listens(worker);
  await listens(controller);
  const origin = (port: number): string => `http://127.0.0.1:${port}`;
  return { ...running, worker: origin(worker), controller: origin(controller) };
}

/** Debian's clamd, which knows the sample alone. */
export async function startClamd(
  streamMaxLength = "2M",
): Promise<Running & { readonly host: string; readonly port: number; readonly path: string }> {
  const folder = await mkdtemp(join(tmpdir(), "atrium-clamd-"));
  const port = await freePort();
  const path = join(folder, "clamd.sock");
  await mkdir(join(folder, "db"));
  const md5 = createHash("md5").update(SAMPLE).digest("hex");
  await writeFile(join(folder, "db", "atrium.hdb"), `${md5}:${SAMPLE.length}:${THREAT}\n`);
  await writeFile(
    join(folder, "clamd.conf"),
    `DatabaseDirectory ${folder}/db
LocalSocket ${path}
TCPSocket ${port}
TCPAddr 127.0.0.1
Foreground yes
StreamMaxLength ${streamMaxLength}
`,
  );
  const running = run(CLAMD, ["-c", join(folder, "clamd.conf")], folder);
  await listens(port);
  return { ...running, host: "127.0.0.1", port, path };
}

function run(program: string, args: readonly string[], folder: string): Running {
  const child = spawn(program, args, { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return {
    async close() {
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Milliseconds that a scanner may take to start. */
const START = 60_000;

async function listens(port: number): Promise<void> {
  for (const began = Date.now(); Date.now() - began < START; await pause(100)) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = createConnection({ host: "127.0.0.1", port });
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (isThere) return;
  }
  throw new Error(`nothing listens on port ${port}`);
}
