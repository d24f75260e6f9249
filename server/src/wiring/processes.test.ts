import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, get, request } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { api } from "@atrium/contract/api/index";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { testWhole } from "../../../formats/src/testing/whole.ts";
import { readConfig } from "../platform/config/index.ts";
import { silentLog } from "../platform/log/index.ts";
import { freePort } from "../testing/free-port.ts";
import { cloneDatabase } from "../testing/index.ts";
import { MAIN, endPrograms, runServer } from "../testing/program.ts";
import { addressOf } from "../testing/suite.ts";
import { openSuite } from "./suite.ts";

const PASSWORD = "seven lanterns over the quay";
const ADDRESS = "alice@example.test";

let data: string;
let drop: () => Promise<void>;
/** Where it finds its data. */
let places: Readonly<Record<"ATRIUM_DATA" | "ATRIUM_DATABASE_URL", string>>;
let server: Awaited<ReturnType<typeof runServer>>;
let metricsPort: number;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "atrium-processes-"));
  const database = await cloneDatabase();
  ({ drop } = database);
  const databaseUrl = addressOf(database.connection);
  places = { ATRIUM_DATA: data, ATRIUM_DATABASE_URL: databaseUrl };
  metricsPort = await freePort();
  server = await runServer({
    ...places,
    ATRIUM_PROCESSES: "2",
    ATRIUM_METRICS_PORT: String(metricsPort),
  });
  // Beside it, as the command line works, and without starting a program for each.
  const config = { ...readConfig({}, data).config, data, databaseUrl };
  const suite = await openSuite({ config, log: silentLog, say: () => undefined, beside: true });
  await suite.accounts.createOrganisation("system", { name: "Example", domain: "example.test" });
  const person = { name: "Alice", address: ADDRESS, password: PASSWORD };
  await suite.accounts.persons.create("system", person);
  await suite.close();
});
afterAll(async () => {
  await endPrograms();
  await drop();
  await rm(data, { recursive: true, force: true });
});

/** The processes that serve: what runs below the one that was started, but for PostgreSQL. */
function processes(): number[] {
  const { pid } = server;
  const below = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return below
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, "utf8").includes(MAIN))
    .map(Number);
}

/** Connections are handed out in turn: each of these is another. */
const inTurn = new Agent({ keepAlive: false });

async function ask(path: string, options: { method?: string; body?: object; cookie?: string }) {
  const asked = request(new URL(path, server.url!), {
    agent: inTurn,
    method: options.method ?? "GET",
    headers: {
      "content-type": "application/json",
      origin: server.url!,
      ...(options.cookie !== undefined && { cookie: options.cookie }),
    },
  });
  asked.end(options.body && JSON.stringify(options.body));
  const [answer] = (await once(asked, "response")) as [import("node:http").IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}

async function signIn(): Promise<string> {
  const { headers } = await ask(api.session.signIn.path, {
    method: api.session.signIn.method,
    body: { address: ADDRESS, password: PASSWORD },
  });
  return headers["set-cookie"]![0]!.split(";")[0]!;
}

async function jmap(cookie: string, method: string, args: object): Promise<string> {
  const using = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"];
  const body = { using, methodCalls: [[method, args, "c"]] };
  const answer = await ask("/jmap/api", { method: "POST", body, cookie });
  expect(answer.status).toBe(200);
  return answer.text;
}

test("all of them serve, a session counts in all, and what is done in one is pushed by all", async () => {
  expect(processes()).toHaveLength(2);
  const cookie = await signIn();
  const session = JSON.parse((await ask("/jmap/session", { cookie })).text) as {
    primaryAccounts: Record<string, string>;
  };
  const accountId = session.primaryAccounts["urn:ietf:params:jmap:mail"]!;
  // Two streams, one at each process.
  const streams = ["", ""];
  for (const at of streams.keys()) {
    const stream = get(new URL("/jmap/eventsource?types=*&closeafter=no&ping=0", server.url!), {
      agent: inTurn,
      headers: { cookie },
    });
    onTestFinished(() => void stream.destroy());
    const [answer] = (await once(stream, "response")) as [import("node:http").IncomingMessage];
    answer.setEncoding("utf8").on("data", (piece: string) => (streams[at] += piece));
  }
  // Two acts, one at each process.
  for (const [index, name] of ["one", "two"].entries()) {
    const text = await jmap(cookie, "Mailbox/set", { accountId, create: { a: { name } } });
    expect(text).toContain('"created"');
    const state = (JSON.parse(text) as { methodResponses: [string, { newState: string }][] })
      .methodResponses[0]![1].newState;
    for (const at of streams.keys())
      await expect
        .poll(() => streams[at], { message: `stream ${at}, act ${index}` })
        .toContain(`"Mailbox":"${state}"`);
  }
});

test("what they count is added up, and what is the same in all stands once", async () => {
  const { status } = await ask("/healthz", {});
  expect(status).toBe(200);
  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(figures).toMatch(/^atrium_build_info\{version="[^"]+"\} 1$/m);
  const requests = [...figures.matchAll(/^atrium_http_request_seconds_count\{[^}]*\} (\d+)$/gm)];
  const count = requests.reduce((sum, [, found]) => sum + Number(found), 0);
  // This one and those of the test before, of which neither process had all.
  expect(count).toBeGreaterThanOrEqual(5);
});

test("one that is killed is followed by another, while the rest serve on", async () => {
  const [victim, other] = processes() as [number, number];
  process.kill(victim, "SIGKILL");
  // Until that is noticed, a connection may still be handed to it, and end with it.
  await expect.poll(() => server.lines.join("\n")).toContain("server process exited");
  for (let turn = 0; turn < 4; turn += 1) expect((await ask("/healthz", {})).status).toBe(200);
  await expect.poll(() => processes().length, { timeout: 60_000 }).toBe(2);
  expect(processes()).toContain(other);
  await expect.poll(() => server.lines.join("\n")).toContain("server process restarted");
});

testWhole("they end with the one that started them, however that ends", async () => {
  const left = processes();
  process.kill(server.pid, "SIGKILL");
  const isThere = (pid: number): boolean => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "";
    } catch {
      return false;
    }
  };
  await expect.poll(() => left.filter(isThere)).toEqual([]);
  server = await runServer({ ...places, ATRIUM_PROCESSES: "2" });
  expect(server.url).not.toBeNull();
  expect(await signIn()).toContain("atrium_session");
  expect(await server.stop()).toBe(0);
});

testWhole("a port that is taken stops all of them with its setting's name", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const taken = String((other.address() as AddressInfo).port);
  const refused = await runServer({
    ...places,
    ATRIUM_PROCESSES: "2",
    ATRIUM_PORT: taken,
  });
  expect(refused.url).toBeNull();
  expect(await refused.errors).toBe(
    `Port ${taken} is in use by another program. Set ATRIUM_PORT to another port.\n`,
  );
});
