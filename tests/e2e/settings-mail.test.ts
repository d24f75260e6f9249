// Features: settings, mail, compose
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { startNameServer, type NameServer } from "../../server/src/testing/name-server.ts";
import { cancelMessage } from "../../server/src/features/outbound/index.ts";
import { putInQueue } from "../../server/src/testing/waiting-mail.ts";
import { axeFaults } from "./axe.ts";
import { useBrowser, type PageOptions, type WatchedPage } from "./browser.ts";
import { openAs, startHost } from "./host.ts";

const browser = useBrowser();
const MAIL_HOST = "mail.demo.test";
let names: NameServer;
let host: Awaited<ReturnType<typeof startHost>>;
beforeAll(async () => {
  names = await startNameServer();
  const dns = { address: names.address, port: names.port };
  host = await startHost({ quota: 1_000_000, quotaEmails: 100, mailHost: MAIL_HOST, dns });
});
afterAll(async () => {
  await host?.close();
  await names?.close();
});

type Who = "alice" | "bob" | "carol";

const REFUSED = [/status of 4\d\d/];

/** A mail setting as the server has it. */
async function kept(who: Who, type: string): Promise<Record<string, unknown>[]> {
  const { accountId, address, password } = host.people[who];
  const response = await fetch(`${host.url}/jmap/api`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${address}:${password}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      using: [
        "urn:ietf:params:jmap:core",
        "urn:ietf:params:jmap:submission",
        "urn:ietf:params:jmap:vacationresponse",
      ],
      methodCalls: [[`${type}/get`, { accountId, ids: null }, "0"]],
    }),
  });
  const answer = (await response.json()) as {
    methodResponses: [string, { list: Record<string, unknown>[] }][];
  };
  return answer.methodResponses[0]![1].list;
}

const open = (who: Who, path: string, options?: PageOptions): Promise<WatchedPage> =>
  openAs(browser, host, who, path, options);

const notice = (page: Page) => page.getByRole("region", { name: "Notifications" });

