// Features: mail, junk
import { createTransport } from "nodemailer";
import type { SendMailOptions } from "nodemailer";
import type { Frame, Page } from "playwright-core";
import { expect } from "vitest";
import type {
  EmailAuthentication,
  EmailJunkVerdict,
  EmailRecord,
} from "@atrium/contract/types/email";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { deliver } from "../../server/src/features/mail/index.ts";
import type { SeedKey } from "../../server/src/testing/suite.ts";
import { axeFaults } from "./axe.ts";
import { useHost } from "./host.ts";
import { folder, menuItem, reader, row } from "./mail-page.ts";
import { postPlain } from "./mail-post.ts";

const { host, open } = useHost();

interface Kept {
  readonly keywords: readonly string[];
  /** The role of the folder that it is in. */
  readonly role: string | null | undefined;
}

/** What the server has of a message, by its subject. */
async function kept(page: Page, who: SeedKey, subject: string): Promise<Kept> {
  const { accountId } = host.people[who];
  const answer = await page.context().request.post(`${host.url}/jmap/api`, {
    headers: { origin: host.url },
    data: {
      using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
      methodCalls: [
        ["Email/query", { accountId, filter: { subject } }, "q"],
        [
          "Email/get",
          {
            accountId,
            "#ids": { resultOf: "q", name: "Email/query", path: "/ids" },
            properties: ["keywords", "mailboxIds"],
          },
          "e",
        ],
        ["Mailbox/get", { accountId, ids: null, properties: ["role"] }, "m"],
      ],
    },
  });
  const { methodResponses } = (await answer.json()) as {
    readonly methodResponses: readonly (readonly [string, { readonly list?: unknown }])[];
  };
  const [email] = methodResponses[1]![1].list as Pick<EmailRecord, "keywords" | "mailboxIds">[];
  const folders = methodResponses[2]![1].list as { id: string; role: string | null }[];
  const reported = ["$junk", "$phishing", "$notjunk"];
  return {
    keywords: reported.filter((keyword) => email?.keywords[keyword] === true),
    role: folders.find(({ id }) => email?.mailboxIds[id])?.role,
  };
}

const JUNK: Kept = { keywords: ["$junk"], role: "junk" };
const PHISHING: Kept = { keywords: ["$junk", "$phishing"], role: "junk" };
const WANTED: Kept = { keywords: ["$notjunk"], role: "inbox" };
const UNTOUCHED: Kept = { keywords: [], role: "inbox" };

const said = (page: Page, words: string) => page.getByText(words).last();

