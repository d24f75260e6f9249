// Features: mail, settings
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { device, foldersOf } from "./device.ts";
import { useHost } from "./host.ts";
import { folder, menuItem, reader, row, subjects } from "./mail-page.ts";
import { postPlain } from "./mail-post.ts";

const { host, open } = useHost();

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page
    .getByRole("dialog")
    .getByRole("button", { name: new RegExp(`(?:^| )${label}$`) })
    .click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** The subjects of bob's mail there. */
async function lyingIn(inMailbox: string, keyword: string): Promise<readonly string[]> {
  const [asked, got] = await device<{ list?: { subject: string }[] }>(host, "bob", [
    ["Email/query", { filter: { inMailbox, hasKeyword: keyword } }],
    [
      "Email/get",
      { "#ids": { resultOf: "0", name: "Email/query", path: "/ids" }, properties: ["subject"] },
    ],
  ]);
  expect(asked).toBeDefined();
  return got!.list!.map(({ subject }) => subject).sort();
}

testWhole(
  "a step is made in the settings, and does all of it by key, with one way back",
  async () => {
    await postPlain(host, "bob", "Report one", "Report two", "Report three", "Report four");
    const opened = await open("bob", "/settings/quick-steps");
    const { page } = opened;
    await page.getByText("No quick steps yet").first().waitFor();
    await page.getByRole("button", { name: "New quick step" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New quick step" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Done with it");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Choose at least one action.").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await choose(page, "Read or unread", "Mark as read");
    await choose(page, "Star", "Add star");
    await choose(page, "Where it goes", "Archive");
    await choose(page, "Key", "q 1");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Mark as read · Add star · Archive").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    // The key belongs to one step.
    await page.getByRole("button", { name: "New quick step" }).first().click();
    const second = page.getByRole("dialog", { name: "New quick step" });
    await second.getByRole("textbox", { name: "Name" }).fill("Only read");
    await second.getByRole("button", { name: /(?:^| )Key$/ }).click();
    expect(await page.getByRole("option", { name: "q 1", exact: true }).count()).toBe(0);
    await page.getByRole("option", { name: "q 2", exact: true }).click();
    await choose(page, "Read or unread", "Mark as read");
    await second.getByRole("button", { name: "Save" }).click();
    await second.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Move Only read up" }).click();
    await expect
      .poll(() => page.locator(".settings-row-words > strong").allTextContents())
      .toEqual(["Only read", "Done with it"]);

    await page.goto(`${host.url}/mail/folder/inbox`);
    await row(page, "Report one").click();
    await reader(page).getByText("About Report one.").waitFor();
    await page.keyboard.press("q");
    await page.keyboard.press("1");
    await page.getByText("Done: Done with it").waitFor();
    await expect.poll(() => subjects(page)).not.toContain("Report one");
    const { archive, inbox } = await foldersOf(host, "bob");
    await expect.poll(() => lyingIn(archive!, "$flagged")).toEqual(["Report one"]);
    // One way back for all of it.
    await page.keyboard.press("z");
    await row(page, "Report one").waitFor();
    await expect.poll(() => lyingIn(inbox!, "$flagged")).toEqual([]);

    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole("a step is done from the menus and by the palette, for a selection too", async () => {
  const opened = await open("bob");
  const { page } = opened;
  const { archive } = await foldersOf(host, "bob");
  await row(page, "Report four").waitFor();
  // Of a selection, from its menu.
  for (const subject of ["Report two", "Report three"])
    await row(page, subject).click({ modifiers: ["Control"] });
  const bar = page.getByRole("toolbar", { name: "Actions for the selected conversations" });
  await bar.getByRole("button", { name: "More", exact: true }).click();
  expect(await axeFaults(page)).toEqual([]);
  await menuItem(page, "Done with it").click();
  await expect.poll(() => lyingIn(archive!, "$flagged")).toEqual(["Report three", "Report two"]);

  // From a row's menu, the open conversation's, and the palette.
  await row(page, "Report four").click({ button: "right" });
  await menuItem(page, "Only read").waitFor();
  await page.keyboard.press("Escape");
  await row(page, "Report four").click();
  const acts = page.getByRole("toolbar", { name: "Actions for this conversation" });
  await acts.getByRole("button", { name: "More", exact: true }).click();
  await menuItem(page, "Done with it").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Done with");
  await page.getByRole("option", { name: /Done with it/ }).click();
  await expect
    .poll(() => lyingIn(archive!, "$flagged"))
    .toEqual(["Report four", "Report three", "Report two"]);
  await folder(page, "Archive").first().click();
  await row(page, "Report four").waitFor();
  await opened.expectQuiet();
  await opened.close();
});

testWhole("without network a step is done at once, and kept until there is one again", async () => {
  await postPlain(host, "carol", "Offline report");
  const { archive } = await foldersOf(host, "carol");
  await device(host, "carol", [
    [
      "QuickStep/set",
      { create: { new: { name: "File", toRole: "archive", isRead: true, key: "5" } } },
    ],
  ]);
  const opened = await open("carol");
  const { page } = opened;
  await row(page, "Offline report").click({ button: "right" });
  await menuItem(page, "File").waitFor();
  await page.keyboard.press("Escape");
  await page.context().setOffline(true);
  await row(page, "Offline report").click();
  await page.keyboard.press("q");
  await page.keyboard.press("5");
  await expect.poll(() => subjects(page)).not.toContain("Offline report");
  await page.context().setOffline(false);
  await expect
    .poll(async () => {
      const [found] = await device<{ ids: string[] }>(host, "carol", [
        ["Email/query", { filter: { inMailbox: archive } }],
      ]);
      return found!.ids.length;
    })
    .toBe(1);
  await opened.close();
});
