// Features: compose, mail
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { useHost } from "./host.ts";
import { field, nothingAbove, reader, row, text } from "./mail-page.ts";
import { post } from "./mail-post.ts";

const { host, open } = useHost({ undoSend: 2000 });

const reply = (page: Page, subject: string): Locator =>
  page.getByRole("dialog", { name: `Re: ${subject}` });
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click();

/** Whether two things of a page cover each other. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (!a || !b) throw new Error("One of them is not in sight");
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

testWhole(
  "an answer is written below its message, moves away and back with caret and steps, and is sent",
  async () => {
    const { alice } = host.people;
    await post(host, [{ to: alice.address, subject: "Where we meet", text: "At the bridge?" }]);
    const opened = await open("alice");
    const { page } = opened;
    await row(page, "Where we meet").click();
    const answered = reader(page).getByText("At the bridge?");
    await answered.waitFor();
    await page.keyboard.press("r");
    await text(page).waitFor();
    await page.keyboard.type("At noon");
    const written = reply(page, "Where we meet");
    expect(await overlap(written, answered)).toBe(false);
    expect(await overlap(written, page.locator(".mail-pane .a-grid"))).toBe(false);
    expect(await reader(page).locator(".compose-place .compose-panel").count()).toBe(1);
    // What the server has of it by now is not listed a second time.
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(await reader(page).getByText("Draft", { exact: true }).count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);

    await press(page, "Move to the bottom of the window");
    await page.keyboard.type(", below");
    expect(await text(page).innerText()).toBe("At noon, below");
    expect(await reader(page).locator(".compose-panel").count()).toBe(0);
    await press(page, "Move into the conversation");
    await page.keyboard.press("Control+z");
    await expect.poll(() => text(page).innerText()).not.toContain("below");
    expect(await text(page).innerText()).toContain("At noon");

    await page.keyboard.press("Control+Enter");
    await page.getByText("Message sent").waitFor();
    await written.waitFor({ state: "detached" });
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole("an answer that is left keeps its caret, and waits for its conversation", async () => {
  const { bob } = host.people;
  await post(host, [
    { to: bob.address, subject: "Other matters", text: "Another thing." },
    { to: bob.address, subject: "Where to go", text: "Over the bridge?" },
  ]);
  const opened = await open("bob");
  const { page } = opened;
  await row(page, "Where to go").click();
  await reader(page).getByText("Over the bridge?").waitFor();
  await page.keyboard.press("r");
  await text(page).waitFor();
  await page.keyboard.type("At noon");
  const written = reply(page, "Where to go");
  await page.getByText("Saved", { exact: true }).waitFor();

  // Out of it by Escape, which takes nothing away; back by Shift+Escape, with the caret where it was.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+Escape");
  await page.keyboard.type(" sharp");
  await expect.poll(() => text(page).innerText()).toMatch(/^At noon,? sharp/);
  await page.keyboard.press("Escape");

  await row(page, "Other matters").click();
  await reader(page).getByText("Another thing.").waitFor();
  await written.getByRole("button", { name: "Show the message" }).first().waitFor();
  expect(await text(page).isVisible()).toBe(false);
  await row(page, "Where to go").click();
  await text(page).waitFor();
  expect(await text(page).innerText()).toMatch(/^At noon,? sharp/);
  expect(await reader(page).locator(".compose-panel").count()).toBe(1);

  await page.reload();
  await expect.poll(() => text(page).innerText()).toMatch(/^At noon,? sharp/);
  await expect.poll(() => reader(page).locator(".compose-panel").count()).toBe(1);
  await text(page).click();
  await page.keyboard.press("Control+Enter");
  await page.getByText("Message sent").waitFor();
  await written.waitFor({ state: "detached" });
  await opened.expectQuiet();
  await opened.close();
});

testWhole(
  "an answer in which nothing was written goes by Escape, and with its conversation",
  async () => {
    const { bob } = host.people;
    await post(host, [
      { to: bob.address, subject: "First question", text: "Is it one?" },
      { to: bob.address, subject: "Second question", text: "Or two?" },
    ]);
    const opened = await open("bob");
    const { page } = opened;
    await row(page, "First question").click();
    await reader(page).getByText("Is it one?").waitFor();
    await press(page, "Reply all");
    await text(page).waitFor();
    await text(page).press("Escape");
    await text(page).waitFor({ state: "detached" });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe("Reply all");
    await page.keyboard.press("r");
    await text(page).waitFor();
    await row(page, "Second question").click();
    await reader(page).getByText("Or two?").waitFor();
    await text(page).waitFor({ state: "detached" });
    // A second press of the key goes on with what there is; another way to answer takes its place.
    await page.keyboard.press("r");
    await text(page).waitFor();
    await page.keyboard.press("Escape");
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "messages at the foot of the window leave the list alone, at every width, and one fills the window whole",
  async () => {
    const { carol } = host.people;
    await post(host, [{ to: carol.address, subject: "Something to read", text: "Read me." }]);
    const opened = await open("carol");
    const { page } = opened;
    await row(page, "Something to read").click();
    await reader(page).getByText("Read me.").waitFor();
    for (const width of [1440, 1024, 768]) {
      await page.setViewportSize({ width, height: 900 });
      await reader(page).getByText("Read me.").click();
      await page.keyboard.press("c");
      await field(page, "To").last().waitFor();
      await page.keyboard.press("Escape");
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "Show the message" }).last().click();
    await field(page, "To").waitFor();
    const list = page.locator(".mail-pane .a-grid");
    for (const one of await page.locator(".compose-panel").all())
      expect(await overlap(one, list)).toBe(false);
    await page.setViewportSize({ width: 768, height: 1024 });
    await expect
      .poll(async () => {
        const all = await page.locator(".compose-panel[data-shape=normal]").all();
        return Promise.all(all.map((one) => overlap(one, reader(page).getByText("Read me."))));
      })
      .toEqual([false]);

    await page.setViewportSize({ width: 1440, height: 900 });
    await press(page, "Full screen");
    expect(await page.locator(".compose-panel[data-shape=full]").boundingBox()).toEqual({
      x: 0,
      y: 0,
      width: 1440,
      height: 900,
    });
    expect(await axeFaults(page)).toEqual([]);
    await press(page, "Leave full screen");
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole("where answers are written is a person's choice", async () => {
  const { dave } = host.people;
  await post(host, [{ to: dave.address, subject: "Your choice", text: "Which one?" }]);
  const opened = await open("dave", "/setting/writing");
  const { page } = opened;
  await page.getByRole("radio", { name: "At the bottom of the window" }).check({ force: true });
  await page.goto(`${host.url}/`);
  await row(page, "Your choice").click();
  await reader(page).getByText("Which one?").waitFor();
  await page.keyboard.press("r");
  await text(page).waitFor();
  expect(await reader(page).locator(".compose-panel").count()).toBe(0);
  await page.keyboard.press("Escape");

  await page.goto(`${host.url}/setting/writing`);
  await page.getByRole("radio", { name: "In a new window" }).check({ force: true });
  await page.goto(`${host.url}/`);
  await row(page, "Your choice").click();
  await reader(page).getByText("Which one?").waitFor();
  const popup = page.waitForEvent("popup");
  await page.keyboard.press("f");
  await text(await popup).waitFor();
  await opened.close();
});

testWhole(
  "on a phone a begun answer is gone on with after the way back, and one to all is another",
  async () => {
    const { alice, bob } = host.people;
    await post(host, [
      { to: [alice.address, bob.address], subject: "The key", text: "Who has it?" },
    ]);
    const opened = await open("alice", "/", { isPhone: true });
    const { page } = opened;
    await row(page, "The key").tap();
    await reader(page).getByText("Who has it?").waitFor();
    const answer = async (name: string): Promise<void> => {
      await reader(page).getByRole("button", { name, exact: true }).first().tap();
      await text(page).waitFor();
    };
    await answer("Reply");
    await page.keyboard.type("I have it");
    await page.goBack();
    await page.getByText("Saved in Drafts").waitFor();
    await nothingAbove(page);
    await answer("Reply");
    await expect.poll(() => text(page).innerText()).toContain("I have it");
    expect(await reply(page, "The key").count()).toBe(1);
    await page.keyboard.type(", really");
    await page.goBack();
    await text(page).waitFor({ state: "detached" });
    await nothingAbove(page);
    // As a window that was just opened knows it.
    await page.reload();
    await reader(page).getByText("Who has it?").waitFor();
    await reader(page).getByText("Draft", { exact: true }).first().waitFor();
    await answer("Reply");
    await expect.poll(() => text(page).innerText()).toMatch(/I have it/);
    await page.goBack();
    await text(page).waitFor({ state: "detached" });
    await nothingAbove(page);
    await answer("Reply all");
    expect(await text(page).innerText()).not.toContain("I have it");
    await opened.expectQuiet();
    await opened.close();
  },
);