testWhole(
  "one key reports junk, phishing or neither, and Undo takes all of a report back",
  async () => {
    await postPlain(host, "alice", "Cheap watches", "Your parcel waits");
    const opened = await open("alice");
    const { page } = opened;
    const is = (subject: string) =>
      expect.poll(() => kept(page, "alice", subject), { message: subject });
    await row(page, "Your parcel waits").click();
    await reader(page).getByText("About Your parcel waits.").waitFor();
    await page.keyboard.press("P");
    await said(page, "Reported as phishing").waitFor();
    await is("Your parcel waits").toEqual(PHISHING);
    await page.keyboard.press("z");
    await is("Your parcel waits").toEqual(UNTOUCHED);

    await row(page, "Cheap watches").click();
    await page.keyboard.press("!");
    await said(page, "Reported as junk").waitFor();
    await is("Cheap watches").toEqual(JUNK);
    await folder(page, "Junk").first().click();
    await row(page, "Cheap watches").click();
    // What lies there is reported as phishing and stays, and there is nothing left to report it as.
    await page.keyboard.press("!");
    await page.keyboard.press("P");
    await said(page, "Reported as phishing").waitFor();
    await is("Cheap watches").toEqual(PHISHING);
    await page.keyboard.press("N");
    await said(page, "Marked as not junk").waitFor();
    await is("Cheap watches").toEqual(WANTED);
    await page.keyboard.press("z");
    await is("Cheap watches").toEqual(PHISHING);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "row, selection, conversation, message and palette offer the reports that make sense",
  async () => {
    await postPlain(host, "bob", "One offer", "Another offer", "Prize draw", "Lottery");
    const opened = await open("bob");
    const { page } = opened;
    const is = (subject: string) =>
      expect.poll(() => kept(page, "bob", subject), { message: subject });

    await row(page, "One offer").click({ button: "right" });
    expect(await menuItem(page, "Not junk").count()).toBe(0);
    await menuItem(page, "Report junk").waitFor();
    await menuItem(page, "Report phishing").click();
    await is("One offer").toEqual(PHISHING);

    await row(page, "Another offer").getByRole("checkbox").check({ force: true });
    await row(page, "Prize draw").getByRole("checkbox").check({ force: true });
    const bar = page.getByRole("toolbar", { name: "Actions for the selected conversations" });
    await bar.getByRole("button", { name: "More" }).click();
    await menuItem(page, "Report junk").click();
    await is("Another offer").toEqual(JUNK);
    await is("Prize draw").toEqual(JUNK);

    await row(page, "Lottery").click();
    await reader(page).getByText("About Lottery.").waitFor();
    await reader(page).getByRole("button", { name: "More actions" }).click();
    await menuItem(page, "Report phishing").click();
    await is("Lottery").toEqual(PHISHING);
    await page.getByText("No conversation open").waitFor();

    await folder(page, "Junk").first().click();
    await row(page, "Prize draw").click();
    const acts = page.getByRole("toolbar", { name: "Actions for this conversation" });
    await acts.getByRole("button", { name: "More" }).click();
    await menuItem(page, "Report phishing").waitFor();
    expect(await menuItem(page, "Report junk").count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await acts.getByRole("button", { name: "Not junk" }).click();
    await is("Prize draw").toEqual(WANTED);

    await row(page, "Another offer").click();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("not junk");
    await page.getByRole("option", { name: "Not junk" }).first().click();
    await is("Another offer").toEqual(WANTED);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole("a message in its own window is reported there, and the window goes on", async () => {
  await postPlain(host, "carol", "Stay here", "Pay now");
  const opened = await open("carol");
  const { page } = opened;
  await row(page, "Pay now").click();
  const [popup] = await Promise.all([
    page.context().waitForEvent("page"),
    reader(page).getByRole("button", { name: "Open in a new window" }).first().click(),
  ]);
  await popup.getByText("About Pay now.", { exact: true }).waitFor();
  await popup.getByRole("button", { name: "More actions" }).click();
  await menuItem(popup, "Report phishing").click();
  await popup.getByText("About Stay here.", { exact: true }).waitFor();
  await expect.poll(() => kept(popup, "carol", "Pay now")).toEqual(PHISHING);
  await popup.keyboard.press("!");
  await expect.poll(() => kept(popup, "carol", "Stay here")).toEqual(JUNK);
  await popup.keyboard.press("N");
  await expect.poll(() => kept(popup, "carol", "Stay here")).toEqual(WANTED);
  await opened.close();
});

testWhole("everything that a search found is reported at once", async () => {
  await postPlain(host, "dave", "Casino night", "Casino day", "Lunch");
  const opened = await open("dave");
  const { page } = opened;
  await page.getByRole("combobox", { name: "Search" }).fill("casino");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".mail-row-subject").count()).toBe(2);
  await row(page, "Casino day").click();
  await page.keyboard.press("*");
  await page.keyboard.press("a");
  await page.keyboard.press("!");
  for (const subject of ["Casino night", "Casino day"])
    await expect.poll(() => kept(page, "dave", subject), { message: subject }).toEqual(JUNK);
  expect(await kept(page, "dave", "Lunch")).toEqual(UNTOUCHED);
  await opened.close();
});

/** As it comes from a server that the domain of its author disowns. */
const SPOOFED: EmailAuthentication = {
  spf: { result: "fail", domain: "bank.example" },
  dkim: [],
  dmarc: {
    result: "fail",
    domain: "bank.example",
    policy: "quarantine",
    alignment: { spf: false, dkim: false },
  },
  arc: { result: "none", sealer: null },
};
const PROVEN: EmailAuthentication = {
  ...SPOOFED,
  dmarc: { ...SPOOFED.dmarc, result: "pass", alignment: { spf: true, dkim: true } },
};

let count = 0;
async function arrive(
  who: SeedKey,
  mail: SendMailOptions,
  authentication: EmailAuthentication,
  junk?: EmailJunkVerdict,
): Promise<void> {
  const written = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { address, accountId } = host.people[who];
  const from = "Bank <news@bank.example>";
  const { message } = await written.sendMail({ to: address, from, ...mail });
  const { engine, platform } = host.suite;
  await deliver(engine, {
    ...(await platform.blobs.put(message as Buffer)),
    transactionId: `report ${(count += 1)}`,
    receivedAt: new Date(),
    authentication,
    recipients: [{ accountId, mailboxRole: junk ? "junk" : "inbox", junk: junk ?? null }],
  });
}

/** Answers for the hosts that links lead to, and tells what was opened. */
async function watchTabs(page: Page): Promise<readonly string[]> {
  const opened: string[] = [];
  await page.context().route(/\.example\//, (route) => {
    opened.push(route.request().url());
    return route.fulfill({ body: "there", contentType: "text/html" });
  });
  return opened;
}

async function frameOf(page: Page): Promise<Frame> {
  const handle = await page.waitForSelector("iframe[data-ready]");
  return (await handle.contentFrame())!;
}

const question = (page: Page) => page.getByRole("dialog", { name: "Open evil.example?" });
const LINK = "http://evil.example/login?x=1";

testWhole(
  "the first press on a link of a spoofed message asks, by whatever button or key",
  async () => {
    await arrive(
      "alice",
      {
        subject: "Your account is locked",
        html: `<p><a href="${LINK}">https://bank.example</a> <a href="http://evil.example/two">two</a>
        <a href="mailto:help@bank.example">write</a></p>`,
      },
      SPOOFED,
    );
    const opened = await open("alice");
    const { page } = opened;
    const tabs = await watchTabs(page);
    await row(page, "Your account is locked").click();
    const frame = await frameOf(page);
    const link = frame.getByRole("link", { name: "https://bank.example" });
    await link.hover();
    await reader(page).getByText(LINK).waitFor();
    for (const press of [
      () => link.click(),
      () => link.click({ button: "middle" }),
      () => link.click({ modifiers: ["ControlOrMeta"] }),
      () => link.press("Enter"),
    ]) {
      await press();
      await question(page).getByText(LINK).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await question(page).getByRole("button", { name: "Stay" }).click();
      await question(page).waitFor({ state: "detached" });
    }
    // There is nothing that the browser's own menu could open.
    expect(await frame.locator("a[href^=http]").count()).toBe(0);
    expect(await frame.locator("a[href^=mailto]").count()).toBe(1);
    expect(tabs).toEqual([]);

    await link.press("Enter");
    await question(page).getByRole("button", { name: "Open anyway" }).click();
    await expect.poll(() => tabs).toEqual([LINK]);
    await frame.getByRole("link", { name: "two" }).click();
    await expect.poll(() => tabs).toEqual([LINK, "http://evil.example/two"]);
    expect(await question(page).count()).toBe(0);
    await opened.close();
  },
);

testWhole(
  "so do plain text, the window of one message and Junk; what is proven and wanted opens at once",
  async () => {
    const text = `Look at ${LINK} now.`;
    await arrive("jimin", { subject: "Feigned", text }, SPOOFED);
    await arrive("jimin", { subject: "Honest", text }, PROVEN);
    const opened = await open("jimin");
    const { page } = opened;
    const tabs = await watchTabs(page);
    const link = (of: Page) => of.getByRole("link", { name: LINK });
    await row(page, "Feigned").click();
    await reader(page).getByRole("heading", { name: "Feigned" }).waitFor();
    await link(page).press("Enter");
    await question(page).getByRole("button", { name: "Stay" }).click();
    const [popup] = await Promise.all([
      page.context().waitForEvent("page"),
      reader(page).getByRole("button", { name: "Open in a new window" }).first().click(),
    ]);
    await link(popup).click({ button: "middle" });
    await question(popup).getByRole("button", { name: "Stay" }).click();
    await popup.close();
    expect(tabs).toEqual([]);

    await row(page, "Honest").click();
    await reader(page).getByRole("heading", { name: "Honest" }).waitFor();
    await link(page).click();
    await expect.poll(() => tabs).toEqual([LINK]);
    await page.keyboard.press("!");
    await folder(page, "Junk").first().click();
    await row(page, "Honest").click();
    await link(page).click();
    await question(page).getByText("This message is in Junk.").waitFor();
    await question(page).getByRole("button", { name: "Stay" }).click();
    // Marked as phishing it says so, also once it has left Junk.
    await page.keyboard.press("P");
    await reader(page).getByText("This message was reported as phishing").waitFor();
    await link(page).click();
    await question(page).getByText("This message was reported as phishing.").waitFor();
    await page.keyboard.press("Escape");
    await reader(page).locator(".a-banner").getByRole("button", { name: "Not junk" }).click();
    await folder(page, "Inbox").first().click();
    await row(page, "Honest").click();
    await link(page).click();
    await expect.poll(() => tabs).toEqual([LINK, LINK]);
    await opened.close();
  },
);

testWhole(
  "a message in Junk says why it was taken for that, with the way out beside it",
  async () => {
    const reasons: EmailJunkVerdict["reasons"] = [
      { kind: "words", detail: "prize, winner" },
      { kind: "firstContact", detail: null },
    ];
    await arrive("carol", { subject: "You won", text: "Claim it." }, PROVEN, {
      isJunk: true,
      probability: 0.98,
      by: "atrium",
      reasons,
    });
    const opened = await open("carol");
    const { page } = opened;
    await folder(page, "Junk").first().click();
    await row(page, "You won").click();
    await reader(page)
      .getByText(
        "It was moved there automatically. Words often found in junk: prize, winner. You haven’t exchanged messages with this sender before.",
      )
      .waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await reader(page).locator(".a-banner").getByRole("button", { name: "Not junk" }).click();
    await expect.poll(() => kept(page, "carol", "You won")).toEqual(WANTED);
    await opened.expectQuiet();
    await opened.close();
  },
);
