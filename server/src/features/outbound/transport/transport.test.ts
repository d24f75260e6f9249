import { generate } from "selfsigned";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OutboundHttp } from "../../../platform/outbound-http/index.ts";
import type { Zones } from "../../../testing/name-server.ts";
import { startSink } from "../../../testing/sink.ts";
import { HOST, HOUR, outgoingBench, type OutgoingBench } from "../queue/outgoing.fixture.ts";
import { submissionProgress } from "../queue/index.ts";

let bench: OutgoingBench;
let certificate: { cert: string; key: string };
beforeAll(async () => {
  bench = await outgoingBench();
  const made = await generate([{ name: "commonName", value: "mx.example.org" }], {
    keySize: 2048,
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: "mx.example.org" }] },
    ],
  });
  certificate = { cert: made.cert, key: made.private };
});
beforeEach(() => {
  bench.sink.play({});
  bench.sink.clear();
});

const HERE = { A: ["127.0.0.1"] };

/** Sends to an address; answers what became of it and what was said. */
async function sendTo(
  address: string,
  options: Parameters<OutgoingBench["queue"]>[0] = {},
  message: Parameters<OutgoingBench["send"]>[1] = {},
): Promise<string> {
  const submissionId = `t${Math.random()}`;
  await bench.send([address], { ...message, submissionId });
  await bench.queue(options).settle();
  const progress = await submissionProgress(bench.suite.platform.db, bench.alice, [submissionId]);
  const { delivered, smtpReply } = progress.get(submissionId)!.deliveryStatus[address]!;
  return `${delivered}: ${smtpReply}`;
}

describe("the servers of a domain", () => {
  test.each<[string, Zones, string, string]>([
    ["is its MX", { "a.test": { MX: [[5, "m.a.test"]] }, "m.a.test": HERE }, "x@a.test", "unknown"],
    ["without MX is itself", { "a.test": HERE }, "x@a.test", "unknown"],
    [
      "that is down is passed over",
      {
        "a.test": {
          MX: [
            [1, "n.a.test"],
            [9, "m.a.test"],
          ],
        },
        "m.a.test": HERE,
      },
      "x@a.test",
      "unknown",
    ],
    [
      "may have letters of any script",
      { "xn--bcher-kva.test": { MX: [[1, "m.a.test"]] }, "m.a.test": HERE },
      "x@bücher.test",
      "unknown",
    ],
    ["may be an address", {}, "x@[127.0.0.1]", "unknown"],
    [
      "with a null MX takes no mail",
      { "a.test": { MX: [[0, "."]], ...HERE } },
      "x@a.test",
      "no: 550 5.1.10",
    ],
    ["that does not exist", {}, "x@a.test", "no: 550 5.1.2"],
    [
      "with names that are none takes no mail",
      { "a.test": { MX: [[1, "m\0\r\nx.a.test"]] }, "m\0\r\nx.a.test": HERE },
      "x@a.test",
      "no: 550 5.1.2",
    ],
    ["without any address", { "a.test": { TXT: ["x"] } }, "x@a.test", "no: 550 5.1.2"],
    [
      "that is not on the public Internet",
      { "a.test": { A: ["10.1.2.3", "127.9.9.9"] } },
      "x@a.test",
      "no: 550 5.4.4",
    ],
    ["as an address inside", {}, "x@[10.0.0.1]", "no: 550 5.4.4"],
    ["as an address of IPv6 inside", {}, "x@[IPv6:::1]", "no: 550 5.4.4"],
    [
      "for which DNS fails is asked for later",
      { "a.test": { fails: "servfail" } },
      "x@a.test",
      "queued: 451 4.4.3",
    ],
    [
      "that is this server is a loop",
      { "a.test": { MX: [[10, HOST]] }, [HOST]: HERE },
      "x@a.test",
      "no: 550 5.4.6",
    ],
    [
      "that are behind this server are not for it to try",
      {
        "a.test": {
          MX: [
            [10, HOST],
            [20, "m.a.test"],
          ],
        },
        "m.a.test": HERE,
      },
      "x@a.test",
      "no: 550 5.4.6",
    ],
  ])("%s", async (_, zones, address, fate) => {
    bench.suite.platform.names.set(zones);
    expect(await sendTo(address)).toMatch(new RegExp(`^${fate.replaceAll(".", "\\.")}`));
  });

  test("that greets by this server's name is a loop, whatever DNS calls it", async () => {
    bench.suite.platform.names.set({ "a.test": HERE });
    bench.sink.play({ hello: `250 ${HOST}` });
    expect(await sendTo("x@a.test")).toMatch(/^no: 550 5\.4\.6/);
  });

  test("that refuses its session gives way to the next", async () => {
    bench.suite.platform.names.set({
      "a.test": {
        MX: [
          [1, "one.a.test"],
          [2, "two.a.test"],
        ],
      },
      "one.a.test": { A: ["127.0.0.2"] },
      "two.a.test": HERE,
    });
    const config = { outboundNetworks: ["127.0.0.0/8"] };
    // Nothing listens on 127.0.0.2.
    expect(await sendTo("x@a.test", { config: config as never })).toMatch(/^unknown: 250/);
  });
});