testWhole(
  "name, reply address, copy and signature of an identity are kept, shown as they are typed, and can be undone",
  async () => {
    const opened = await open("bob", "/setting/identities");
    const { page } = opened;
    await page.getByRole("link", { name: /Bob Baker bob@demo\.test/ }).click();
    await page.getByRole("heading", { level: 2, name: "bob@demo.test" }).waitFor();
    const preview = page.getByRole("region", { name: "Preview" });
    await page.getByLabel("Display name").fill("Bob at Demo");
    await preview.getByText("Bob at Demo").waitFor();
    await page.getByLabel("Signature", { exact: true }).fill("Bob Baker\nDemo Ltd");
    await preview.getByText("Demo Ltd").waitFor();
    await page.getByLabel("Replies go to").fill("not an address");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("This isn’t an email address.").waitFor();
    expect(await axeFaults(page)).toEqual([]);

    // A look at another section loses nothing of what was typed.
    await page.getByRole("link", { name: "Storage" }).click();
    await page.getByRole("heading", { level: 2, name: "Storage" }).waitFor();
    await page.goBack();
    expect(await page.getByLabel("Signature", { exact: true }).inputValue()).toBe(
      "Bob Baker\nDemo Ltd",
    );

    await page.getByLabel("Replies go to").fill("Office <office@demo.test>");
    await page.getByRole("switch", { name: "Send me a copy" }).check();
    await page.getByLabel("Signature", { exact: true }).press("Tab");
    await page.getByRole("button", { name: "Save" }).click();
    await notice(page).getByText("Saved").waitFor();
    const mine = async () =>
      (await kept("bob", "Identity")).find((one) => one["email"] === "bob@demo.test");
    expect(await mine()).toMatchObject({
      name: "Bob at Demo",
      replyTo: [{ name: "Office", email: "office@demo.test" }],
      bcc: [{ name: null, email: "bob@demo.test" }],
      textSignature: "Bob Baker\nDemo Ltd",
    });
    await notice(page).getByRole("button", { name: "Undo" }).click();
    await expect.poll(mine).toMatchObject({ replyTo: null, bcc: null, textSignature: "" });
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole("what is typed while it is saved stays, and is saved in its turn", async () => {
  const opened = await open("alice", "/setting/identities");
  const { page } = opened;
  await page.getByRole("link", { name: /alice@demo\.test/ }).click();
  const signature = page.getByLabel("Signature", { exact: true });
  const save = page.getByRole("button", { name: "Save" });
  const left = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await page.route("**/jmap/api", async (route) => {
    if (route.request().postData()?.includes("Identity/set")) {
      left.resolve();
      await answer.promise;
    }
    await route.continue();
  });
  await signature.fill("Alice");
  await save.click();
  await left.promise;
  await signature.fill("Alice Archer");
  answer.resolve();
  await notice(page).getByText("Saved").waitFor();
  expect(await signature.inputValue()).toBe("Alice Archer");
  expect((await kept("alice", "Identity"))[0]!["textSignature"]).toBe("Alice");
  await save.click();
  await expect
    .poll(async () => (await kept("alice", "Identity"))[0]!["textSignature"])
    .toBe("Alice Archer");
  await opened.expectQuiet();
  await opened.close();
});

testWhole("a signature can be formatted, and has a plain form too", async () => {
  const opened = await open("bob", "/setting/identities");
  const { page } = opened;
  await page.getByRole("link", { name: /bob@demo\.test/ }).click();
  await page.getByRole("radio", { name: "Formatted" }).check();
  const field = page.getByRole("textbox", { name: "Signature" });
  await page.getByRole("toolbar", { name: "Formatting" }).waitFor();
  await field.click();
  await page.keyboard.press("Control+b");
  await page.keyboard.type("Bob Baker");
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.locator("b").getByText("Bob Baker").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await notice(page).getByText("Saved").waitFor();
  const [identity] = await kept("bob", "Identity");
  expect(identity!["textSignature"]).toBe("Bob Baker");
  expect(identity!["htmlSignature"]).toMatch(/<b>Bob Baker<\/b>/);

  await page.reload();
  await page.getByRole("toolbar", { name: "Formatting" }).waitFor();
  expect(await field.locator("b").innerText()).toBe("Bob Baker");
  await page.getByRole("radio", { name: "Plain text" }).check();
  expect(await page.getByLabel("Signature", { exact: true }).inputValue()).toBe("Bob Baker");
  await page.getByRole("button", { name: "Discard changes" }).click();
  await page.getByRole("toolbar", { name: "Formatting" }).waitFor();
  await page.getByRole("radio", { name: "Plain text" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await notice(page).getByText("Saved").last().waitFor();
  await expect.poll(async () => (await kept("bob", "Identity"))[0]!["htmlSignature"]).toBe("");
  await opened.expectQuiet();
  await opened.close();
});

testWhole("the addresses of a shared mailbox have identities too", async () => {
  const opened = await open("alice", "/setting/identities");
  const { page } = opened;
  await page.getByRole("link", { name: /support@demo\.test/ }).click();
  await page.getByLabel("Signature", { exact: true }).fill("The support team");
  await page.getByRole("button", { name: "Save" }).click();
  await notice(page).getByText("Saved").waitFor();
  await page.reload();
  await expect
    .poll(() => page.getByLabel("Signature", { exact: true }).inputValue())
    .toBe("The support team");
  await opened.expectQuiet();
  await opened.close();
});

testWhole("an absence note is previewed, turned on for some days, and off again", async () => {
  const opened = await open("bob", "/setting/absence");
  const { page } = opened;
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText("Auto: Lunch on Friday?").waitFor();
  await page.getByRole("switch", { name: "Reply automatically" }).check();
  await page.getByLabel("First day").fill("2020-01-02");
  await page.getByLabel("Last day").fill("2020-01-01");
  await page.getByText("The last day is before the first day").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByLabel("Last day").fill("2999-01-01");
  await page.getByLabel("Subject").fill("Away");
  await page.getByLabel("Message", { exact: true }).fill("Back in the year 2999.");
  await preview.getByText("Back in the year 2999.").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/^On until .*2999/).waitFor();
  expect(await kept("bob", "VacationResponse")).toMatchObject([
    { isEnabled: true, subject: "Away", textBody: "Back in the year 2999.", htmlBody: null },
  ]);
  await page.getByRole("switch", { name: "Reply automatically" }).uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => kept("bob", "VacationResponse")).toMatchObject([{ isEnabled: false }]);
  // The switch says it, and nothing says it again.
  await page.getByText("Not saved yet").waitFor({ state: "hidden" });
  expect(await page.getByText(/^(?:On|Off)\b/).count()).toBe(0);
  await opened.expectQuiet();
  await opened.close();
});

testWhole("storage says in a bar and in figures what is used", async () => {
  const opened = await open("bob", "/setting/storage");
  const { page } = opened;
  const bar = page.getByRole("meter", { name: "Mail and files" }).first();
  expect(await bar.getAttribute("aria-valuetext")).toMatch(/of 1 MB used$/);
  await page.getByText("0 of 100", { exact: true }).first().waitFor();
  // What takes the room.
  await page
    .getByRole("listitem")
    .filter({ hasText: /^Mail [\d,.]+ (?:bytes|kB)$/ })
    .first()
    .waitFor();
  await page
    .getByRole("listitem")
    .filter({ hasText: /^Files 0 bytes$/ })
    .first()
    .waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await opened.expectQuiet();
  await opened.close();
});

testWhole("a setting is found by what it is called, by keyboard, in both languages", async () => {
  const opened = await open("alice", "/setting/profile");
  const { page } = opened;
  await page.getByRole("searchbox", { name: "Find a setting" }).fill("vacation");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 2, name: "Out of office" }).waitFor();
  await page.getByRole("searchbox", { name: "Find a setting" }).fill("dkim");
  await page.getByRole("link", { name: /Domains/ }).waitFor();
  await page.getByRole("searchbox", { name: "Find a setting" }).fill("nonsense");
  await page.getByText("No settings match “nonsense”").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await opened.expectQuiet();
  await opened.close();

  const korean = await open("bob", "/setting/profile", { locale: "ko-KR" });
  await korean.page.getByRole("searchbox", { name: "설정 검색" }).fill("휴가");
  await korean.page.getByRole("link", { name: /부재중/ }).click();
  await korean.page.getByRole("heading", { level: 2, name: "부재중" }).waitFor();
  expect(await axeFaults(korean.page)).toEqual([]);
  // What only administrators have is not found by others.
  await korean.page.getByRole("searchbox", { name: "설정 검색" }).fill("dkim");
  await korean.page.getByText("‘dkim’ 검색 결과가 없습니다").waitFor();
  await korean.close();
});

