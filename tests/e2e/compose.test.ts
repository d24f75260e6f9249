import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedKey } from "../../server/src/testing/suite.ts";
import { axeFaults } from "./axe.ts";
import { useBrowser, type PageOptions, type WatchedPage } from "./browser.ts";
import { signIn, startHost } from "./host.ts";
import { post } from "./mail-post.ts";

const browser = useBrowser();
let host: Awaited<ReturnType<typeof startHost>>;
beforeAll(async () => {
  // Long enough to be taken back by a slow machine, short enough to be waited for.
  host = await startHost({ undoSend: 6000 });
});
afterAll(() => host?.close());

async function open(who: SeedKey, path = "/", options: PageOptions = {}): Promise<WatchedPage> {
  const context = await browser.context(options);
  await signIn(context, host, who);
  return browser.open(host.url + path, { ...options, context });
}

const row = (page: Page, subject: string) => page.getByRole("row").filter({ hasText: subject });
const reader = (page: Page) => page.getByRole("region", { name: "Conversation", exact: true });
const field = (page: Page, name: string) => page.getByRole("combobox", { name, exact: true });
const text = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
const shot = process.env["SHOTS"];
const picture = (page: Page, name: string) =>
  shot ? page.screenshot({ path: `${shot}/${name}.png` }) : undefined;

/** How many of the person's messages the server has under a keyword. */
function keywordCount(page: Page, hasKeyword: string): Promise<number> {
  return page.evaluate(async (keyword) => {
    const session = await (await fetch("/jmap/session")).json();
    const accountId = session.primaryAccounts["urn:ietf:params:jmap:mail"];
    const answer = await fetch("/jmap/api", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        using: Object.keys(session.capabilities),
        methodCalls: [["Email/query", { accountId, filter: { hasKeyword: keyword } }, "c"]],
      }),
    });
    return (await answer.json()).methodResponses[0][1].ids.length;
  }, hasKeyword);
}

