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
/** As long as a locator waits. */
const PATIENT = { timeout: 30_000 };
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
  await reader(reading.page)
    .frameLocator("iframe[data-ready]")
    .locator("b", { hasText: "finally." })
    .waitFor();
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
  await reader(page).frameLocator("iframe[data-ready]").getByText("the bridge").waitFor();
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
  await expect.poll(() => keywordCount(page, "$answered"), PATIENT).toBe(1);
  await opened.expectQuiet();
  await opened.close();

  const reading = await open("carol");
  await row(reading.page, "Where we meet").filter({ hasText: "Bob" }).waitFor({ timeout: 30_000 });
  await row(reading.page, "Where we meet").click();
  await reader(reading.page)
    .frameLocator("iframe[data-ready]")
    .last()
    .getByText("Sharp.")
    .waitFor();
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
  await page.getByRole("button", { name: "Change the time" }).click();
  const picker = page.getByRole("dialog", { name: /Pick date and time/ });
  await picker.getByRole("button", { name: "Next month" }).waitFor();
  await picker.getByLabel("Time", { exact: true }).fill("15:45");
  await picture(page, "picker");
  expect(await axeFaults(page)).toEqual([]);
  await picker.getByRole("button", { name: "Schedule", exact: true }).click();
  await page
    .getByText(/Will be sent on .* at 15:45/)
    .first()
    .waitFor();
  // The list says when.
  await row(page, "By hand").getByText(/15:45/).waitFor();
  // What waits for its hour is edited or not sent: nothing that would file it away is offered.
  await row(page, "By hand").hover();
  const acts = row(page, "By hand").locator(".mail-row-hover").getByRole("button");
  expect(await acts.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))).toEqual(
    ["Edit", "Cancel sending"],
  );
  await acts.last().click();
  await page.getByText("The message is not sent. It is in Drafts.").waitFor();
  await row(page, "By hand").waitFor({ state: "detached" });
  await page.getByRole("treeitem", { name: "Drafts" }).click();
  await row(page, "By hand").click();
  await text(page).click();
  await page.keyboard.type("Or not. ");
  await page.getByRole("dialog").getByText("Saved", { exact: true }).waitFor();
  await opened.expectQuiet();
  await opened.close();
});

test("letters right after the key are part of the message, also before anything of it is here", async () => {
  await post(host, [{ to: host.people.dave.address, subject: "Typing at once", text: "Quick?" }]);
  const opened = await open("dave");
  const { page } = opened;
  // The code of writing is not even asked for yet.
  await row(page, "Typing at once").waitFor();
  await page.keyboard.type("cbob");
  await page.keyboard.press("Enter");
  const dock = page.getByRole("dialog");
  await dock.getByRole("button", { name: "Bob Baker, bob@demo.test", exact: true }).waitFor();
  await page.keyboard.type("carol@demo.test,");
  await dock.getByRole("button", { name: "carol@demo.test", exact: true }).waitFor();
  // A list as it comes from a table, and back again.
  const list = ['"Zorn, Zoe" <zoe@x.example>', "yan@x.example; Xu Li <xu@x.example>"].join("\n");
  await field(page, "To").evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, list);
  await dock.getByRole("button", { name: "Zorn, Zoe, zoe@x.example", exact: true }).waitFor();
  await page.keyboard.press("Control+z");
  await dock.getByRole("button", { name: /zoe@x/ }).first().waitFor({ state: "detached" });
  // By mouse to a field that shows while it is dragged.
  const chip = dock.getByRole("button", { name: "carol@demo.test", exact: true });
  await chip.hover();
  await page.mouse.down();
  const at = (await chip.boundingBox())!;
  await page.mouse.move(at.x + 12, at.y + 24, { steps: 3 });
  const bcc = dock.getByRole("group", { name: "Bcc" });
  await bcc.hover();
  await bcc.hover();
  await page.mouse.up();
  await bcc.getByRole("button", { name: "carol@demo.test", exact: true }).waitFor();
  await text(page).click();
  // Syllables that are composed are not sent on as keys.
  const devtools = await page.context().newCDPSession(page);
  for (const letters of ["ㅎ", "하", "한"])
    await devtools.send("Input.imeSetComposition", {
      text: letters,
      selectionStart: letters.length,
      selectionEnd: letters.length,
    });
  await devtools.send("Input.insertText", { text: "한글" });
  await text(page).getByText("한글").waitFor();
  await text(page).evaluate((editor) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      "text/html",
      `<p class=MsoNormal>Points:<o:p></o:p></p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>One</p><p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o</span>Below</p><img src="file:///C:/x.png"><script>top.ran = true</script>`,
    );
    editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  });
  await text(page).locator("ul > li ul > li", { hasText: "Below" }).waitFor();
  expect(await text(page).locator("img, [class^=Mso]").count()).toBe(0);
  await dock.getByRole("button", { name: "Discard draft" }).click();
  await row(page, "Typing at once").click();
  await reader(page).getByText("Quick?").first().waitFor();
  await page.keyboard.type("rYes, at once.");
  await text(page).getByText("Yes, at once.").waitFor();
  await dock.getByRole("button", { name: "Discard draft" }).click();
  await dock.waitFor({ state: "detached" });
  await opened.expectQuiet();
  await opened.close();
});