describe("administration", () => {
  testWhole(
    "a shared mailbox is made, its members' rights are changed and undone, and it ends",
    async () => {
      const opened = await open("alice", "/setting/shared-accounts");
      const { page } = opened;
      await page.getByRole("button", { name: "New shared mailbox" }).click();
      const dialog = page.getByRole("dialog", { name: "New shared mailbox" });
      await dialog.getByLabel("Name").fill("Sales");
      await dialog.getByLabel("Email address").fill("support");
      await dialog.getByRole("button", { name: "Create" }).click();
      await dialog.getByText("This address is already in use").waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await dialog.getByLabel("Email address").fill("sales");
      await dialog.getByRole("button", { name: "Create" }).click();
      await page.getByRole("heading", { level: 2, name: "Sales" }).waitFor();

      await page.getByRole("combobox", { name: "Find people to add" }).fill("carol");
      await page.getByRole("option", { name: "Carol Carter" }).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await page.keyboard.press("Enter");
      await notice(page).getByText("Carol Carter was added").waitFor();
      const members = async () => {
        const all = await host.suite.accounts.shared.list();
        return all
          .find(({ name }) => name === "Sales")
          ?.members.map(({ name, mayWrite }) => ({ name, mayWrite }));
      };
      expect(await members()).toEqual([{ name: "Carol Carter", mayWrite: true }]);
      await page.getByRole("button", { name: /What Carol Carter may do/ }).click();
      await page.getByRole("option", { name: /Can read/ }).click();
      await expect.poll(members).toEqual([{ name: "Carol Carter", mayWrite: false }]);
      // Without notices that are on their way in.
      await page.reload();
      await page.getByRole("button", { name: "Remove Carol Carter" }).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await page.getByRole("button", { name: "Remove Carol Carter" }).click();
      await expect.poll(members).toEqual([]);
      await notice(page).getByText("Carol Carter was removed").waitFor();
      await notice(page).getByRole("button", { name: "Undo" }).last().click();
      await expect.poll(members).toEqual([{ name: "Carol Carter", mayWrite: false }]);

      await page.getByRole("button", { name: "Remove shared mailbox" }).click();
      const confirm = page.getByRole("dialog", { name: "Remove “Sales”?" });
      await confirm.getByRole("textbox").fill("Sales");
      await confirm.getByRole("button", { name: "Remove shared mailbox" }).click();
      await page.getByRole("heading", { name: "Restore shared mailbox" }).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await page.getByRole("main").getByRole("link", { name: "Shared mailboxes" }).click();
      const sales = page.getByRole("row").filter({ hasText: "Sales" });
      await sales.waitFor({ state: "detached" });
      await page.getByRole("button", { name: /Show/ }).click();
      await page.getByRole("option", { name: "Removed" }).click();
      await sales.click();
      await page.getByRole("button", { name: "Restore" }).click();
      await notice(page).getByText("“Sales” was restored").waitFor();
      await expect.poll(members).toEqual([{ name: "Carol Carter", mayWrite: false }]);
      await opened.expectQuiet({ allow: REFUSED });
      await opened.close();
    },
  );

  testWhole("a group is made, filled and given an address", async () => {
    const opened = await open("alice", "/setting/groups");
    const { page } = opened;
    await page.getByText("No groups yet").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "New group" }).click();
    const dialog = page.getByRole("dialog", { name: "New group" });
    await dialog.getByLabel("Name").fill("Second floor");
    await dialog.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { level: 2, name: "Second floor" }).waitFor();
    for (const name of ["Bob Baker", "Support"]) {
      await page.getByRole("combobox", { name: "Find people to add" }).fill(name);
      await page.getByRole("option", { name }).click();
      await page.getByRole("button", { name: `Remove ${name}` }).waitFor();
    }
    await page.getByLabel("Email address").fill("floor@demo.test");
    await page.getByRole("button", { name: "Save" }).click();
    await notice(page).getByText("Saved").waitFor();
    const [group] = await host.suite.accounts.groups.list();
    expect(group).toMatchObject({ name: "Second floor", address: "floor@demo.test" });
    expect(new Set(group!.members)).toEqual(
      new Set([host.people.bob.personId, host.shared.support.accountId]),
    );
    expect(await axeFaults(page)).toEqual([]);
    await opened.expectQuiet();
    await opened.close();
  });

  testWhole(
    "what administrators did is there as it happens, is found, and each act has a page",
    async () => {
      const opened = await open("alice", "/setting/activity");
      const { page } = opened;
      await page.getByRole("row").first().waitFor();
      expect(await axeFaults(page)).toEqual([]);
      const { groups } = host.suite.accounts;
      const { id } = await groups.create("system", {
        name: "Night shift",
        address: null,
        members: [host.people.bob.personId],
      });
      await page
        .getByRole("row")
        .filter({ hasText: "A server operator created the group Night shift" })
        .waitFor();
      await page.getByRole("searchbox", { name: "Find by person or item" }).fill("night");
      await page.getByText("1 entry", { exact: true }).waitFor();
      await page.getByRole("row").filter({ hasText: "Night shift" }).click();
      await page
        .getByRole("heading", { level: 2, name: /created the group Night shift/ })
        .waitFor();
      await page.getByRole("listitem").filter({ hasText: "Members" }).getByText(/^Bob/).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await groups.remove("system", id);
      await opened.expectQuiet();
      await opened.close();
    },
  );

  testWhole("a domain says what it needs in DNS, and what is to be set can be copied", async () => {
    names.set({
      [MAIL_HOST]: { A: ["192.0.2.1"] },
      "demo.test": { MX: [[10, MAIL_HOST]], TXT: ["v=spf1 -all"] },
    });
    const opened = await open("alice", "/setting/domains");
    const { page } = opened;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("row").filter({ hasText: "demo.test" }).click();
    await page.getByText("4 records are missing or wrong.").waitFor();
    // Where its name stands: the letters of a key may be any.
    const record = (kind: string) =>
      page.getByRole("listitem").filter({ has: page.getByText(kind, { exact: true }) });
    await record("MX").getByText("OK").waitFor();
    await record("SPF").getByText("Wrong").waitFor();
    await record("SPF").getByText("v=spf1 -all").waitFor();
    await record("MTA-STS").getByText("Optional").waitFor();
    await page.getByRole("button", { name: "Copy value of SPF" }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe("v=spf1 mx -all");
    expect(await axeFaults(page)).toEqual([]);
    const treatment = page.getByRole("button", { name: /What to do with it/ });
    await treatment.filter({ hasText: "Move it to Junk" }).click();
    await page.getByRole("option", { name: /^Reject it/ }).click();
    await notice(page).getByText("Saved for demo.test").waitFor();
    const { domains } = host.suite.accounts;
    expect(await domains.list()).toMatchObject([{ name: "demo.test", unverified: "reject" }]);
    await page.reload();
    await treatment.filter({ hasText: "Reject it" }).waitFor();
    await domains.change("system", "demo.test", "junk");

    await page.goto(`${host.url}/setting/domains/other.test`);
    await page.getByText("It no longer exists").waitFor();
    await opened.expectQuiet({ allow: REFUSED });
    await opened.close();
  });

  testWhole("mail that waits is shown, tried and given up", async () => {
    const { address } = host.people.bob;
    const notBefore = new Date(Date.now() + 3_600_000);
    await putInQueue(host.suite, host.people.bob, ["ann@example.net"], { notBefore });
    const opened = await open("alice", "/setting/queue");
    const { page } = opened;
    await page.getByText("to ann@example.net").waitFor();
    await page.getByText("On hold while the sender can undo").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    // What comes meanwhile, and is gone again, is seen without a look.
    const other = await putInQueue(host.suite, host.people.bob, ["ben@example.net"], { notBefore });
    await page.getByText("to ben@example.net").waitFor();
    await host.suite.engine.write([host.people.bob.accountId], (w) =>
      cancelMessage(w, host.people.bob.accountId, other),
    );
    await page.getByText("to ben@example.net").waitFor({ state: "detached" });
    await page.getByText("to ann@example.net").click();
    await page.getByRole("heading", { level: 2, name: address }).waitFor();
    await page.getByText("ann@example.net").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Give up" }).click();
    const confirm = page.getByRole("dialog", { name: "Give up on this message?" });
    await confirm.getByText(`1 recipient won’t get it. ${address} will be told.`).waitFor();
    await confirm.getByRole("button", { name: "Give up" }).click();
    await notice(page).getByText("Gave up on the message").waitFor();
    await page.getByText("ann@example.net").waitFor({ state: "detached" });
    await opened.expectQuiet();
    await opened.close();
  });

  testWhole("these sections say to others that they are not theirs", async () => {
    for (const section of ["shared-accounts", "groups", "domains", "queue"]) {
      const opened = await open("bob", `/setting/${section}`);
      const { page } = opened;
      await page.getByText("Only administrators can see this").waitFor();
      await opened.expectQuiet();
      await opened.close();
    }
  });
});

