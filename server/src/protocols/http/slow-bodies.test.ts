import { connect } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { GOOD_PASSWORD, httpBench } from "./testing/bench.ts";
import { isTooSlow, LARGE_BODY, SMALL_BODY } from "./slow-bodies.ts";

const SECOND = 1000;

describe("a body is waited for", () => {
  const waits = (pace: typeof SMALL_BODY, seconds: number, octets: number): boolean =>
    !isTooSlow(pace, { elapsed: seconds * SECOND, octets });

  test("for half a minute, of a REST request", () => {
    expect(waits(SMALL_BODY, 29, 0)).toBe(true);
    expect(waits(SMALL_BODY, 31, 60_000)).toBe(false);
  });

  test("as long as it goes on, of an upload", () => {
    expect(waits(LARGE_BODY, 29, 0)).toBe(true);
    expect(waits(LARGE_BODY, 31, 0)).toBe(false);
    // A photograph over a bad line of a telephone, and one over a line that drops out for half a minute.
    expect(waits(LARGE_BODY, 600, 3_000_000)).toBe(true);
    expect(waits(LARGE_BODY, 60, 200_000)).toBe(true);
    // A few octets now and then.
    expect(waits(LARGE_BODY, 600, 60_000)).toBe(false);
  });
});

describe("a body that does not end", () => {
  let origin: URL;
  let accountId: string;
  beforeAll(async () => {
    const bench = await httpBench();
    const bodies = {
      small: { ...SMALL_BODY, timeout: 300 },
      large: { ...LARGE_BODY, timeout: 300 },
    };
    const server = bench.serverWith({}, undefined, bodies);
    origin = new URL(await bench.listen(server));
    ({ accountId } = bench.bob);
  });

  const secret = Buffer.from(`bob@demo.test:${GOOD_PASSWORD}`).toString("base64");
  const paths = (): readonly string[] => [
    "/api/session",
    "/jmap/api",
    `/jmap/upload/${accountId}`,
    "/api/nothing",
  ];

  test.each([0, 1, 2, 3])("ends its request (%i)", async (which) => {
    const socket = connect(Number(origin.port), "127.0.0.1");
    let received = "";
    socket.on("data", (bytes: Buffer) => (received += bytes.toString()));
    // Whether the last drop still found a listener is no matter.
    socket.on("error", () => undefined);
    const closed = new Promise((resolve) => socket.on("close", resolve));
    socket.write(
      [
        `POST ${paths()[which]} HTTP/1.1`,
        `Host: ${origin.host}`,
        `Origin: ${origin.origin}`,
        `Authorization: Basic ${secret}`,
        "Content-Type: application/json",
        "Content-Length: 60000",
        "",
        "{",
      ].join("\r\n"),
    );
    // A drop now and then does not keep it alive.
    const drops = setInterval(() => socket.write(" "), 50);
    socket.once("data", () => clearInterval(drops));
    await closed;
    clearInterval(drops);
    expect(received).toMatch(which === 3 ? /^HTTP\/1\.1 (404|408) / : /^HTTP\/1\.1 408 /);
  });
});