test("a message moves to a window and back, with caret and steps back", async () => {
  const opened = await open("carol");
  const { page } = opened;
  await page.getByRole("treeitem", { name: "Inbox" }).waitFor();
  await page.keyboard.press("c");
  await field(page, "To").waitFor();
  await page.keyboard.type("dave@demo.test,");
  await page.getByRole("textbox", { name: "Subject" }).click();
  await page.keyboard.type("On the move");
  await text(page).click();
  await page.keyboard.type("Start end");
  for (const _ of "end") await page.keyboard.press("ArrowLeft");
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Open in a window of its own" }).click();
  const window = await popup;
  await expect
    .poll(() => text(window).evaluate((it) => it === document.activeElement), PATIENT)
    .toBe(true);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await window.keyboard.type("middle ");
  await text(window).getByText("Start middle end").waitFor();
  // However many steps that is: back beyond what was typed in the other window, and all of it again.
  const step = async (keys: string): Promise<string> => {
    await window.keyboard.press(keys);
    return text(window).innerText();
  };
  await expect.poll(() => step("Control+z"), PATIENT).not.toContain("Start");
  await expect.poll(() => step("Control+Shift+z"), PATIENT).toContain("Start middle end");
  await window.getByRole("textbox", { name: "Subject" }).click();
  await window.keyboard.press("Control+z");
  expect(await window.getByRole("textbox", { name: "Subject" }).inputValue()).not.toBe(
    "On the move",
  );
  await window.keyboard.press("Control+y");
  await window.getByText("Saved", { exact: true }).waitFor();
  await window.reload();
  await text(window).getByText("Start middle end").waitFor();
  const closed = window.waitForEvent("close");
  await window.getByRole("button", { name: "Write in the mail window" }).click();
  await closed;
  await text(page).getByText("Start middle end").waitFor();
  await page.getByRole("dialog").getByText("Saved", { exact: true }).waitFor();
  await opened.expectQuiet();
  await opened.close();
});

test("what cannot go says why, and an ended session loses nothing", async () => {
  const opened = await open("alice", "/mail/write/?to=nobody-at-all@demo.test&subject=Stopped");
  const { page } = opened;
  const send = page.getByRole("button", { name: "Send", exact: true });
  await text(page).click();
  await page.keyboard.type("Listen.");
  await send.click();
  await page.getByText("Nobody can be reached at nobody-at-all@demo.test").waitFor();
  await page.getByRole("button", { name: "Remove nobody-at-all@demo.test" }).click();
  await send.click();
  await page.getByText("Add at least one recipient.").waitFor();
  await field(page, "To").fill("bob@@demo,");
  await send.click();
  await page.getByText("These are not valid addresses: bob@@demo").waitFor();
  await page.getByRole("button", { name: "Remove bob@@demo" }).click();
  await field(page, "To").fill("bob@demo.test,");
  // Uploads that break off, and one that is stopped.
  const files = page.locator("input[type=file]").first();
  let isBroken = true;
  await page.route("**/jmap/upload/**", (route) => (isBroken ? route.abort() : route.continue()));
  const file = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });
  await files.setInputFiles([file("a.txt"), file("b.txt")]);
  await page.getByText("Upload failed").nth(1).waitFor();
  await send.click();
  await page.getByText("An attachment could not be uploaded.").waitFor();
  await picture(page, "stopped");
  expect(await axeFaults(page)).toEqual([]);
  isBroken = false;
  await page.getByRole("button", { name: "Remove a.txt" }).click();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Upload failed").waitFor({ state: "detached" });
  await page.context().clearCookies();
  await send.click();
  await page.getByLabel("Password", { exact: true }).fill(host.people.alice.password);
  await page.keyboard.press("Enter");
  await page.getByText("Message sent").waitFor();
  await opened.close();

  const reading = await open("bob");
  await row(reading.page, "Stopped").click({ timeout: 20_000 });
  await reader(reading.page).getByText("b.txt").waitFor();
  expect(await row(reading.page, "Stopped").count()).toBe(1);
  await reading.close();
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
  // The step back that closing took is the browser's to finish.
  await expect
    .poll(() => page.evaluate(() => (history.state as { layer?: number } | null)?.layer ?? 0))
    .toBe(0);
  await page.reload();
  await page.getByRole("button", { name: "A dot", exact: true }).waitFor();
  await expect.poll(() => text(page).locator("img").getAttribute("src"), PATIENT).toMatch(/^blob:/);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Message sent.").waitFor();
  await opened.expectQuiet();
  await opened.close();

  const reading = await open("bob");
  await row(reading.page, "A dot").click({ timeout: 30_000 });
  const shown = reader(reading.page).frameLocator("iframe[data-ready]").last().locator("img");
  await expect
    .poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth), PATIENT)
    .toBe(1);
  await reading.close();
});