testWhole(
  "an absence note that is on stands above the mail, and can be turned off there",
  async () => {
    const opened = await open("carol", "/setting/absence");
    const { page } = opened;
    await page.getByRole("switch", { name: "Reply automatically" }).check();
    await page.getByLabel("Last day").fill("2999-01-01");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/^On until/).waitFor();
    await page.goto(`${host.url}/mail`);
    await page.getByText(/Your out of office reply is on until/).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Turn off" }).click();
    await page.getByText(/Your out of office reply is on until/).waitFor({ state: "detached" });
    expect(await kept("carol", "VacationResponse")).toMatchObject([{ isEnabled: false }]);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "an identity is made for an address of one's own alone, and deleted with a way back",
  async () => {
    const opened = await open("bob", "/setting/identities");
    const { page } = opened;
    await page.getByRole("button", { name: "New identity" }).first().click();
    await page.getByLabel("Address").fill("carol@demo.test");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByText("You cannot send from this address.").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByLabel("Address").fill("bob+clients@demo.test");
    await page.getByLabel("Display name").fill("Bob for clients");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "bob+clients@demo.test" }).waitFor();
    const named = async () =>
      (await kept("bob", "Identity")).map(({ email, name }) => [email, name]);
    expect(await named()).toContainEqual(["bob+clients@demo.test", "Bob for clients"]);
    expect(await axeFaults(page)).toEqual([]);

    await page.getByRole("button", { name: "Delete identity" }).click();
    await notice(page).getByText("Identity bob+clients@demo.test deleted").waitFor();
    await expect.poll(async () => (await named()).flat()).not.toContain("bob+clients@demo.test");
    await notice(page).getByRole("button", { name: "Undo" }).click();
    // Until the server has made it again, its page has no address that stays, and nothing leads there.
    await page.getByRole("link", { name: /Bob for clients/ }).click();
    await page.getByRole("button", { name: "Delete identity" }).waitFor();
    expect((await named()).flat()).toContain("bob+clients@demo.test");
    // The address that one signs in with stays.
    await page.locator(".settings-back").click();
    await page
      .getByRole("link", { name: /bob@demo\.test/ })
      .first()
      .click();
    await page.getByLabel("Display name").waitFor();
    expect(await page.getByRole("button", { name: "Delete identity" }).count()).toBe(0);
    await opened.expectQuiet({ allow: REFUSED });
    await opened.close();
  },
);

