// Features: mail
import type { Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { importMessages } from "../../server/src/features/mail/index.ts";
import type { SeedKey } from "../../server/src/testing/suite.ts";
import { mailbox } from "../bench/mailbox.ts";
import { axeFaults } from "./axe.ts";
import { storedMail } from "./device.ts";
import { useHost } from "./host.ts";
import { reader, row } from "./mail-page.ts";
import { postPlain } from "./mail-post.ts";

const { browser, host, open } = useHost();
beforeAll(async () => {
  const { accountId, address } = host.people.bob;
  await importMessages(host.suite.engine, accountId, mailbox(address, 700));
});

/** What a person would soon see, on a slow machine too. */
const soon = <T>(read: () => T | Promise<T>) => expect.poll(read);
const subjects = async (page: Page) =>
  (await page.locator(".mail-row-subject").allTextContents()).sort();
const chips = (page: Page, subject: string) =>
  row(page, subject).locator(".mail-row-labels .a-tag:visible").allTextContents();
const item = (page: Page, name: string) => page.getByRole("treeitem", { name, exact: true });
const option = (page: Page, name: string) => page.getByRole("option", { name });
const finder = (page: Page) => page.getByRole("combobox", { name: "Find or create a label" });
const menu = (page: Page) => page.getByRole("dialog", { name: "Label as" });
const send = (who: SeedKey, ...names: string[]) => postPlain(host, who, ...names);

testWhole("labels are made, put on and taken off by the keyboard alone", async () => {
  await send("dave", "Boat trip", "Tax form", "Garden plan");
  const opened = await open("dave");
  const { page } = opened;
  await row(page, "Garden plan").waitFor();
  // Two of three, and the first label by typing its name.
  await row(page, "Boat trip").focus();
  await page.keyboard.press("x");
  await row(page, "Tax form").focus();
  await page.keyboard.press("x");
  await page.keyboard.press("l");
  await finder(page).waitFor();
  await page.getByText("No labels yet").waitFor();
  await finder(page).fill("  Summer 2026 ");
  await option(page, "Create “Summer 2026”").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await menu(page).waitFor({ state: "detached" });
  await soon(() => chips(page, "Boat trip")).toEqual(["Summer 2026"]);
  expect(await chips(page, "Tax form")).toEqual(["Summer 2026"]);
  expect(await chips(page, "Garden plan")).toEqual([]);
  await item(page, "Summer 2026").waitFor();

  // Some of three have it; Enter gives it to all, and again takes it off all; undo gives it back.
  await page.keyboard.press("Control+a");
  await page.keyboard.press("l");
  await finder(page).waitFor();
  await soon(() => option(page, "Summer 2026").getAttribute("aria-checked")).toBe("mixed");
  await finder(page).fill("SUM");
  await page.keyboard.press("Shift+Enter");
  await soon(() => option(page, "Summer 2026").getAttribute("aria-checked")).toBe("true");
  await page.keyboard.press("Shift+Enter");
  await soon(() => option(page, "Summer 2026").getAttribute("aria-checked")).toBe("false");
  await finder(page).fill("Money");
  await option(page, "Create “Money”").waitFor();
  // The choice closes it.
  await page.keyboard.press("Enter");
  await menu(page).waitFor({ state: "detached" });
  await soon(() => chips(page, "Garden plan")).toEqual(["Money"]);
  await page.keyboard.press("z");
  await soon(() => chips(page, "Garden plan")).toEqual([]);
  await page.keyboard.press("z");
  await soon(() => chips(page, "Garden plan")).toEqual(["Summer 2026"]);

  // The server has it too.
  await soon(async () => {
    const [mail] = await storedMail(host, "dave", { subject: "Garden plan" });
    return Object.keys(mail!.keywords);
  }).toContain("summer-2026");
  await opened.expectQuiet();
  await opened.close();
});

testWhole(
  "labels have lists, are searched for, changed and deleted by the keyboard alone",
  async () => {
    const opened = await open("dave");
    const { page } = opened;
    // The label's own list, where every row has it and none needs to say so.
    await item(page, "Summer 2026").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Summer 2026", level: 1 }).waitFor();
    await soon(() => subjects(page)).toEqual(["Boat trip", "Garden plan", "Tax form"]);
    expect(new URL(page.url()).pathname).toMatch(/^\/mail\/label\/l/);
    expect(await chips(page, "Boat trip")).toEqual([]);
    await page.reload();
    await row(page, "Boat trip").waitFor();
    // From the reader it goes by its cross, and the row with it.
    await row(page, "Tax form").focus();
    await page.keyboard.press("Enter");
    await reader(page).getByRole("button", { name: "Remove Summer 2026" }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await reader(page).getByRole("button", { name: "Remove Summer 2026" }).click();
    await soon(() => subjects(page)).toEqual(["Boat trip", "Garden plan"]);

    // Searched for by name, with a suggestion that knows it.
    await page.keyboard.press("/");
    await page.keyboard.type("label:sum");
    await option(page, "Summer 2026").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.locator('[role="option"][aria-selected="true"]').waitFor();
    await page.keyboard.press("Enter");
    await soon(() => decodeURIComponent(page.url())).toContain('label:"Summer 2026"');
    await soon(() => subjects(page)).toEqual(["Boat trip", "Garden plan"]);

    // Renamed and painted; a name that is taken is refused where it is typed.
    await item(page, "Money").focus();
    await page.keyboard.press("F2");
    await page.getByLabel("Label name").fill("summer 2026");
    await page.keyboard.press("Enter");
    await page.getByText("A label with this name already exists.").waitFor();
    await page.getByLabel("Label name").fill("돈");
    await page.getByRole("radio", { name: "Pink" }).check();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await item(page, "돈").waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await item(page, "Summer 2026").focus();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitemradio", { name: "Green" }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");

    // Deleted, it is off all mail, in every window.
    const other = await browser.open(host.url, { context: page.context() });
    await soon(() => chips(other.page, "Boat trip")).toEqual(["Summer 2026"]);
    await item(page, "Summer 2026").focus();
    await page.keyboard.press("Delete");
    await page.getByRole("button", { name: "Delete label" }).click();
    await item(page, "Summer 2026").waitFor({ state: "detached" });
    await soon(() => chips(other.page, "Boat trip")).toEqual([]);
    await expect
      .poll(async () => {
        const { rows } = await host.suite.platform.pool.query(
          "select 1 from email where keywords @> '{summer-2026}'",
        );
        return rows.length;
      })
      .toBe(0);
    await opened.expectQuiet({ allow: [/status of 4/] });
    await other.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "mail is dropped on a label, a whole long list gets one, and a phone has the same",
  async () => {
    const opened = await open("bob");
    const { page } = opened;
    await page.locator(".mail-row-subject").first().waitFor();
    await page.getByRole("button", { name: "New label" }).click();
    await page.getByLabel("Label name").fill("Work");
    await page.keyboard.press("Enter");
    await item(page, "Work").waitFor();
    await page.locator('.mail-row[draggable="true"]').first().waitFor();
    const first = await page.locator(".mail-row-subject").first().textContent();
    await page.locator(".mail-row").first().dragTo(item(page, "Work"));
    await page.getByText("Labelled “Work”").waitFor();
    await soon(() => chips(page, first!)).toContain("Work");

    await page.getByRole("checkbox", { name: "Select all" }).click();
    await page.getByRole("toolbar").getByRole("button", { name: "Label as" }).click();
    await finder(page).fill("Everything");
    await option(page, "Create “Everything”").click();
    await page.getByText("Labelling “Everything”").waitFor();
    await page.getByText(/^Done: \d+$/).waitFor();
    await page.keyboard.press("Escape");
    if (await menu(page).isVisible()) await page.keyboard.press("Escape");
    await item(page, "Everything").click();
    await page.getByRole("heading", { name: "Everything", level: 1 }).waitFor();
    await page.locator(".mail-row-subject").first().waitFor();
    await opened.expectQuiet();

    const phone = await open("bob", "/", { viewport: { width: 390, height: 844 } });
    const more = phone.page.locator(".mail-row-labels-more:visible");
    await more.filter({ hasText: "+1" }).first().waitFor();
    expect(await axeFaults(phone.page)).toEqual([]);
    await phone.expectQuiet();
    await phone.close();
    await opened.close();
  },
);

testWhole(
  "labels and folders are asked for beside their buttons; Escape and a click elsewhere give the focus back",
  async () => {
    await send("jimin", "Beside");
    const opened = await open("jimin");
    const { page } = opened;
    await row(page, "Beside").click();
    const acts = reader(page).getByRole("toolbar", { name: "Actions for this conversation" });
    const move = acts.getByRole("button", { name: "Move to a folder" });
    const folders = page.getByRole("dialog", { name: "Move to a folder" });
    await move.click();
    await page.getByRole("combobox", { name: "Find a folder" }).waitFor();
    const button = (await move.boundingBox())!;
    // It grows into its place.
    const beside = async (): Promise<number> => {
      const popover = (await folders.boundingBox())!;
      return Math.max(
        Math.abs(popover.x - button.x),
        Math.abs(popover.y - (button.y + button.height)),
      );
    };
    await expect.poll(beside).toBeLessThan(20);
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await folders.waitFor({ state: "detached" });
    await expect.poll(() => move.evaluate((one) => one === document.activeElement)).toBe(true);

    // The key opens it at the same place; a click elsewhere does nothing but close it.
    await page.keyboard.press("v");
    await folders.waitFor();
    await expect.poll(beside).toBeLessThan(20);
    await page.mouse.click(40, 860);
    await folders.waitFor({ state: "detached" });
    await expect.poll(() => move.evaluate((one) => one === document.activeElement)).toBe(true);

    const label = reader(page).getByRole("button", { name: "Label as" });
    await label.click();
    await finder(page).fill("Here");
    await option(page, "Create “Here”").click();
    await menu(page).waitFor({ state: "detached" });
    await reader(page).getByRole("button", { name: "Remove Here" }).waitFor();
    await label.click();
    await option(page, "Here").locator(".mail-picker-box").click();
    // The box leaves it open for more.
    await soon(() => option(page, "Here").getAttribute("aria-checked")).toBe("false");
    await option(page, "Here").click();
    await menu(page).waitFor({ state: "detached" });
    await reader(page).getByRole("button", { name: "Remove Here" }).waitFor();

    // A folder that is not there yet is made by moving to it.
    await page.keyboard.press("v");
    await page.getByRole("combobox", { name: "Find a folder" }).fill("Somewhere");
    await page.getByRole("option", { name: "New folder “Somewhere”" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Moved to Somewhere").waitFor();
    await opened.expectQuiet();
    await opened.close();

    const phone = await open("jimin", "/", { isPhone: true });
    await send("jimin", "On the phone");
    await row(phone.page, "On the phone").tap();
    await phone.page.getByRole("button", { name: "Move to a folder" }).tap();
    const sheet = await phone.page.getByRole("dialog", { name: "Move to a folder" }).boundingBox();
    expect(sheet!.x).toBe(0);
    expect(sheet!.y + sheet!.height).toBeGreaterThan(700);
    expect(await axeFaults(phone.page)).toEqual([]);
    await phone.expectQuiet();
    await phone.close();
  },
);
