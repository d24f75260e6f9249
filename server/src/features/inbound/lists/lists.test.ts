import { generateKeyPairSync } from "node:crypto";
import { dkimSign } from "mailauth/lib/dkim/sign.js";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { beforeAll, expect, test } from "vitest";
import { makeDemo, storedMail, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import { createInbound, type Inbound } from "../receive.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

let suite: TestSuite;
let inbound: Inbound;
const accountOf: Record<string, string> = {};

beforeAll(async () => {
  suite = await testSuite();
  const { platform, engine, accounts } = suite;
  const people = Object.values(await makeDemo(suite, "ann", "bob", "carol"));
  for (const { name, accountId } of people) accountOf[name] = accountId;
  const ids = people.map(({ id }) => id);
  await accounts.groups.create("system", {
    name: "기획 team",
    address: "team@demo.test",
    members: ids,
  });
  await accounts.groups.create("system", {
    name: "Two",
    address: "two@demo.test",
    members: ids.slice(1),
  });
  inbound = createInbound({
    ...platform,
    engine,
    accounts,
    hostName: "mx.demo.test",
    maxSize: 100_000,
  });
});

let count = 0;
async function post(to: readonly string[], fields: readonly string[], body = "Hello, all.\r\n") {
  count += 1;
  const text = ["From: Ann <ann@demo.test>", `Subject: Post ${count}`, ...fields, "", body].join(
    "\r\n",
  );
  return await receive(to, text);
}

async function receive(to: readonly string[], text: string) {
  const recipients = [];
  for (const address of to) {
    const route = await inbound.route(address, 0);
    if (route.kind !== "ours") throw new Error(`${address} is not here`);
    recipients.push(route.recipient);
  }
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }
  await inbound.receive(
    bytes(),
    {
      transactionId: `t${count}`,
      mailFrom: "ann@demo.test",
      helo: "client.example",
      remoteAddress: "203.0.113.9",
      protocol: "ESMTP",
    },
    recipients,
  );
  return text;
}

async function copiesOf(name: string): Promise<string[]> {
  const mail = await storedMail(suite, accountOf[name]!);
  return mail.filter(({ subject }) => subject === `Post ${count}`).map(({ text }) => text);
}

test("everyone in a group gets one copy that says so, also who sent it", async () => {
  const text = await post(
    ["team@demo.test"],
    [
      "Precedence: bulk",
      "Auto-Submitted: auto-generated",
      "List-Unsubscribe: <mailto:x@y.example>",
    ],
  );
  for (const name of ["ann", "bob", "carol"]) {
    const [copy, ...more] = await copiesOf(name);
    expect(more).toEqual([]);
    expect(copy).toContain("\r\nDelivered-To: team@demo.test\r\n");
    expect(copy).toContain(
      "\r\nList-Id: =?utf-8?B?6riw7ZqNIHRlYW0=?= <team.demo.test>\r\nList-Post: <mailto:team@demo.test>\r\n",
    );
    // Below that, every octet is as it came.
    expect(copy!.endsWith(`\r\n${text}`)).toBe(true);
  }
});

test("who is written to besides gets the ordinary mail, and nobody gets two", async () => {
  await post(["bob@demo.test", "two@demo.test", "team@demo.test"], []);
  const [bob] = await copiesOf("bob");
  const [carol] = await copiesOf("carol");
  const [ann] = await copiesOf("ann");
  expect(bob).not.toContain("List-Id");
  expect(bob).toContain("\r\nDelivered-To: bob@demo.test\r\n");
  expect(carol).toContain("\r\nList-Id: Two <two.demo.test>\r\n");
  expect(ann).toContain(" <team.demo.test>\r\n");
  for (const name of ["ann", "bob", "carol"]) expect(await copiesOf(name)).toHaveLength(1);
});

test("a mail that came by a list keeps that list's name alone", async () => {
  await post(["team@demo.test"], ["List-Id: Others <others.example>"]);
  const [copy] = await copiesOf("bob");
  expect(copy!.match(/^List-Id:.*$/gim)).toEqual(["List-Id: Others <others.example>"]);
});

test("what comes back to a group does not go round", async () => {
  await post(["team@demo.test"], []);
  const [copy] = await copiesOf("carol");
  await expect(receive(["team@demo.test"], copy!)).rejects.toMatchObject({ fault: "loop" });
});

test("a signature holds on every copy", async () => {
  count += 1;
  const text = `From: Ann <ann@good.example>\r\nTo: team@demo.test\r\nSubject: Post ${count}\r\n\r\nHello.\r\n`;
  const signature = {
    signingDomain: "good.example",
    selector: "s1",
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
  };
  const { signatures } = await dkimSign(text, { ...signature, signatureData: [signature] });
  await receive(["team@demo.test", "bob@demo.test"], `${signatures}${text}`);
  const record = `v=DKIM1; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`;
  for (const name of ["ann", "bob", "carol"]) {
    const [copy] = await copiesOf(name);
    const { results } = await dkimVerify(copy!, { resolver: async () => [[record]], strict: true });
    expect(results[0]!.status.result).toBe("pass");
  }
});
