import { CAPABILITY, type JmapResponse, type JmapSession } from "@atrium/contract/types/wire";
import { beforeAll, expect, test } from "vitest";
import {
  createRoleMailboxes,
  deliver,
  mailCapabilities,
  mailTypes,
} from "../../features/mail/index.ts";
import { codeOf, httpBench, type Browser } from "../http/testing/bench.ts";

const MESSAGE = [
  "From: Carol <carol@elsewhere.test>",
  "To: bob@demo.test",
  "Subject: Only for Bob",
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="b"',
  "",
  "--b",
  "Content-Type: text/plain",
  "",
  "The secret is below.",
  "--b",
  'Content-Type: application/pdf; name="secret.pdf"',
  "Content-Transfer-Encoding: base64",
  "Content-Disposition: attachment",
  "",
  Buffer.from("the secret").toString("base64"),
  "--b--",
  "",
].join("\r\n");

let bench: Awaited<ReturnType<typeof httpBench>>;
let bob: Browser;
let emailId: string;
let blobIds: string[];

beforeAll(async () => {
  bench = await httpBench({
    types: mailTypes,
    capabilities: mailCapabilities,
    prepareAccount: [createRoleMailboxes],
  });
  const blob = await bench.platform.blobs.put(Buffer.from(MESSAGE));
  const [delivered] = await deliver(bench.engine, {
    ...blob,
    transactionId: "t1",
    receivedAt: bench.platform.clock.now(),
    recipients: [{ accountId: bench.bob.accountId }],
  });
  emailId = delivered!.emailId;
  bob = bench.browser();
  await bob.signIn("bob@demo.test");
  const [email] = (await get(bob, bench.bob.accountId, emailId))["list"] as {
    blobId: string;
    attachments: { blobId: string }[];
  }[];
  blobIds = [email!.blobId, email!.attachments[0]!.blobId];
});

async function get(browser: Browser, accountId: string, id: string) {
  const properties = ["blobId", "attachments", "subject"];
  const response = await browser.post("/jmap/api", {
    using: [CAPABILITY.core, CAPABILITY.mail],
    methodCalls: [["Email/get", { accountId, ids: [id], properties }, "0"]],
  });
  return response.json<JmapResponse>().methodResponses[0]![1];
}

const download = (browser: Browser, accountId: string, blobId: string) =>
  browser.get(`/jmap/download/${accountId}/${blobId}/secret.pdf?type=application/pdf`);

test("the person whose mail it is reads it, and attachments come decoded", async () => {
  expect(await get(bob, bench.bob.accountId, emailId)).toMatchObject({
    list: [{ subject: "Only for Bob" }],
  });
  const [message, attachment] = blobIds;
  expect((await download(bob, bench.bob.accountId, message!)).body).toBe(MESSAGE);
  const decoded = await download(bob, bench.bob.accountId, attachment!);
  expect([decoded.body, decoded.headers["content-type"]]).toEqual([
    "the secret",
    "application/pdf",
  ]);
});

test.each(["administrator", "auditor", "security-officer", "help-editor"] as const)(
  "a colleague who is %s reads none of it, by no account and no id",
  async (role) => {
    await bench.accounts.persons.update("system", bench.alice.id, {
      roles: ["member", "administrator", role],
    });
    const alice = bench.browser();
    await alice.signIn("alice@demo.test");
    expect(await get(alice, bench.bob.accountId, emailId)).toMatchObject({
      type: "accountNotFound",
    });
    expect(await get(alice, bench.alice.accountId, emailId)).toMatchObject({
      list: [],
      notFound: [emailId],
    });
    for (const accountId of [bench.bob.accountId, bench.alice.accountId, "organisation"])
      for (const blobId of blobIds)
        expect(codeOf(await download(alice, accountId, blobId))).toBe("notFound");
  },
);

test("the organisation's account holds no mail, and says so", async () => {
  const session = (await bob.get("/jmap/session")).json<JmapSession>();
  expect(session.accounts["organisation"]!.accountCapabilities).not.toHaveProperty(CAPABILITY.mail);
  expect(session.primaryAccounts[CAPABILITY.mail]).toBe(bench.bob.accountId);
  expect(await get(bob, "organisation", emailId)).not.toHaveProperty("list");
});

test("who is signed out or disabled reads none of it", async () => {
  const [message] = blobIds;
  const accountId = bench.bob.accountId;
  expect(codeOf(await download(bench.browser(), accountId, message!))).toBe("notSignedIn");
  await bench.accounts.persons.disable("system", bench.bob.id);
  expect(codeOf(await download(bob, accountId, message!))).toBe("notSignedIn");
  expect(codeOf(await bob.post("/jmap/api", {}))).toBe("notSignedIn");
});
