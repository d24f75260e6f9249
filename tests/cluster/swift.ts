import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createS3Client } from "../../server/src/platform/blobs/s3/client.ts";
import { readConfig } from "../../server/src/platform/config/index.ts";
import { s3Of } from "../../server/src/platform/blobs/index.ts";
import { freePort } from "../../server/src/testing/free-port.ts";
import { needPackages } from "./packages.ts";

/** OpenStack Swift with its S3 interface, alone on this machine and for as long as it is wanted. */
export interface Swift {
  readonly endpoint: string;
  /** The settings of a server whose blobs are in a bucket that is there. */
  readonly env: Readonly<Record<string, string>>;
  /** SIGKILL to what answers requests; what was stored stays. */
  killProxy(): Promise<void>;
  startProxy(): Promise<void>;
  stop(): Promise<void>;
}

const SERVERS = ["account", "container", "object"] as const;
const SECRET = "a-secret-for-tests";
const REGION = "us-east-1";
const BUCKET = "atrium-tests";
/** How long it may take until it answers (milliseconds). */
const PATIENCE = 60_000;

/** Starts it in a folder of its own, which has to be on a file system with extended attributes (tmpfs has none for users). */
export async function startSwift(): Promise<Swift> {
  needPackages(["swift", "swift-account", "swift-container", "swift-object", "swift-proxy"]);
  const folder = await mkdtemp(join(tmpdir(), "atrium-swift-"));
  const running = new Map<string, ChildProcess>();
  const proxyPort = await freePort();
  const endpoint = `http://127.0.0.1:${proxyPort}`;

  async function start(name: string): Promise<void> {
    const child = spawn(`swift-${name}-server`, [join(folder, `${name}.conf`)], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr
      .setEncoding("utf8")
      .on("data", (text: string) => (said = (said + text).slice(-4000)));
    running.set(name, child);
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
    child.once("exit", (code) => {
      if (code !== null && code !== 0)
        console.error(`swift-${name}-server ended with ${code}: ${said}`);
    });
  }
  async function end(name: string, signal: NodeJS.Signals): Promise<void> {
    const child = running.get(name);
    running.delete(name);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  }
  async function startProxy(): Promise<void> {
    await start("proxy");
    const deadline = Date.now() + PATIENCE;
    while (
      !(await fetch(`${endpoint}/healthcheck`).then(
        (answer) => answer.ok,
        () => false,
      ))
    ) {
      if (Date.now() > deadline) throw new Error("Swift does not answer");
      await pause(100);
    }
  }
  async function stop(): Promise<void> {
    await Promise.all([...running.keys()].map((name) => end(name, "SIGKILL")));
    await rm(folder, { recursive: true, force: true });
  }

  try {
    await writeCluster(folder, proxyPort);
    for (const name of SERVERS) await start(name);
    await startProxy();
    const env = {
      ATRIUM_S3_ENDPOINT: endpoint,
      ATRIUM_S3_REGION: REGION,
      ATRIUM_S3_BUCKET: BUCKET,
      ATRIUM_S3_ACCESS_KEY: "atrium:blobs",
      ATRIUM_S3_SECRET_KEY: SECRET,
    };
    await createS3Client(s3Of(readConfig(env, folder).config)!).send({ method: "PUT" });
    return { endpoint, env, killProxy: () => end("proxy", "SIGKILL"), startProxy, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Rings of one device with one copy, and a configuration for each server. */
async function writeCluster(folder: string, proxyPort: number): Promise<void> {
  const devices = join(folder, "devices");
  await mkdir(join(devices, "d1"), { recursive: true });
  const shared = `swift_dir = ${folder}\nuser = ${userInfo().username}\nbind_ip = 127.0.0.1\nworkers = 0\n`;
  const hash = "[swift-hash]\nswift_hash_path_suffix = tests\nswift_hash_path_prefix = tests\n";
  const policy = "[storage-policy:0]\nname = one\ndefault = yes\n";
  await writeFile(join(folder, "swift.conf"), hash + policy);
  for (const name of SERVERS) {
    const port = await freePort();
    await writeFile(
      join(folder, `${name}.conf`),
      `[DEFAULT]\n${shared}bind_port = ${port}\ndevices = ${devices}\nmount_check = false\n` +
        `[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`,
    );
    const ring = (...words: string[]): void => {
      const { status, stderr, stdout } = spawnSync(
        "swift-ring-builder",
        [`${name}.builder`, ...words],
        {
          cwd: folder,
          encoding: "utf8",
        },
      );
      // 1 is a warning: one copy on one device is what we want.
      if (status !== 0 && status !== 1) throw new Error(stdout + stderr);
    };
    ring("create", "6", "1", "0");
    ring("add", `r1z1-127.0.0.1:${port}/d1`, "1");
    ring("rebalance");
  }
  await writeFile(
    join(folder, "proxy.conf"),
    `[DEFAULT]\n${shared}bind_port = ${proxyPort}\n` +
      "[pipeline:main]\npipeline = catch_errors healthcheck cache listing_formats bulk s3api tempauth slo dlo proxy-server\n" +
      "[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\nallow_account_management = true\n" +
      ["catch_errors", "healthcheck", "listing_formats", "bulk", "slo", "dlo"]
        .map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`)
        .join("") +
      "[filter:cache]\nuse = egg:swift#memcache\nmemcache_servers = 127.0.0.1:1\n" +
      `[filter:s3api]\nuse = egg:swift#s3api\nlocation = ${REGION}\n` +
      `[filter:tempauth]\nuse = egg:swift#tempauth\nuser_atrium_blobs = ${SECRET} .admin\n`,
  );
}