describe("what a server cannot take", () => {
  beforeEach(() => bench.suite.platform.names.set({ "a.test": HERE }));
  const UTF8 =
    "From: alice@demo.test\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGrüße\r\n";

  test("too large: refused here", async () => {
    bench.sink.play({ extensions: ["SIZE 100"] });
    expect(await sendTo("x@a.test")).toMatch(/^no: 552 5\.3\.4/);
  });
  test("addresses in UTF-8: refused here, or sent as such", async () => {
    bench.sink.play({ extensions: ["8BITMIME"] });
    expect(await sendTo("지민@a.test")).toMatch(/^no: 553 5\.6\.7/);
    bench.sink.play({ extensions: ["8BITMIME", "SMTPUTF8"] });
    expect(await sendTo("지민@a.test")).toMatch(/^unknown: 250/);
    expect(bench.sink.commands.find((line) => line.includes("SMTPUTF8"))).toBeDefined();
    expect(bench.sink.messages.at(-1)!.rcpt).toEqual(["RCPT TO:<지민@a.test>"]);
  });
  test("eight bits: put into seven, and signed as such", async () => {
    bench.sink.play({ extensions: [] });
    expect(await sendTo("x@a.test", {}, { text: UTF8 })).toMatch(/^unknown: 250/);
    const { text } = bench.sink.messages[0]!;
    expect(text).toContain("Content-Transfer-Encoding: base64\r\n");
    expect(text).toContain(`\r\n\r\n${Buffer.from("Grüße\r\n").toString("base64")}\r\n`);
    bench.sink.clear();
    bench.sink.play({ extensions: ["8BITMIME"] });
    await sendTo("x@a.test", {}, { text: UTF8 });
    expect(bench.sink.messages[0]!.mail).toContain("BODY=8BITMIME");
    expect(Buffer.from(bench.sink.messages[0]!.text, "latin1").toString()).toContain("Grüße");
  });
  test("eight bits under a signature: refused here", async () => {
    bench.sink.play({ extensions: [] });
    const text =
      "From: alice@demo.test\r\nMIME-Version: 1.0\r\nContent-Type: multipart/signed; boundary=b\r\n\r\n--b\r\n\r\nGrüße\r\n--b--\r\n";
    expect(await sendTo("x@a.test", {}, { text })).toMatch(/^no: 554 5\.6\.3/);
  });
  test("lone line ends leave as whole ones", async () => {
    await sendTo(
      "x@a.test",
      {},
      {
        text: "From: alice@demo.test\nSubject: x\n\nbody\n.\nMAIL FROM:<evil@x>\r.\r\nend",
      },
    );
    expect(bench.sink.messages).toHaveLength(1);
    expect(bench.sink.messages[0]!.text).toMatch(
      /\r\n\r\nbody\r\n\.?\r\nMAIL FROM:<evil@x>\r\n\.?\r\nend\r\n$/,
    );
  });
  test("an address that would be a command is none", async () => {
    expect(await sendTo("x@a.test>\r\nRCPT TO:<y@a.test")).toMatch(/^no: 550 5\.1\.3/);
    expect(bench.sink.commands).toEqual([]);
  });
});

