import { createHash, randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { checkBackup, writeBackup } from "../../server/src/platform/backup/index.ts";
import { checkBlobStore, type BlobStore } from "../../server/src/platform/blobs/index.ts";
import { readConfig, type Config } from "../../server/src/platform/config/index.ts";
import { silentLog } from "../../server/src/platform/log/index.ts";
import { isRoot } from "../../server/src/platform/user/index.ts";
import { keyFiles, openBlobStore } from "../../server/src/platform/store/index.ts";
import { restore } from "../../server/src/platform/backup/restore.ts";
import { openSuite, type Suite } from "../../server/src/wiring/suite.ts";
import { sweepBlobs } from "../../server/src/features/blobs/index.ts";
import { startSwift, type Swift } from "./swift.ts";

const MB = 1_000_000;
const DAY = 86_400_000;
const nobody = (): void => undefined;

/** Counts one claim: it holds, or it does not, and what was seen instead. */
type Check = (what: string, isGood: boolean, detail?: string) => void;

interface Place {
  readonly swift: Swift;
  readonly folder: string;
  readonly say: (line: string) => void;
  readonly check: Check;
}

/** Blobs in OpenStack Swift, which answers as S3: all that the store promises, in trouble, and with backup and restore. */
export const s3 = {
  name: "s3",
  title: "Messages and files in an S3 store (OpenStack Swift)",
  async run({ say }: Pick<Place, "say">, check: Check): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), "atrium-s3-"));
    const swift = await startSwift();
    const place = { swift, folder, say, check };
    let suite: Suite | undefined;
    try {
      await doctored(place);
      suite = await open(await configOf(place, "one"));
      const { db, config } = suite.platform;
      const other = await openBlobStore(config, db, silentLog);
      await keeps(suite.platform.blobs, place);
      await meets(suite, other, place);
      await timed(suite.platform.blobs, place);
      await broken(suite.platform.blobs, place);
      await movesAbout(suite, place);
    } finally {
      await suite?.close();
      await swift.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function configOf(
  { folder, swift }: Place,
  name: string,
  more: Record<string, string> = {},
): Promise<Config> {
  const data = join(folder, name);
  await mkdir(data, { recursive: true, mode: 0o711 });
  const user = isRoot() ? { ATRIUM_USER: "root" } : {};
  return readConfig({ ATRIUM_DATA: data, ...user, ...swift.env, ...more }, folder).config;
}

const open = (config: Config): Promise<Suite> => openSuite({ config, log: silentLog, say: nobody });

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const faultOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "",
    (error: Error) => error.message,
  );

async function doctored(place: Place): Promise<void> {
  const { fault } = await checkBlobStore(await configOf(place, "doctor"));
  place.check("the doctor finds nothing wrong, damaged bytes refused", fault === null, fault?.what);
  const wrong = await configOf(place, "doctor", { ATRIUM_S3_SECRET_KEY: "another" });
  const found = (await checkBlobStore(wrong)).fault?.what ?? "nothing";
  place.check("a wrong secret is named", found.includes("SignatureDoesNotMatch"), found);
}

async function keeps(blobs: BlobStore, { check }: Place): Promise<void> {
  for (const size of [0, 10_000, 8 * MB, 21 * MB]) {
    const bytes = randomBytes(size);
    const { hash } = await blobs.put(bytes);
    const whole = await blobs.read(hash);
    const part = await blobs.read(hash, { start: Math.max(0, size - 7), end: size + 7 });
    const isSame =
      hash === hashOf(bytes) && whole.equals(bytes) && (size === 0 || part.length === 7);
    check(`${size.toLocaleString("en")} octets come back as they were, whole and in part`, isSame);
    await blobs.put(bytes);
    check("and can be put again", await blobs.has(hash));
  }
  const missing = await blobs
    .read("0".repeat(64))
    .catch((error: NodeJS.ErrnoException) => error.code);
  check("a blob that is not there is missing", missing === "ENOENT", String(missing));
}

/** What one server puts while another sweeps. */
async function meets(suite: Suite, other: BlobStore, { check, say }: Place): Promise<void> {
  const { blobs, pool } = suite.platform;
  const ROUNDS = 20;
  const bytes = randomBytes(5000);
  let removed = 0;
  let lost = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { hash } = await blobs.put(bytes);
    // Stores count whole seconds.
    await pause(1100);
    await pool.query("delete from blob_put");
    const before = new Date();
    const put = pause(round * 3).then(() => blobs.put(bytes));
    const [was] = await Promise.all([other.remove(hash, before), put]);
    if (was) removed += 1;
    if (!(await blobs.has(hash))) lost += 1;
  }
  check("what is put while another server removes it stays", lost === 0, `${lost} of ${ROUNDS}`);
  say(`${removed} of ${ROUNDS} times it was removed first, and then put again`);
}

