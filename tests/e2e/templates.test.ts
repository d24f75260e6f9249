// Features: compose, settings
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { useHost } from "./host.ts";
import { field, menuItem, row, text } from "./mail-page.ts";
import { entriesWithoutIcon } from "./menu-icons.ts";

const { open } = useHost({ undoSend: 2000 });

const placeholders = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...(CSS.highlights.get("compose-placeholder") ?? [])].map((range) =>
      (range as Range).toString(),
    ),
  );
const startWriting = async (page: Page, to: string): Promise<void> => {
  await field(page, "To").waitFor();
  await page.keyboard.type(to);
  await text(page).click();
};

testWhole(
  "a template is made in the settings, inserted with its name, filled, and not sent half filled",
  async () => {
    const settings = await open("alice", "/setting/templates");
    const { page: form } = settings;
    await form.getByRole("button", { name: "New template" }).first().click();
    await form.getByRole("textbox", { name: "Name" }).fill("Offer");
    await form.keyboard.press("Enter");
    await form.getByRole("textbox", { name: "Subject" }).fill("Offer for {company}");
    const body = form.getByRole("textbox", { name: "Text" });
    await body.click();
    await form.keyboard.type("Dear {first name}, our offer for {company} is attached. {my name}");
    expect(await axeFaults(form)).toEqual([]);
    await form.getByRole("button", { name: "Save", exact: true }).click();
    await form.getByText("Saved", { exact: true }).waitFor();
    await settings.expectQuiet();
    await settings.close();

    const opened = await open("alice", "/mail/write/");
    const { page } = opened;
    await startWriting(page, "Olga Other <olga@elsewhere.example>,");
    await page.keyboard.type("/off");
    await page.getByRole("option", { name: "Offer" }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await text(page)
      .getByText("Dear Olga, our offer for {company} is attached. Alice Archer")
      .waitFor();
    expect(await page.getByRole("textbox", { name: "Subject" }).inputValue()).toBe(
      "Offer for {company}",
    );
    await expect.poll(() => placeholders(page)).toEqual(["{company}"]);
    await page.keyboard.press("Control+Enter");
    const panel = page.getByRole("dialog", { name: "Check before sending" });
    await panel.getByText("Not filled in yet: {company}").waitFor();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    // The first one is selected, so that it is typed over.
    await text(page).focus();
    await page.keyboard.type("Elsewhere Ltd");
    await text(page).getByText("our offer for Elsewhere Ltd is attached").waitFor();
    await expect.poll(() => placeholders(page)).toEqual([]);
    await page.getByText("Saved", { exact: true }).waitFor();
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "a message is saved as a template, which others of the shared mailbox use too",
  async () => {
    const opened = await open("alice", "/mail/write/");
    const { page } = opened;
    await startWriting(page, "bob@demo.test,");
    await page.keyboard.type("Dear {name}, we are on it.");
    await page.getByRole("button", { name: "More options" }).click();
    expect(await entriesWithoutIcon(page)).toEqual([]);
    await menuItem(page, "Save as template").click();
    const dialog = page.getByRole("dialog", { name: "Save as template" });
    await dialog.getByRole("button", { name: /Save in/ }).click();
    await page.getByRole("option", { name: "Support" }).click();
    await dialog.getByRole("textbox", { name: "Name" }).fill("On it");
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Template saved").waitFor();
    await opened.expectQuiet();
    await opened.close();

    const other = await open("bob");
    await other.page.getByRole("treeitem", { name: "Inbox" }).first().waitFor();
    await other.page.keyboard.press("c");
    await startWriting(other.page, "carol@demo.test,");
    await other.page.keyboard.press("Control+Shift+L");
    const picker = other.page.getByRole("dialog", { name: "Insert template" });
    await picker.getByRole("option", { name: /On it/ }).waitFor();
    expect(await axeFaults(other.page)).toEqual([]);
    await other.page.keyboard.type("on");
    await other.page.keyboard.press("Enter");
    await text(other.page).getByText("Dear Carol Carter, we are on it.").waitFor();
    // The palette finds it too.
    await other.page.getByRole("treeitem", { name: "Inbox" }).first().focus();
    await other.page.keyboard.press("Control+k");
    await other.page.getByRole("dialog", { name: "Commands" }).getByRole("combobox").waitFor();
    await other.page.keyboard.type("on it");
    await other.page.getByRole("option", { name: "On it" }).click();
    await expect
      .poll(() => text(other.page).textContent())
      .toMatch(/(?:Dear Carol Carter, we are on it\.){2}/);
    await other.page.getByRole("textbox", { name: "Subject" }).fill("Soon");
    await other.page.keyboard.press("Control+Enter");
    await other.page.getByText("Message sent").waitFor();
    await other.expectQuiet();
    await other.close();
    const carol = await open("carol");
    await row(carol.page, "Soon").getByText("Dear Carol Carter, we are on it.").waitFor();
    await carol.close();
  },
);

testWhole("templates are put in order, deleted, and back with Undo", async () => {
  const settings = await open("carol", "/setting/templates");
  const { page } = settings;
  for (const name of ["One", "Two"]) {
    await page.getByRole("button", { name: "New template" }).first().click();
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name, level: 2 }).waitFor();
    await page.getByRole("link", { name: "Templates" }).last().click();
  }
  const names = () => page.locator(".settings-template strong").allTextContents();
  await expect.poll(names).toEqual(["One", "Two"]);
  await page.getByRole("button", { name: "Move Two up" }).click();
  await expect.poll(names).toEqual(["Two", "One"]);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("link", { name: /^One/ }).click();
  await page.getByRole("button", { name: "Delete template" }).click();
  await expect.poll(names).toEqual(["Two"]);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect.poll(names).toEqual(["Two", "One"]);
  await settings.expectQuiet();
  await settings.close();
});