describe("a policy for transport (MTA-STS)", () => {
  let version = 0;
  const policyOf = (mode: string, mx: string) => {
    version += 1;
    bench.suite.platform.names.set({
      "example.org": { MX: [[1, "mx.example.org"]] },
      "mx.example.org": HERE,
      "_mta-sts.example.org": { TXT: [`v=STSv1; id=v${version};`] },
    });
    const outboundHttp: OutboundHttp = {
      send: async (url) => {
        expect(url).toBe("https://mta-sts.example.org/.well-known/mta-sts.txt");
        const body = `version: STSv1\r\nmode: ${mode}\r\nmx: ${mx}\r\nmax_age: 86400\r\n`;
        return { status: 200, headers: { "content-type": "text/plain" }, body: Buffer.from(body) };
      },
    };
    return { outboundHttp };
  };

  test("asks for a server that proves its name", async () => {
    const policy = policyOf("enforce", "mx.example.org");
    bench.sink.play({ certificate });
    expect(await sendTo("x@example.org", policy)).toMatch(/^queued: 451 4\.7\.5/);
    const trusting = { ...policy, authorities: [certificate.cert] };
    expect(await sendTo("x@example.org", trusting)).toMatch(/^unknown: 250/);
    expect(bench.sink.messages.every(({ isSecure }) => isSecure)).toBe(true);
  });

  test("is obeyed as long as it holds, also when it cannot be read any more", async () => {
    const policy = policyOf("enforce", "mx.example.org");
    bench.sink.play({ certificate });
    await sendTo("x@example.org", policy);
    bench.suite.platform.names.set({
      "example.org": { MX: [[1, "mx.example.org"]] },
      "mx.example.org": HERE,
    });
    expect(await sendTo("x@example.org")).toMatch(/^queued: 451 4\.7\.5/);
    bench.sink.play({});
    expect(await sendTo("x@example.org")).toMatch(
      /^queued: 451 4\.7\.10 The server offers no encryption/,
    );
    bench.suite.platform.clock.advance(25 * HOUR);
    expect(await sendTo("x@example.org")).toMatch(/^unknown: 250/);
  });

  test("keeps mail from servers that it does not name, but only when it is meant", async () => {
    bench.sink.clear();
    expect(await sendTo("x@example.org", policyOf("enforce", "*.other.org"))).toMatch(
      /^queued: 451 4\.7\.10/,
    );
    expect(bench.sink.messages).toEqual([]);
    expect(await sendTo("x@example.org", policyOf("testing", "*.other.org"))).toMatch(/^unknown/);
    expect(await sendTo("x@example.org", policyOf("none", "*.other.org"))).toMatch(/^unknown/);
  });
});

describe("a smart host", () => {
  const smarthost = (port: number, password: string | null = null) => ({
    config: {
      smarthost: {
        host: "127.0.0.1",
        port,
        implicitTls: false,
        user: password === null ? null : "atrium",
        password,
      },
    } as never,
  });

  test("takes everything, and asks nobody for an address", async () => {
    bench.suite.platform.names.set({});
    const other = await startSink({ extensions: ["AUTH PLAIN"] });
    expect(await sendTo("x@nowhere.test", smarthost(other.port, "secret"))).toMatch(/^unknown/);
    expect(other.commands[1]).toBe(
      `AUTH PLAIN ${Buffer.from("\0atrium\0secret").toString("base64")}`,
    );
    expect(bench.sink.messages).toEqual([]);
    await other.close();
  });

  test("that refuses us is a matter for the administrator, and no reason to give a message up", async () => {
    bench.sink.play({ greeting: "554 5.7.1 Go away" });
    expect(await sendTo("x@nowhere.test", smarthost(bench.sink.port))).toMatch(/^queued: 554/);
  });
});