async function timed(blobs: BlobStore, { say }: Place): Promise<void> {
  const COUNT = 200;
  const times: number[] = [];
  const hashes: string[] = [];
  for (let at = 0; at < COUNT / 4; at++) {
    const began = performance.now();
    hashes.push((await blobs.put(randomBytes(10_000))).hash);
    times.push(performance.now() - began);
  }
  const began = performance.now();
  await Promise.all(Array.from({ length: COUNT }, () => blobs.put(randomBytes(10_000))));
  const rate = (COUNT / (performance.now() - began)) * 1000;
  const reads: number[] = [];
  for (const hash of hashes) {
    const at = performance.now();
    await blobs.read(hash);
    reads.push(performance.now() - at);
  }
  const median = (of: number[]): string => of.sort((a, b) => a - b)[of.length >> 1]!.toFixed(1);
  say(
    `10 kB: put ${median(times)} ms, read ${median(reads)} ms (median); ${rate.toFixed(0)} puts/s at once`,
  );
}

/** What was acknowledged is there, though the store went away in the middle of it. */
async function broken(blobs: BlobStore, { swift, check, say }: Place): Promise<void> {
  const acknowledged: string[] = [];
  const refused: string[] = [];
  const over = new AbortController();
  const writers = Array.from({ length: 6 }, async () => {
    while (!over.signal.aborted) {
      const bytes = randomBytes(Math.random() < 0.1 ? 9 * MB : 20_000);
      await blobs.put(bytes).then(
        ({ hash }) => acknowledged.push(hash),
        (error: Error) => refused.push(`${error.name}: ${error.message}`),
      );
    }
  });
  for (let round = 0; round < 3; round++) {
    await pause(1500);
    await swift.killProxy();
    await pause(500);
    await swift.startProxy();
  }
  over.abort();
  await Promise.all(writers);
  let lost = 0;
  for (const hash of acknowledged) if (hashOf(await blobs.read(hash)) !== hash) lost += 1;
  say(`3 kills: ${acknowledged.length} puts acknowledged, ${refused.length} refused`);
  check("every acknowledged put is there and whole", lost === 0, `${lost} lost`);
  const strange = refused.find((text) => !text.startsWith("StoreUnavailable"));
  check("every other one heard that the store is away", strange === undefined, strange);

  await swift.killProxy();
  const fault = await faultOf(blobs.read(acknowledged[0]!));
  check("a read without a store says so", fault.includes("cannot be reached"), fault);
  await swift.startProxy();
}

/** A user with so many files. */
async function fill({ accounts, engine }: Suite): Promise<void> {
  const FILES = 150;
  await accounts.createOrganisation("system", { name: "Demo", domain: "demo.test" });
  const person = {
    name: "alice",
    address: "alice@demo.test",
    password: "a long enough passphrase",
  };
  const { accountId } = await accounts.persons.create("system", person);
  const actor = await accounts.authenticate(person, { ip: "127.0.0.1" });
  for (let at = 0; at < FILES; at++)
    await engine.blobs.upload(actor, accountId, randomBytes(at * 100), "text/plain");
  await engine.blobs.upload(actor, accountId, randomBytes(17 * MB), "text/plain");
}

/** Backup out of S3, restore into S3 and into files; sweeps on both sides. */
async function movesAbout(suite: Suite, place: Place): Promise<void> {
  const { folder, check, say } = place;
  await fill(suite);
  const { platform } = suite;
  const { path, manifest } = await writeBackup({
    connection: platform.connection,
    blobs: platform.blobs,
    keys: keyFiles(platform.config),
    folder: join(folder, "backups"),
    now: new Date(),
    log: silentLog,
    say: nobody,
  });
  say(`backup of ${manifest.blobs.count} blobs out of S3`);
  check("a backup out of S3 is whole", (await checkBackup(path)).length === 0);

  const refusal = await configOf(place, "same");
  const said = await faultOf(restore(path, { config: refusal, log: silentLog, say: nobody }));
  check(
    "a store that others live in is not restored into",
    said.includes("another database"),
    said,
  );

  for (const [name, more] of [
    ["second", { ATRIUM_S3_PREFIX: "second" }],
    ["files", { ATRIUM_S3_BUCKET: "" }],
  ] as const) {
    const config = await configOf(place, name, more);
    await restore(path, { config, log: silentLog, say: nobody });
    const restored = await open(config);
    try {
      const there = await namesOf(restored);
      let wrong = 0;
      for (const hash of there)
        if (hashOf(await restored.platform.blobs.read(hash)) !== hash) wrong += 1;
      const isAll = there.length === manifest.blobs.count && wrong === 0;
      check(`restored into ${name}, every blob is there and whole`, isAll, `${wrong} wrong`);
      const clock = { now: () => new Date(Date.now() + 2 * DAY) };
      const swept = await sweepBlobs({ ...restored.platform, clock });
      check("the sweep there takes none of them", swept === 0, String(swept));
    } finally {
      await restored.close();
    }
  }

  const clock = { now: () => new Date(Date.now() + 2 * DAY) };
  const swept = await sweepBlobs({ ...platform, clock });
  const left = await namesOf(suite);
  say(`the sweep took ${swept} blobs that nobody had`);
  check(
    "the sweep leaves what somebody has, and nothing else",
    left.length === manifest.blobs.count,
  );
}

const namesOf = async ({ platform }: Suite): Promise<string[]> =>
  (await Array.fromAsync(platform.blobs.list())).map(({ hash }) => hash);