testWhole("trusted senders are listed, found and taken back, with undo", async () => {
  const { accountId, address, password } = host.people.carol;
  const create = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`c${index}`, { email: `news${index}@shop.example` }]),
  );
  await fetch(`${host.url}/jmap/api`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${address}:${password}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      using: ["urn:ietf:params:jmap:core", "urn:atrium:mail"],
      methodCalls: [["TrustedSender/set", { accountId, create }, "0"]],
    }),
  });
  const opened = await open("carol", "/setting/trusted-senders");
  const { page } = opened;
  await page.getByText("news9@shop.example").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("searchbox", { name: "Find a sender" }).fill("NEWS3");
  await page.getByText("news9@shop.example").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Remove news3@shop.example" }).click();
  await page.getByText("No sender matches.").waitFor();
  await notice(page).getByText("Images from news3@shop.example are blocked again.").waitFor();
  await notice(page).getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Remove news3@shop.example" }).waitFor();
  await opened.expectQuiet();
  await opened.close();

  const korean = await open("alice", "/setting/trusted-senders", { locale: "ko-KR" });
  await korean.page.getByText("아직 신뢰하는 보낸 사람이 없습니다.").first().waitFor();
  expect(await axeFaults(korean.page)).toEqual([]);
  await korean.expectQuiet();
  await korean.close();
});
