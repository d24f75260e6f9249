import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampled, testWhole } from "../../../../formats/src/testing/whole.ts";
import { recordAct, ORGANISATION } from "../../features/accounts/index.ts";
import type { Config } from "../../platform/config/index.ts";
import { cloneDatabase } from "../../testing/index.ts";
import { startNameServer, type NameServer } from "../../testing/name-server.ts";
import { startSink } from "../../testing/sink.ts";
import { startSuite, type TestSuite } from "../../testing/suite.ts";
import { putInQueue } from "../../testing/waiting-mail.ts";
import { INCOMPLETE } from "../backup.ts";
import { judgeStandbys } from "./database.ts";
import type { Finding } from "./finding.ts";
import { doctorCommand } from "./index.ts";

const HOST = "mail.demo.test";
const DAY = 86_400_000;
let names: NameServer;
let server: TestSuite;
let folder: string;
/** As the server that runs has it, with the ports that it got. */
let config: Config;
const undo: (() => Promise<void>)[] = [];

async function certificate(name: string, host: string, days: number) {
  const made = await generate([{ name: "commonName", value: host }], {
    keySize: 2048,
    notBeforeDate: new Date(Date.now() - DAY),
    notAfterDate: new Date(Date.now() + days * DAY),
  });
  const [tlsCert, tlsKey] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  await writeFile(tlsCert, made.cert);
  await writeFile(tlsKey, made.private);
  return { tlsCert, tlsKey };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "atrium-doctor-"));
  undo.push(() => rm(folder, { recursive: true }));
  names = await startNameServer();
  undo.push(() => names.close());
  const { connection, drop } = await cloneDatabase();
  undo.push(drop);
  const files = await certificate("good", HOST, 90);
  server = await startSuite({
    connection,
    config: { ...files, dns: names, mailHost: HOST, submissionsPort: 0, metricsPort: 0 },
  });
  undo.push(() => server.close());
  config = {
    ...server.suite.platform.config,
    port: Number(new URL(server.url).port),
    smtpPort: server.smtpPort,
    submissionPort: server.submissionPort,
    submissionsPort: server.submissionsPort,
    metricsPort: server.metricsPort,
  };
});
afterAll(async () => {
  for (const close of undo.reverse()) await close();
});

type Reported = Finding & { readonly check: string };

/** What it finds, beside the server that runs, when the clock is `later` than it is (milliseconds). */
async function doctor(changed: Partial<Config> = {}, later = 0) {
  const lines: string[] = [];
  const code = await doctorCommand.run({
    terminal: {
      print: (line) => void lines.push(line),
      note: (line) => void lines.push(line),
      readPassword: async () => "",
    },
    config: { ...config, ...changed },
    args: [],
    values: { json: true },
    open: async () => {
      const clock = { now: () => new Date(Date.now() + later) };
      return { ...server.suite, platform: { ...server.suite.platform, clock } };
    },
  });
  const report = JSON.parse(lines.join("\n")) as { ok: boolean; findings: Reported[] };
  const of = (check: string): string =>
    report.findings
      .filter((one) => one.check === check)
      .map(({ state, what }) => `${state}: ${what}`)
      .join("\n");
  return { code, report, of };
}

test("looks at everything, each with a sentence, and says what to do about what is not well", async () => {
  const { code, report, of } = await doctor();
  const checks = new Set(report.findings.map(({ check }) => check));
  for (const name of [
    "node user memory files clock data disk blobs database address proxy ports certificate organisation queue jobs backup dns",
  ].flatMap((words) => words.split(" ")))
    expect(checks).toContain(name);
  for (const { state, what, advice } of report.findings) {
    expect(what).toMatch(/^\S[^\n]*[^.\s]$/);
    expect(advice === undefined).toBe(state === "ok");
  }
  // The tests' PostgreSQL is not durable, and that is the one thing that is broken.
  expect(report.findings.filter(({ state }) => state === "fail").map(({ check }) => check)).toEqual(
    Array(3).fill("database"),
  );
  expect(of("database")).toContain("fail: PostgreSQL has fsync off");
  expect({ code, ok: report.ok }).toEqual({ code: 1, ok: false });
  for (const port of [config.port, config.smtpPort, config.submissionPort, config.metricsPort])
    expect(of("ports")).toMatch(new RegExp(`ok: .* ${port} on 127.0.0.1 is served`));
  const { smtpPort, submissionPort, submissionsPort } = config;
  expect(of("certificate")).toContain(
    `ok: TLS uses it on port ${smtpPort}, ${submissionPort}, ${submissionsPort}`,
  );
  expect(of("organisation")).toMatch(/^ok: .*5 people, demo\.test$/);
});

