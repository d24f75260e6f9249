import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { IS_WHOLE } from "../../../../../formats/src/testing/whole.ts";
import { systemClock } from "../../../platform/clock.ts";
import { createResolver, type Resolver } from "../../../platform/dns/index.ts";
import { silentLog } from "../../../platform/log/index.ts";
import { createWorkerPool } from "../../../platform/workers/index.ts";
import {
  startNameServer,
  type NameRecords,
  type NameServer,
  type Zones,
} from "../../../testing/name-server.ts";
import { spool } from "../../mail/message/spool.ts";
import { openArriving } from "../arriving.ts";
import type { Findings, Origin } from "./authenticate.ts";

const folder = join(
  resolve(
    import.meta.dirname,
    "../../../../..",
    process.env["ATRIUM_CORPORA"] ?? "../shared/corpora",
  ),
  "auth",
);
const isThere = existsSync(folder);

const NOBODY = { remoteAddress: "192.0.2.1", helo: "client.example", mailFrom: "" };

let names: NameServer;
let resolver: Resolver;
const workers = createWorkerPool({ log: silentLog });
afterAll(() => workers.close());
/** Names of which questions are not answered. */
let silent: ReadonlySet<string> = new Set();
beforeAll(async () => {
  names = await startNameServer();
  const patient = createResolver({ server: names, timeout: 60_000 });
  // Some vectors are of servers that do not answer.
  const hasty = createResolver({ server: names, timeout: IS_WHOLE ? 1000 : 200 });
  resolver = {
    ...patient,
    lookup: (name, type) => (silent.has(name.toLowerCase()) ? hasty : patient).lookup(name, type),
  };
  return () => names.close();
});

/** Each file holds several sets, with their own DNS. */
function read<T>(name: string): T[] {
  if (!isThere) return [];
  const text = readFileSync(join(folder, name), "utf8");
  // Some names stand twice, for vectors that are equal but for the order of their tags; the last one counts.
  return parseAllDocuments(text, { uniqueKeys: false }).flatMap((document) => {
    const set = document.toJS() as T | null;
    return set === null ? [] : [set];
  });
}

/** What is found out about a message. */
async function check(envelope: Origin, message: string | Buffer): Promise<Findings> {
  const spooled = await spool(one(Buffer.from(message)));
  const arriving = openArriving(spooled, envelope, {
    resolver,
    workers,
    clock: systemClock,
    log: silentLog,
    hostName: "receiver.example",
    time: 20_000,
  });
  try {
    return await arriving.findings;
  } finally {
    await arriving.close();
  }
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

interface SpfSet {
  readonly description: string;
  readonly tests: Readonly<
    Record<
      string,
      {
        readonly helo: string;
        readonly host: string;
        readonly mailfrom: string;
        readonly result: string | readonly string[];
      }
    >
  >;
  readonly zonedata: Readonly<Record<string, readonly ("TIMEOUT" | Record<string, unknown>)[]>>;
}

/** The vectors are older than RFC 7208: what they call SPF records stands for TXT, unless there are both. */
function zonesOf(data: SpfSet["zonedata"]): Zones {
  const zones: Record<string, NameRecords> = {};
  for (const [name, entries] of Object.entries(data)) {
    const list = (type: string): unknown[] =>
      entries.flatMap((entry) =>
        entry !== "TIMEOUT" && type in entry && entry[type] !== "NONE" ? [entry[type]] : [],
      );
    const said = entries.some((entry) => entry !== "TIMEOUT" && "TXT" in entry);
    const texts = list(said ? "TXT" : "SPF").map((text) =>
      [text].flat().map((part) => Buffer.from(String(part), "latin1")),
    );
    const [alias] = list("CNAME") as string[];
    zones[name] = {
      A: list("A") as string[],
      AAAA: list("AAAA") as string[],
      MX: list("MX") as [number, string][],
      PTR: list("PTR") as string[],
      TXT: texts,
      ...(alias === undefined ? {} : { CNAME: alias }),
      ...(entries.includes("TIMEOUT") ? { fails: "timeout" } : {}),
    };
  }
  return zones;
}

describe.skipIf(!isThere)(
  "SPF, each vector of RFC 7208's suite (skipped unless ATRIUM_CORPORA names the folder)",
  () => {
    const sets = read<SpfSet>("rfc7208-tests.yml");

    test("there are 203 of them", () => {
      expect(sets.flatMap(({ tests }) => Object.keys(tests))).toHaveLength(203);
    });

    test.each(sets.map((set) => [set.description, set] as const))(
      "%s",
      async (_description, { tests, zonedata }) => {
        const zones = zonesOf(zonedata);
        names.set(zones);
        silent = new Set(
          Object.keys(zones)
            .filter((name) => zones[name]!.fails === "timeout")
            .map((name) => name.toLowerCase()),
        );
        const found = await Promise.all(
          Object.entries(tests).map(async ([name, { helo, host, mailfrom, result }]) => {
            const envelope = { remoteAddress: host, helo, mailFrom: mailfrom };
            const { results } = await check(envelope, "Subject: SPF\r\n\r\n");
            return [name, [result].flat().includes(results.spf.result) ? "" : results.spf.result];
          }),
        );
        expect(Object.fromEntries(found)).toEqual(
          Object.fromEntries(Object.keys(tests).map((name) => [name, ""])),
        );
      },
      60_000,
    );
  },
);

interface ArcSet {
  readonly description: string;
  readonly tests: Readonly<Record<string, { readonly message: string; readonly cv: string }>>;
  readonly "txt-records": Readonly<Record<string, string | null>> | null;
}

/** Where the vectors, of a draft from 2016, ask for something else than RFC 8617; each is listed in docs/conformance.md. */
const CHANGED_SINCE: Readonly<Record<string, string>> = {
  cv_fail_i1_as_cv_fail: "fail",
  cv_fail_i2_as2_fail: "fail",
  cv_fail_i2_as1_fail: "fail",
  ams_fields_c_na: "fail",
  ams_fields_h_empty: "fail",
};

function keysOf(set: Pick<ArcSet, "txt-records">): Zones {
  return Object.fromEntries(
    Object.entries(set["txt-records"] ?? {}).flatMap(([name, text]) =>
      text === null ? [] : [[name, { TXT: [text.replaceAll("\n", "").trim()] }]],
    ),
  );
}

const toCrlf = (text: string): string => text.replaceAll("\n", "\r\n");

describe.skipIf(!isThere)(
  "ARC, each vector of validation (skipped unless ATRIUM_CORPORA names the folder)",
  () => {
    const sets = read<ArcSet>("arc-draft-validation-tests.yml");

    test("there are 171 of them", () => {
      expect(sets.flatMap(({ tests }) => Object.keys(tests))).toHaveLength(171);
    });

    test.each(sets.map((set) => [set.description, set] as const))("%s", async (_name, set) => {
      names.set(keysOf(set));
      const found: Record<string, string> = {};
      const expected: Record<string, string> = {};
      for (const [name, { message, cv }] of Object.entries(set.tests)) {
        found[name] = (await check(NOBODY, toCrlf(message))).results.arc.result;
        expected[name] = CHANGED_SINCE[name] ?? cv.trim().toLowerCase();
      }
      expect(found).toEqual(expected);
    });
  },
);
