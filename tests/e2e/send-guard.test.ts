// Features: compose
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { contextOf, useHost } from "./host.ts";
import { field, reader, row, text } from "./mail-page.ts";
import { post } from "./mail-post.ts";

const { browser, host, open } = useHost({ undoSend: 2000 });

const panelOf = (page: Page): Locator => page.getByRole("dialog", { name: "Check before sending" });
/** Waits for the panel to go, and to have given the focus back, which it does in the frame after. */
async function isBack(page: Page): Promise<void> {
  await panelOf(page).waitFor({ state: "detached" });
  const isInside = () => page.evaluate(() => document.activeElement !== document.body);
  await expect.poll(isInside).toBe(true);
}

testWhole("what looks wrong is said before a message goes, and mended with one press", async () => {
  const opened = await open("alice", "/mail/write/");
  const { page } = opened;
  await field(page, "To").waitFor();
  await page.keyboard.type("bob@demo.test,carol@demo.test,kim@dem0.test,");
  await text(page).click();
  await page.keyboard.type("Hi Dave,\nhere is the plan.");
  await page.keyboard.press("Control+Enter");
  const panel = panelOf(page);
  await panel.getByText(/^kim@dem0\.test looks like an address at demo\.test/).waitFor();
  await panel.getByText("You mention Dave, who is not a recipient.").waitFor();
  await panel.getByText("The message has no subject.").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  // Enter does the careful thing.
  await page.keyboard.press("Enter");
  await isBack(page);
  await page.keyboard.press("Control+Enter");
  await panel.getByRole("button", { name: "Remove kim@dem0.test" }).click();
  await panel.getByRole("button", { name: "Add Dave Dyer" }).click();
  await page.getByRole("button", { name: "Dave Dyer, dave@demo.test" }).waitFor();
  expect(await page.getByRole("button", { name: /kim@dem0/ }).count()).toBe(0);
  await panel.getByRole("button", { name: "Send anyway" }).click();
  await page.getByText("Message sent").waitFor();
  await opened.expectQuiet();
  await opened.close();
  const dave = await open("dave");
  await row(dave.page, "here is the plan").waitFor();
  await dave.close();
});

testWhole("one from outside among colleagues is asked about, and taken out", async () => {
  const opened = await open("alice", "/mail/write/");
  const { page } = opened;
  await field(page, "To").waitFor();
  await page.keyboard.type("bob@demo.test,carol@demo.test,olga@elsewhere.example,");
  await page.getByRole("textbox", { name: "Subject" }).fill("Numbers");
  await page.keyboard.press("Control+Enter");
  const panel = panelOf(page);
  await panel.getByText(/^Outside your organisation: olga@elsewhere\.example\./).waitFor();
  await panel.getByRole("button", { name: "Remove olga@elsewhere.example" }).click();
  // With nothing left to say it is the message again.
  await isBack(page);
  expect(await page.getByRole("button", { name: /olga@/ }).count()).toBe(0);
  await page.keyboard.press("Control+Enter");
  await page.getByText("Message sent").waitFor();
  await opened.expectQuiet();
  await opened.close();
});

testWhole("an answer says who replied while it was written", async () => {
  const first = { messageId: "<guard1@elsewhere.example>", subject: "Who takes it?" };
  await post(host, [{ ...first, to: host.people.bob.address, text: "Anyone?" }]);
  const opened = await open("bob");
  const { page } = opened;
  await row(page, "Who takes it?").click();
  await reader(page).getByText("Anyone?").first().waitFor();
  await page.keyboard.press("r");
  await text(page).waitFor();
  await page.keyboard.type("I do.");
  await post(host, [
    {
      from: "Nora Nice <nora@elsewhere.example>",
      to: host.people.bob.address,
      subject: "Re: Who takes it?",
      inReplyTo: first.messageId,
      references: first.messageId,
      text: "I already did.",
    },
  ]);
  await page.keyboard.press("Control+Enter");
  await panelOf(page).getByText("Nora Nice replied while you were writing.").waitFor();
  await page.keyboard.press("Escape");
  await panelOf(page).waitFor({ state: "detached" });
  await opened.expectQuiet();
  await opened.close();
});

testWhole("what is turned off in the settings is not asked, in every browser", async () => {
  const context = await contextOf(browser, host, "carol");
  const settings = await browser.open(`${host.url}/setting/writing`, { context });
  const check = settings.page.getByRole("switch", { name: "Missing subject" });
  await check.click();
  expect(await check.isChecked()).toBe(false);
  expect(await axeFaults(settings.page)).toEqual([]);
  await expect
    .poll(
      async () => (await (await context.request.get(`${host.url}/api/session`)).json()).preferences,
    )
    .toMatchObject({ checksSubject: false });
  await context.close();
  const opened = await open("carol", "/mail/write/");
  const { page } = opened;
  await field(page, "To").waitFor();
  await page.keyboard.type("bob@demo.test,");
  await text(page).click();
  await page.keyboard.type("Short.");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Message sent").waitFor();
  await opened.close();
});

testWhole("what was sent can be read for a while when it can no longer be undone", async () => {
  const opened = await open("jimin");
  const { page } = opened;
  await page.getByRole("button", { name: "New message" }).click();
  await field(page, "To").fill(host.people.bob.address);
  await field(page, "To").press("Enter");
  await page.getByLabel("Subject").fill("Short notice");
  await text(page).click();
  await page.keyboard.type("All of it.");
  const toast = page.locator(".a-toast");
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.keyboard.press("Control+Enter");
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return toast.allInnerTexts();
    })
    .toEqual([expect.stringMatching(/^Message sent\s+Undo/)]);
  await page.clock.runFor(2500);
  expect(await toast.allInnerTexts()).toEqual(["Message sent"]);
  await page.clock.runFor(3000);
  expect(await toast.count()).toBe(0);
  await opened.close();
});