test("scanners that are configured are asked, and one that does not answer is broken", async () => {
  expect((await doctor()).of("scanners")).toContain("ok: no rspamd and no ClamAV");
  const nobody = { rspamd: "http://127.0.0.1:1", clamd: { host: "127.0.0.1", port: 1 } };
  const { of, code } = await doctor(nobody);
  expect(of("scanners")).toContain("fail: rspamd does not answer at http://127.0.0.1:1");
  expect(of("scanners")).toContain("fail: clamd does not answer (ECONNREFUSED)");
  expect(code).toBe(1);
});

describe("the certificate", () => {
  test("that ends soon, has another name or another key, or that the ports do not show", async () => {
    const other = await certificate("other", "elsewhere.test", 5);
    const { of } = await doctor(other);
    expect(of("certificate")).toContain(`fail: the certificate is not for ${HOST} but for`);
    expect(of("certificate")).toContain("warn: the certificate expires in 4 days");
    expect(of("certificate")).toContain("warn: its chain does not end at a public authority");
    expect(of("certificate")).toMatch(/warn: ATRIUM_SMTP_PORT \d+ serves a different certificate/);
    const ended = await certificate("ended", HOST, -0.5);
    expect((await doctor(ended)).of("certificate")).toContain("fail: the certificate expired");
    const mixed = { tlsCert: other.tlsCert, tlsKey: ended.tlsKey };
    expect((await doctor(mixed)).of("certificate")).toContain("does not belong to the certificate");
    // A chain in the wrong order.
    const chain = join(folder, "chain.pem");
    const parts = [config.tlsCert!, other.tlsCert].map((path) => readFile(path, "utf8"));
    await writeFile(chain, (await Promise.all(parts)).join("\n"));
    expect((await doctor({ tlsCert: chain })).of("certificate")).toContain(
      "fail: certificate 2 in",
    );
  });

  test("is asked for at the ports: a server without STARTTLS, and one that says nothing", async () => {
    const sink = await startSink();
    const mute = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    await once(mute, "listening");
    const { of } = await doctor({
      smtpPort: sink.port,
      submissionsPort: (mute.address() as AddressInfo).port,
    });
    expect(of("certificate")).toContain(
      `fail: STARTTLS on ATRIUM_SMTP_PORT ${sink.port} does not work (STARTTLS is not offered)`,
    );
    expect(of("certificate")).toMatch(/fail: TLS on ATRIUM_SUBMISSIONS_PORT \d+ does not work/);
    mute.close();
    await sink.close();
  });
});

testWhole("a port that another program has, an address that this machine has not", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const taken = (other.address() as AddressInfo).port;
  // Nothing of ours answers on the first port, so what answers on the second is another's.
  const alone = { port: taken, smtpPort: 0, submissionPort: 0, submissionsPort: null };
  expect((await doctor(alone)).of("ports")).toContain(
    `fail: ATRIUM_PORT ${taken} on 127.0.0.1: another program is using it`,
  );
  other.close();
  expect((await doctor({ host: "192.0.2.1" })).of("ports")).toContain(
    "fail: this machine has no address 192.0.2.1",
  );
});

const ADDRESSES: readonly (readonly [Partial<Config>, check: string, said: string])[] = [
  [
    { publicUrl: "http://mail.demo.test" },
    "address",
    "fail: http://mail.demo.test is not encrypted, so nobody",
  ],
  [
    { publicUrl: "http://mail.demo.test", plainHttp: "allow" },
    "address",
    "warn: http://mail.demo.test is not encrypted: passwords",
  ],
  [{ publicUrl: "http://localhost:8080" }, "address", "ok: the public address is"],
  [{ host: "0.0.0.0" }, "address", "warn: ATRIUM_PUBLIC_URL is not set"],
  [
    { publicUrl: "https://mail.demo.test" },
    "proxy",
    "fail: https://mail.demo.test is served by a proxy",
  ],
  [
    { publicUrl: "https://mail.demo.test", trustedProxies: ["10.0.0.0/8"] },
    "proxy",
    "warn: only a proxy on this machine can reach 127.0.0.1",
  ],
  [
    { publicUrl: "https://mail.demo.test", trustedProxies: ["127.0.0.1"] },
    "proxy",
    "ok: proxies: 127.0.0.1",
  ],
  [{ trustedProxies: ["0.0.0.0/0"] }, "proxy", "fail: ATRIUM_TRUSTED_PROXIES has 0.0.0.0/0"],
];

