// Features: drive
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { lookWithAxe } from "./axe.ts";
import { useHost } from "./host.ts";

const { host, open } = useHost();
const plan = { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("the plan") };
const chooser = (page: Page) => page.locator('input[aria-label="Upload files"]');

/** What a machine finds wrong with a state of the page, in the light and in the dark. */
async function faults(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await lookWithAxe(page)));
  }
  return found;
}

testWhole("what Drive shows when nothing is there, asks or uploads has no fault", async () => {
  const { page, close } = await open("jimin", "/drive");
  await page.getByText("No files yet").waitFor();
  expect(await faults(page)).toEqual([]);

  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("menuitem", { name: "New folder" }).waitFor();
  expect(await faults(page)).toEqual([]);
  await page.getByRole("menuitem", { name: "New folder" }).click();
  const name = page.getByRole("dialog").getByLabel("Name");
  await name.fill("a/b");
  await name.press("Enter");
  await page.getByText("Names can’t contain /").waitFor();
  expect(await faults(page)).toEqual([]);
  await name.fill("Plans");
  await name.press("Enter");
  await page.getByText("This folder is empty").waitFor();
  expect(await faults(page)).toEqual([]);

  const files = chooser(page);
  await files.setInputFiles([plan]);
  const row = page.getByRole("row", { name: /^plan\.txt / });
  await row.waitFor();
  await page.getByText("Uploaded", { exact: true }).waitFor();
  expect(await faults(page)).toEqual([]);
  await files.setInputFiles([plan]);
  await page.getByRole("dialog", { name: "This name is already used" }).waitFor();
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await row.click();
  for (const [key, title] of [
    ["v", "Move “plan.txt”"],
    ["F2", undefined],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByRole(title ? "dialog" : "textbox", { name: title ?? "New name" }).waitFor();
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press("Escape");
  }

  // The octets never arrive.
  await page.route("**/jmap/upload/**", () => undefined);
  await files.setInputFiles([{ ...plan, name: "late.txt" }]);
  const cancel = page.getByRole("button", { name: "Cancel upload of late.txt" });
  await cancel.waitFor();
  expect(await faults(page)).toEqual([]);
  await cancel.click();
  await page.getByText("Cancelled").waitFor();
  expect(await faults(page)).toEqual([]);

  await page.getByRole("searchbox").fill("nowhere");
  await page.getByText("No files or folders match").waitFor();
  expect(await faults(page)).toEqual([]);
  await page.getByRole("searchbox").fill("plan");
  await row.waitFor();
  expect(await faults(page)).toEqual([]);
  await close();
});

testWhole("the list has the keyboard at once, and draws a ring when a key is pressed", async () => {
  const { page, close } = await open("carol", "/drive");
  await page.getByText("No files yet").waitFor();
  await chooser(page).setInputFiles([plan, { ...plan, name: "second.txt" }]);
  await page.getByRole("row", { name: /^second\.txt / }).waitFor();
  for (const [other, role, key] of [
    ["Show as grid", "row", "ArrowDown"],
    ["Show as list", "gridcell", "ArrowRight"],
  ] as const) {
    await page.goto(`${host.url}/drive`);
    const switched = page.getByRole("button", { name: other });
    await switched.waitFor();
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return [activeElement?.role, activeElement?.matches(":focus-visible")];
      });
    await expect.poll(focused).toEqual([role, false]);
    await page.keyboard.press(key);
    await expect.poll(focused).toEqual([role, true]);
    await switched.click();
    await switched.waitFor({ state: "detached" });
  }
  await close();
});
