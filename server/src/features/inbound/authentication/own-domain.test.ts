import { generateKeyPairSync } from "node:crypto";
import { sealMessage } from "mailauth/lib/arc/index.js";
import { dkimSign } from "mailauth/lib/dkim/sign.js";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { UNVERIFIED, type Unverified } from "@atrium/contract/types/domain";
import { makeDemo, storedMail, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import type { Zones } from "../../../testing/name-server.ts";
import { createResolver } from "../../../platform/dns/index.ts";
import { createInbound, type Inbound } from "../receive.ts";
import type { Envelope } from "../trace.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const key = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`;

const LIST = "203.0.113.7";
const ZONES: Zones = {
  "demo.test": { TXT: ["v=spf1 ip4:192.0.2.1 -all"] },
  "s1._domainkey.demo.test": { TXT: [record] },
  "s1._domainkey.lists.example": { TXT: [record] },
  "lists.example": { TXT: [`v=spf1 ip4:${LIST} -all`] },
  "evil.example": { TXT: ["v=spf1 ip4:198.51.100.1 -all"] },
};

let suite: TestSuite;
let inbound: Inbound;
let accounts: Record<"bob" | "carol", string>;
beforeAll(async () => {
  suite = await testSuite();
  const { bob, carol } = await makeDemo(suite, "bob", "carol");
  accounts = { bob: bob.accountId, carol: carol.accountId };
  inbound = openInbound();
});

const openInbound = (resolver = suite.platform.resolver): Inbound =>
  createInbound({
    ...suite.platform,
    engine: suite.engine,
    accounts: suite.accounts,
    hostName: "mx.demo.test",
    maxSize: 1_000_000,
    arcSealers: ["lists.example"],
    resolver,
  });

beforeEach(async () => {
  suite.platform.names.set(ZONES);
  await want("junk");
});

const want = (unverified: Unverified): Promise<void> =>
  suite.accounts.domains.change("system", "demo.test", unverified);

let count = 0;
async function receive(
  message: string,
  envelope: Partial<Envelope> = {},
  people: readonly (keyof typeof accounts)[] = ["bob"],
) {
  count += 1;
  const routes = await Promise.all(people.map((name) => inbound.route(`${name}@demo.test`, 0)));
  const bytes = Buffer.from(message);
  const source = (async function* () {
    yield bytes;
  })();
  const received = await inbound.receive(
    source,
    {
      transactionId: `t${count}`,
      mailFrom: "x@evil.example",
      helo: "mx.evil.example",
      remoteAddress: "198.51.100.1",
      protocol: "ESMTP",
      ...envelope,
    },
    routes.flatMap((route) => (route.kind === "ours" ? [route.recipient] : [])),
  );
  return received.authentication!;
}

async function lastOf(name: keyof typeof accounts): Promise<string | null> {
  return (await storedMail(suite, accounts[name])).at(-1)!.role;
}

async function roles(name: keyof typeof accounts): Promise<Map<string | null, string | null>> {
  return new Map((await storedMail(suite, accounts[name])).map((one) => [one.subject, one.role]));
}

const letter = (from = "boss@demo.test", ...fields: readonly string[]): string =>
  [`From: Boss <${from}>`, "To: bob@demo.test", ...fields, "", "Pay this bill.", ""].join("\r\n");

async function signed(message: string, domain: string): Promise<string> {
  const signature = { signingDomain: domain, selector: "s1", privateKey: key };
  const { signatures } = await dkimSign(message, {
    ...signature,
    signatureData: [signature],
    signTime: suite.platform.clock.now(),
  });
  return `${signatures}${message}`;
}

test("mail from outside that only claims a domain of ours is marked, and goes to Junk", async () => {
  expect(await receive(letter())).toMatchObject({
    dmarc: { result: "none", domain: "demo.test" },
    unprovenOwnDomain: "demo.test",
  });
  expect(await lastOf("bob")).toBe("junk");
  // A subdomain is ours too, a name that only ends alike is not.
  const below = await receive(letter("boss@hr.demo.test"));
  expect(below.unprovenOwnDomain).toBe("hr.demo.test");
  const alike = await receive(letter("boss@mydemo.test"));
  expect(alike).not.toHaveProperty("unprovenOwnDomain");
  expect(await lastOf("bob")).toBe("inbox");
  // One of several authors is enough.
  const among = await receive(letter("x@evil.example>, <boss@demo.test"));
  expect(among.unprovenOwnDomain).toBe("demo.test");
});

test.each(UNVERIFIED)(
  "mail from outside under the name of this server's notices is no notice: %s",
  async (unverified) => {
    await want(unverified);
    const notice = letter("postmaster@demo.test", "Auto-Submitted: auto-generated").replace(
      "Boss",
      "Atrium",
    );
    // Also when whoever sends it claims the address on the envelope, or is the null sender of bounces.
    for (const mailFrom of ["postmaster@demo.test", "x@evil.example", ""]) {
      if (unverified === "reject") {
        await expect(receive(notice, { mailFrom })).rejects.toMatchObject({ fault: "unproven" });
        continue;
      }
      expect((await receive(notice, { mailFrom })).unprovenOwnDomain).toBe("demo.test");
      expect(await lastOf("bob")).toBe(unverified === "junk" ? "junk" : "inbox");
    }
  },
);

test("what SPF or DKIM proves, with a DMARC record or without, is not marked", async () => {
  const ours = { mailFrom: "boss@demo.test", remoteAddress: "192.0.2.1" };
  for (const zones of [ZONES, { ...ZONES, "_dmarc.demo.test": { TXT: ["v=DMARC1; p=none"] } }]) {
    suite.platform.names.set(zones);
    for (const proven of [
      await receive(letter(), ours),
      await receive(await signed(letter(), "demo.test")),
    ]) {
      expect(proven).not.toHaveProperty("unprovenOwnDomain");
      expect(await lastOf("bob")).toBe("inbox");
    }
  }
  // Another domain's signature proves nothing, nor does what the domain's own record does not take.
  expect(await receive(await signed(letter(), "lists.example"))).toHaveProperty(
    "unprovenOwnDomain",
  );
  suite.platform.names.set({
    ...ZONES,
    "_dmarc.demo.test": { TXT: ["v=DMARC1; p=none; aspf=s; adkim=s"] },
    "mail.demo.test": { TXT: ["v=spf1 ip4:192.0.2.2 -all"] },
  });
  const strict = { mailFrom: "x@mail.demo.test", remoteAddress: "192.0.2.2" };
  expect(await receive(letter(), strict)).toHaveProperty("unprovenOwnDomain", "demo.test");
});

test("the domain may have it delivered with its mark, or refused", async () => {
  await want("deliver");
  expect(await receive(letter())).toHaveProperty("unprovenOwnDomain");
  expect(await lastOf("bob")).toBe("inbox");
  await want("reject");
  await expect(receive(letter())).rejects.toMatchObject({ fault: "unproven" });
  expect(await receive(await signed(letter(), "demo.test"))).not.toHaveProperty(
    "unprovenOwnDomain",
  );
});

test("the domain's own DMARC record is never made milder", async () => {
  await want("deliver");
  suite.platform.names.set({ ...ZONES, "_dmarc.demo.test": { TXT: ["v=DMARC1; p=quarantine"] } });
  await receive(letter());
  expect(await lastOf("bob")).toBe("junk");
  suite.platform.names.set({ ...ZONES, "_dmarc.demo.test": { TXT: ["v=DMARC1; p=reject"] } });
  await expect(receive(letter())).rejects.toMatchObject({ fault: "policy" });
});

test.each(UNVERIFIED)(
  "without DNS no mail is lost where the domain says %s",
  async (unverified) => {
    await want(unverified);
    suite.platform.names.silence(true);
    // Of its own: a question that still waits for its answer is asked once, also by those who come later.
    inbound = openInbound(
      createResolver({ server: suite.platform.names, timeout: 50, remember: false }),
    );
    try {
      const message = await signed(letter(), "demo.test");
      if (unverified === "reject") {
        // The sender's server keeps it, and tries again.
        await expect(receive(message)).rejects.toMatchObject({ fault: "unverified" });
      } else {
        expect(await receive(message)).toHaveProperty("unprovenOwnDomain");
        expect(await lastOf("bob")).toBe(unverified === "junk" ? "junk" : "inbox");
      }
    } finally {
      inbound = openInbound();
      suite.platform.names.silence(false);
    }
  },
);

test("a trusted forwarder that saw it pass brings it to the inbox, marked", async () => {
  suite.platform.names.set({ ...ZONES, "_dmarc.demo.test": { TXT: ["v=DMARC1; p=none"] } });
  for (const unverified of UNVERIFIED) {
    await want(unverified);
    const seal = await sealMessage(letter(), {
      signingDomain: "lists.example",
      selector: "s1",
      privateKey: key,
      cv: "none",
      authResults: "lists.example; dmarc=pass header.from=demo.test",
      signTime: suite.platform.clock.now(),
    });
    expect(await receive(`${String(seal)}${letter()}`)).toHaveProperty("unprovenOwnDomain");
    expect(await lastOf("bob")).toBe("inbox");
  }
});

test("what comes by a list goes to the inbox of who reads that list, and to the Junk of others", async () => {
  const viaList = { mailFrom: "bounces@lists.example", remoteAddress: LIST };
  const post = (from: string, subject: string, id = "tea.lists.example"): string =>
    letter(from, `Subject: ${subject}`, `List-Id: Tea <${id}>`);
  const both = ["bob", "carol"] as const;
  await receive(post("ann@elsewhere.example", "first"), viaList, both);
  // Nobody has opened anything of it yet.
  await receive(post("boss@demo.test", "second"), viaList, both);
  expect([(await roles("bob")).get("second"), (await roles("carol")).get("second")]).toEqual([
    "junk",
    "junk",
  ]);
  const { db } = suite.platform;
  await db
    .updateTable("email")
    .set({ keywords: ["$seen"] })
    .where("account_id", "=", accounts.bob)
    .where("subject", "=", "first")
    .execute();
  const marked = await receive(post("boss@demo.test", "third"), viaList, both);
  expect(marked).toHaveProperty("unprovenOwnDomain", "demo.test");
  expect([(await roles("bob")).get("third"), (await roles("carol")).get("third")]).toEqual([
    "inbox",
    "junk",
  ]);
  // Another list of the same house, one whose name its sender may not use, and what was read in Junk alone.
  await receive(post("boss@demo.test", "other", "coffee.lists.example"), viaList);
  await receive(post("boss@demo.test", "forged"));
  expect([(await roles("bob")).get("other"), (await roles("bob")).get("forged")]).toEqual([
    "junk",
    "junk",
  ]);
  await db
    .updateTable("email")
    .set({ keywords: ["$seen"] })
    .where("account_id", "=", accounts.carol)
    .where("subject", "=", "second")
    .execute();
  await receive(post("boss@demo.test", "fourth"), viaList, both);
  expect((await roles("carol")).get("fourth")).toBe("junk");
  await want("reject");
  await expect(receive(post("boss@demo.test", "fifth"), viaList)).rejects.toMatchObject({
    fault: "unproven",
  });
});

test("a server of this house has looked at it already", async () => {
  const bytes = letter(undefined, "Subject: from inside");
  expect(await receive(bytes, { isTrusted: true })).toBeNull();
  expect((await roles("bob")).get("from inside")).toBe("inbox");
});

test("a domain that is not here has nothing to say", async () => {
  await expect(
    suite.accounts.domains.change("system", "elsewhere.example", "deliver"),
  ).rejects.toMatchObject({ code: "notFound" });
});
