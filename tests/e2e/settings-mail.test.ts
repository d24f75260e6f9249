import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

test("name, reply address, copy and signature of an identity are kept, shown as they are typed, and can be undone", async () => {
  const opened = await open("bob", "/setting/identities");
  const { page } = opened;
  await page.getByRole("link", { name: /Bob Baker bob@demo\.test/ }).click();
  await page.getByRole("heading", { level: 2, name: "bob@demo.test" }).waitFor();
  const preview = page.getByRole("region", { name: "Preview" });
  await page.getByLabel("Name that people see").fill("Bob at Demo");
  await preview.getByText("Bob at Demo").waitFor();
  await page.getByLabel("Signature", { exact: true }).fill("Bob Baker\nDemo Ltd");
  await preview.getByText("Demo Ltd").waitFor();
  await page.getByLabel("Replies go to").fill("not an address");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("This is no mail address.").waitFor();
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
});

test("what is typed while it is saved stays, and is saved in its turn", async () => {
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

test("a signature can be formatted, and has a plain form too", async () => {
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

test("the addresses of a shared account have identities too", async () => {
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

test("an absence note is previewed, turned on for some days, and off again", async () => {
  const opened = await open("bob", "/setting/absence");
  const { page } = opened;
  const preview = page.getByRole("region", { name: "What people get" });
  await preview.getByText("Auto: Lunch on Friday?").waitFor();
  await page.getByRole("switch", { name: "Answer mail while I am away" }).check();
  await page.getByLabel("First day").fill("2020-01-02");
  await page.getByLabel("Last day").fill("2020-01-01");
  await page.getByText("The last day is before the first").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByLabel("Last day").fill("2999-01-01");
  await page.getByLabel("Subject").fill("Away");
  await page.getByLabel("Text", { exact: true }).fill("Back in the year 2999.");
  await preview.getByText("Back in the year 2999.").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/^On until .*2999/).waitFor();
  expect(await kept("bob", "VacationResponse")).toMatchObject([
    { isEnabled: true, subject: "Away", textBody: "Back in the year 2999.", htmlBody: null },
  ]);
  await page.getByRole("switch", { name: "Answer mail while I am away" }).uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Off", { exact: true }).waitFor();
  expect(await kept("bob", "VacationResponse")).toMatchObject([{ isEnabled: false }]);
  await opened.expectQuiet();
  await opened.close();
});

test("storage says in a bar and in figures what is used", async () => {
  const opened = await open("bob", "/setting/storage");
  const { page } = opened;
  const bar = page.getByRole("meter", { name: "Mail and files" }).first();
  expect(await bar.getAttribute("aria-valuetext")).toMatch(/of 1 MB used$/);
  await page.getByText("0 of 100 used").first().waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await opened.expectQuiet();
  await opened.close();
});

test("a setting is found by what it is called, by keyboard, in both languages", async () => {
  const opened = await open("alice", "/setting/profile");
  const { page } = opened;
  await page.getByRole("searchbox", { name: "Find a setting" }).fill("vacation");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 2, name: "Absence note" }).waitFor();
  await page.getByRole("searchbox", { name: "Find a setting" }).fill("dkim");
  await page.getByRole("link", { name: /Domains/ }).waitFor();
  await page.getByRole("searchbox", { name: "Find a setting" }).fill("nonsense");
  await page.getByText("Nothing is called “nonsense”").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await opened.expectQuiet();
  await opened.close();

  const korean = await open("bob", "/setting/profile", { locale: "ko-KR" });
  await korean.page.getByRole("searchbox", { name: "설정 찾기" }).fill("휴가");
  await korean.page.getByRole("link", { name: /부재중 자동 응답/ }).click();
  await korean.page.getByRole("heading", { level: 2, name: "부재중 자동 응답" }).waitFor();
  expect(await axeFaults(korean.page)).toEqual([]);
  // What only administrators have is not found by others.
  await korean.page.getByRole("searchbox", { name: "설정 찾기" }).fill("dkim");
  await korean.page.getByText("“dkim”에 맞는 설정이 없습니다").waitFor();
  await korean.close();
});

describe("administration", () => {
  test("a shared account is made, its members' rights are changed and undone, and it ends", async () => {
    const opened = await open("alice", "/setting/shared-accounts");
    const { page } = opened;
    await page.getByRole("button", { name: "New shared account" }).click();
    const dialog = page.getByRole("dialog", { name: "New shared account" });
    await dialog.getByLabel("Name").fill("Sales");
    await dialog.getByLabel("Mail address").fill("support");
    await dialog.getByRole("button", { name: "Create" }).click();
    await dialog.getByText("This address belongs to somebody already").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByLabel("Mail address").fill("sales");
    await dialog.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { level: 2, name: "Sales" }).waitFor();

    await page.getByRole("combobox", { name: "Find somebody to add" }).fill("carol");
    await page.getByRole("option", { name: "Carol Carter" }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await notice(page).getByText("Carol Carter is in").waitFor();
    const members = async () => {
      const all = await host.suite.accounts.shared.list();
      return all
        .find(({ name }) => name === "Sales")
        ?.members.map(({ name, mayWrite }) => ({ name, mayWrite }));
    };
    expect(await members()).toEqual([{ name: "Carol Carter", mayWrite: true }]);
    await page.getByRole("button", { name: /What Carol Carter may do/ }).click();
    await page.getByRole("option", { name: /May read/ }).click();
    await expect.poll(members).toEqual([{ name: "Carol Carter", mayWrite: false }]);
    // Without notices that are on their way in.
    await page.reload();
    await page.getByRole("button", { name: "Take Carol Carter out" }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Take Carol Carter out" }).click();
    await expect.poll(members).toEqual([]);
    await notice(page).getByText("Carol Carter is out").waitFor();
    await notice(page).getByRole("button", { name: "Undo" }).last().click();
    await expect.poll(members).toEqual([{ name: "Carol Carter", mayWrite: false }]);

    await page.getByRole("button", { name: "End this account" }).click();
    const confirm = page.getByRole("dialog", { name: "End “Sales”?" });
    await confirm.getByRole("textbox").fill("Sales");
    await confirm.getByRole("button", { name: "End this account" }).click();
    await page.getByRole("heading", { level: 2, name: "Shared accounts" }).waitFor();
    expect(await members()).toBe(undefined);
    await opened.expectQuiet({ allow: REFUSED });
    await opened.close();
  });

  test("a group is made, filled and given an address", async () => {
    const opened = await open("alice", "/setting/groups");
    const { page } = opened;
    await page.getByText("There are no groups").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "New group" }).click();
    const dialog = page.getByRole("dialog", { name: "New group" });
    await dialog.getByLabel("Name").fill("Second floor");
    await dialog.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { level: 2, name: "Second floor" }).waitFor();
    for (const name of ["Bob Baker", "Support"]) {
      await page.getByRole("combobox", { name: "Find somebody to add" }).fill(name);
      await page.getByRole("option", { name }).click();
      await page.getByRole("button", { name: `Take ${name} out` }).waitFor();
    }
    await page.getByLabel("Mail address").fill("floor@demo.test");
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

  test("what administrators did is there as it happens, is found, and each act has a page", async () => {
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
      .filter({ hasText: "The command line made the group Night shift" })
      .waitFor();
    await page.getByRole("searchbox", { name: "Find by person or thing" }).fill("night");
    await page.getByText("1 entry", { exact: true }).waitFor();
    await page.getByRole("row").filter({ hasText: "Night shift" }).click();
    await page.getByRole("heading", { level: 2, name: /made the group Night shift/ }).waitFor();
    await page.getByRole("listitem").filter({ hasText: "Members" }).getByText(/^Bob/).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await groups.remove("system", id);
    await opened.expectQuiet();
    await opened.close();
  });

  test("a domain says what it needs in DNS, and what is to be set can be copied", async () => {
    names.set({
      [MAIL_HOST]: { A: ["192.0.2.1"] },
      "demo.test": { MX: [[10, MAIL_HOST]], TXT: ["v=spf1 -all"] },
    });
    const opened = await open("alice", "/setting/domains");
    const { page } = opened;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("row").filter({ hasText: "demo.test" }).click();
    await page.getByText("4 records are missing or wrong.").waitFor();
    const record = (kind: string) => page.getByRole("listitem").filter({ hasText: kind });
    await record("MX").getByText("Stands").waitFor();
    await record("SPF").getByText("Wrong").waitFor();
    await record("SPF").getByText("v=spf1 -all").waitFor();
    await record("MTA-STS").getByText("Optional").waitFor();
    await page.getByRole("button", { name: "Copy the value of SPF" }).click();
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
    await page.getByText("It is not there any more").waitFor();
    await opened.expectQuiet({ allow: REFUSED });
    await opened.close();
  });

  test("mail that waits is shown, tried and given up", async () => {
    const { address } = host.people.bob;
    const notBefore = new Date(Date.now() + 3_600_000);
    await putInQueue(host.suite, host.people.bob, ["ann@example.net"], { notBefore });
    const opened = await open("alice", "/setting/queue");
    const { page } = opened;
    await page.getByText("to ann@example.net").waitFor();
    await page.getByText("Held back for its sender").waitFor();
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
    const confirm = page.getByRole("dialog", { name: "Give this mail up?" });
    await confirm.getByText(`1 recipient does not get it. ${address} is told.`).waitFor();
    await confirm.getByRole("button", { name: "Give up" }).click();
    await notice(page).getByText("The mail is given up").waitFor();
    await page.getByText("ann@example.net").waitFor({ state: "detached" });
    await opened.expectQuiet();
    await opened.close();
  });

  test("these sections say to others that they are not theirs", async () => {
    for (const section of ["shared-accounts", "groups", "domains", "queue"]) {
      const opened = await open("bob", `/setting/${section}`);
      const { page } = opened;
      await page.getByText("Only administrators see this").waitFor();
      await opened.expectQuiet();
      await opened.close();
    }
  });
});

test("an absence note that is on stands above the mail, and can be turned off there", async () => {
  const opened = await open("carol", "/setting/absence");
  const { page } = opened;
  await page.getByRole("switch", { name: "Answer mail while I am away" }).check();
  await page.getByLabel("Last day").fill("2999-01-01");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/^On until/).waitFor();
  await page.goto(`${host.url}/mail`);
  await page.getByText(/Your absence note is on until/).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByText(/Your absence note is on until/).waitFor({ state: "detached" });
  expect(await kept("carol", "VacationResponse")).toMatchObject([{ isEnabled: false }]);
  await opened.expectQuiet();
  await opened.close();
});