test("a message with an attachment is written in its own window, sent, and arrives", async () => {
  const opened = await open("alice", "/mail/write/");
  const { page } = opened;
  await field(page, "To").waitFor();
  await page.keyboard.type("bob");
  await page.getByRole("option", { name: /Bob Baker/ }).waitFor();
  await picture(page, "window-suggestions");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.getByRole("textbox", { name: "Subject" }).fill("The plan");
  await text(page).click();
  await page.keyboard.type("Here it is, ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("finally.");
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({
      name: "plan.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("One, two, three."),
    });
  await page.getByText("plan.txt").waitFor();
  await page.getByText("Saved", { exact: true }).waitFor();
  expect(await page.title()).toBe("The plan – alice@demo.test");
  await picture(page, "window");
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Message sent").waitFor();
  await picture(page, "window-sent");
  await opened.expectQuiet();
  await opened.close();

  const reading = await open("bob");
  await row(reading.page, "The plan").click({ timeout: 20_000 });
  await reader(reading.page).getByText("plan.txt").waitFor();
  await reader(reading.page).frameLocator("iframe").locator("b", { hasText: "finally." }).waitFor();
  await reading.close();
});

test("an answer from the reader goes out, is taken back, sent again, and marks what it answers", async () => {
  await post(host, [
    {
      to: [host.people.bob.address, host.people.carol.address],
      replyTo: "Olga <answers@elsewhere.example>",
      cc: host.people.dave.address,
      subject: "Re: Where we meet",
      html: "<p>At <b>the bridge</b>?</p>",
    },
  ]);
  const opened = await open("bob");
  const { page } = opened;
  await row(page, "Where we meet").click();
  await reader(page).frameLocator("iframe").getByText("the bridge").waitFor();
  await page.keyboard.press("a");
  const dock = page.getByRole("dialog", { name: "Re: Where we meet" });
  await dock.getByRole("button", { name: "Olga, answers@elsewhere.example" }).waitFor();
  await dock.getByRole("button", { name: "carol@demo.test", exact: true }).waitFor();
  await dock.getByRole("button", { name: "dave@demo.test", exact: true }).waitFor();
  expect(await dock.getByRole("button", { name: /^bob@demo|Bob Baker, bob@/ }).count()).toBe(0);
  expect(await dock.getByLabel("Subject").inputValue()).toBe("Re: Where we meet");
  // Somebody outside cannot be reached from here.
  await dock.getByRole("button", { name: "Remove Olga" }).click();
  await text(page).click();
  await page.keyboard.type("At noon.");
  await dock.getByRole("button", { name: "Show the original message" }).click();
  await dock.frameLocator("iframe").getByText("the bridge").waitFor();
  await picture(page, "dock-reply");
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press("Control+Enter");
  await dock.waitFor({ state: "detached" });
  await page.getByText("Message sent.").waitFor();
  await picture(page, "dock-undo");
  await page.getByRole("button", { name: "Undo" }).click();
  await dock.getByText("At noon.").waitFor();
  await text(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Sharp.");
  await dock.getByRole("button", { name: "Send", exact: true }).click();
  await dock.waitFor({ state: "detached" });
  await expect.poll(() => keywordCount(page, "$answered")).toBe(1);
  await opened.expectQuiet();
  await opened.close();

  const reading = await open("carol");
  await row(reading.page, "Where we meet").filter({ hasText: "Bob" }).waitFor({ timeout: 30_000 });
  await row(reading.page, "Where we meet").click();
  await reader(reading.page).frameLocator("iframe").last().getByText("Sharp.").waitFor();
  expect(await row(reading.page, "Where we meet").count()).toBe(1);
  await reading.close();
});

test("a draft outlives a reload, closing and going on; there is one of it, and none when discarded", async () => {
  const opened = await open("carol");
  const { page } = opened;
  await page.getByRole("treeitem", { name: "Inbox" }).waitFor();
  await page.keyboard.press("c");
  const dock = page.getByRole("dialog");
  await field(page, "To").waitFor();
  await page.keyboard.type("dave@demo.test,");
  await dock.getByLabel("Subject").fill("Half a thought");
  await text(page).click();
  await page.keyboard.type("It begins");
  await dock.getByText("Saved", { exact: true }).waitFor();
  await page.keyboard.type(" and goes on");
  // Before it can have been saved.
  await page.waitForTimeout(400);
  await page.reload();
  await dock.getByText("It begins and goes on").waitFor();
  await dock.getByText("Saved", { exact: true }).waitFor();
  await page.getByRole("treeitem", { name: "Drafts" }).click();
  await row(page, "Half a thought").waitFor();
  expect(await row(page, "Half a thought").count()).toBe(1);
  await dock.getByRole("button", { name: "Save and close" }).click();
  await dock.waitFor({ state: "detached" });
  await page.reload();
  await row(page, "Half a thought").waitFor();
  expect(await dock.count()).toBe(0);
  await row(page, "Half a thought").click();
  await dock.getByText("It begins and goes on").waitFor();
  await dock.getByRole("button", { name: "Discard draft" }).click();
  await row(page, "Half a thought").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await dock.getByText("It begins and goes on").waitFor();
  await row(page, "Half a thought").waitFor();
  await dock.getByRole("button", { name: "Discard draft" }).click();
  await row(page, "Half a thought").waitFor({ state: "detached" });
  await opened.expectQuiet();
  await opened.close();
});

test("all of it goes by keyboard: recipients, moving one, minimising, a forgotten file, sending later", async () => {
  const opened = await open("dave");
  const { page } = opened;
  await page.getByRole("treeitem", { name: "Inbox" }).waitFor();
  await page.keyboard.press("c");
  await field(page, "To").waitFor();
  await page.keyboard.type("nobody;alice@demo.test;carol");
  await page.getByRole("option", { name: /Carol Carter/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  // From the chip of Carol to the one that is no address, which goes.
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Delete");
  // Alice to Cc.
  await page.keyboard.press("Alt+ArrowDown");
  await page
    .getByRole("group", { name: "Cc" })
    .getByRole("button", { name: "alice@demo.test", exact: true })
    .waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type("By hand");
  await page.keyboard.press("Enter");
  await page.keyboard.type("The plan is attached.");
  await page.keyboard.press("Escape");
  const head = page.getByRole("button", { name: "By hand", exact: true });
  await head.waitFor();
  expect(await head.getAttribute("aria-expanded")).toBe("false");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Enter");
  await page.getByText("You wrote of an attachment, but nothing is attached.").waitFor();
  await picture(page, "forgotten");
  await page.keyboard.press("Escape");
  await text(page).waitFor();
  const later = page.getByRole("button", { name: "Send later" });
  await later.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: /Tomorrow morning/ }).waitFor();
  await picture(page, "later");
  await page.getByRole("menuitem", { name: /Tomorrow morning/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Send", exact: true }).last().focus();
  await page.keyboard.press("Enter");
  await page.getByText(/Will be sent on/).waitFor();
  await page.getByRole("treeitem", { name: "Scheduled" }).click();
  await row(page, "By hand").click();
  await page
    .getByText(/Will be sent on .* at 8:00/)
    .first()
    .waitFor();
  await picture(page, "scheduled");
  await page.getByRole("button", { name: "Cancel sending and edit" }).click();
  await text(page).click();
  await page.keyboard.type("Or not. ");
  await page.getByRole("dialog").getByText("Saved", { exact: true }).waitFor();
  await row(page, "By hand").waitFor({ state: "detached" });
  await page.getByRole("treeitem", { name: "Drafts" }).click();
  await row(page, "By hand").waitFor();
  await opened.expectQuiet();
  await opened.close();
});

test("without the network nothing is lost, and what was sent goes once when it is back", async () => {
  const opened = await open("bob", "/mail/write/?to=jimin@demo.test&subject=Cut+off");
  const { page } = opened;
  await text(page).click();
  await page.keyboard.type("Before the cut,");
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.context().setOffline(true);
  await page.keyboard.type(" and after it.");
  await page.getByText("Kept on this device until the server can be reached").waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByText("No connection. The message is sent as soon as there is one.").waitFor();
  await picture(page, "offline");
  await page.context().setOffline(false);
  await page.getByText("Message sent").waitFor({ timeout: 20_000 });
  await opened.close();

  const reading = await open("jimin", "/", { locale: "ko-KR" });
  await row(reading.page, "Cut off").waitFor({ timeout: 30_000 });
  await row(reading.page, "Cut off").click();
  await reading.page.getByText("Before the cut, and after it.").first().waitFor();
  expect(await row(reading.page, "Cut off").count()).toBe(1);
  await reading.close();
});

test("pictures stand in the text, plain text has none, and phones write on the whole screen in the dark", async () => {
  const opened = await open("alice", "/", {
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
  });
  const { page } = opened;
  await page.getByText("Inbox").first().waitFor();
  await page.keyboard.press("c");
  await field(page, "To").waitFor();
  await page.keyboard.type("bob@demo.test,");
  await page.getByRole("textbox", { name: "Subject" }).fill("A dot");
  await text(page).click();
  await page.keyboard.type("Look: ");
  await page.locator("input[type=file][accept]").setInputFiles({
    name: "dot.png",
    mimeType: "image/png",
    buffer: Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
      "base64",
    ),
  });
  await text(page).locator("img").waitFor();
  await page.getByText("Saved", { exact: true }).waitFor();
  await picture(page, "phone-dark");
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Minimise" }).click();
  await picture(page, "phone-small");
  await page.reload();
  await page.getByRole("button", { name: "A dot", exact: true }).waitFor();
  await expect.poll(() => text(page).locator("img").getAttribute("src")).toMatch(/^blob:/);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Message sent.").waitFor();
  await opened.expectQuiet();
  await opened.close();

  const reading = await open("bob");
  await row(reading.page, "A dot").click({ timeout: 30_000 });
  const shown = reader(reading.page).frameLocator("iframe").last().locator("img");
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  await reading.close();
});