test.each(sampled(ADDRESSES, 3))(
  "the address that people open and what stands in front: %o",
  async (changed, check, said) => {
    expect((await doctor(changed)).of(check)).toContain(said);
  },
);

test("a data folder that cannot be written in", async () => {
  const { of, code } = await doctor({ data: join(folder, "good.pem", "data") });
  expect(of("data")).toContain("is not writable (ENOTDIR)");
  expect(code).toBe(1);
});

test("mail that waits too long, work that has failed, backups that are missing or old", async () => {
  const { suite, people } = server;
  const before = await doctor();
  expect(before.of("queue")).toBe("ok: no outgoing mail is waiting");
  expect(before.of("backup")).toBe("warn: there is no backup yet");
  names.set({ "slow.test": { fails: "servfail" } });
  await putInQueue(suite, people.alice, ["x@slow.test"]);
  await suite.engine.write([ORGANISATION], (w) =>
    recordAct(w, "system", { verb: "backup", thing: "the-first", detail: {} }),
  );
  expect((await doctor()).of("backup")).toBe("ok: the last backup is 0 minutes old (the-first)");
  const lacking = { verb: INCOMPLETE, thing: "the-second", detail: { missing: 2 } };
  await suite.engine.write([ORGANISATION], (w) => recordAct(w, "system", lacking));
  expect((await doctor()).of("backup")).toMatch(
    /^fail: the last backup \(the-second\) is incomplete: 2 blobs/,
  );
  await suite.engine.write([ORGANISATION], (w) =>
    recordAct(w, "system", { verb: "backup", thing: "the-third", detail: {} }),
  );
  const after = await doctor({}, 3 * DAY);
  expect(after.of("queue")).toMatch(/^warn: 1 recipients waiting, .* the oldest for 3 days/);
  expect(after.of("backup")).toBe("warn: the last backup is 3 days old (the-third)");
});

test("DNS: what is missing or wrong, what stands, and that nobody answers", async () => {
  const empty = await doctor();
  expect(empty.of("dns")).toContain(
    `warn: ${HOST}, this server's name for mail, has no address record`,
  );
  expect(empty.of("dns")).toContain("warn: records of demo.test: missing: MX, SPF, DKIM");
  names.set({
    [HOST]: { A: ["192.0.2.1"] },
    "1.2.0.192.in-addr.arpa": { PTR: [HOST] },
    "demo.test": { MX: [[10, "mx.elsewhere.test"]], TXT: ["v=spf1 mx -all"] },
    "_dmarc.demo.test": { TXT: ["v=DMARC1; p=none"] },
  });
  const some = await doctor();
  expect(some.of("dns")).toContain(`ok: ${HOST} resolves to 192.0.2.1 and back`);
  expect(some.of("dns")).toMatch(/warn: records of demo\.test: wrong: MX, SPF; missing: DKIM$/);
  names.set({ [HOST]: { fails: "servfail" } });
  expect((await doctor()).of("dns")).toContain("warn: DNS did not answer (ESERVFAIL)");
});

test("a database that cannot be opened is one finding, and the rest is looked at all the same", async () => {
  const lines: string[] = [];
  const code = await doctorCommand.run({
    terminal: {
      print: (line) => void lines.push(line),
      note: () => undefined,
      readPassword: async () => "",
    },
    config,
    args: [],
    values: {},
    open: () => Promise.reject(new Error("it is not there")),
  });
  const said = lines.join("\n");
  expect(code).toBe(1);
  expect(said.match(/^✗.*/gm)).toEqual([expect.stringContaining("✗ database: it is not there:")]);
  expect(said).toContain(`✓ ATRIUM_PORT ${config.port} on 127.0.0.1 is served`);
});

test("where there are several database servers, it is said whether a failover keeps what was acknowledged", () => {
  const states = (standbys: string, commit: string, hosts: number) =>
    judgeStandbys({ standbys, commit }, hosts).map(({ state }) => state);
  expect(states("", "on", 1)).toEqual([]);
  expect(states("", "on", 2)).toEqual(["warn"]);
  expect(states("ANY 1 (*)", "local", 2)).toEqual(["warn"]);
  expect(states("ANY 1 (*)", "on", 2)).toEqual(["ok"]);
});
