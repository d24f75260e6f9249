import { expect } from "vitest";
import type { Locator, Page } from "playwright-core";

/** What the mail window shows, found as a person finds it. */

/** The row of a conversation, or the rows of all that have these words. */
export const row = (page: Page, subject: string): Locator =>
  page.getByRole("row").filter({ hasText: subject });

export const star = (page: Page, subject: string, name: "Add star" | "Remove star"): Locator =>
  row(page, subject).getByRole("button", { name });

/** The subjects of the list from top to bottom. */
export const subjects = (page: Page): Promise<string[]> =>
  page.locator(".mail-row-subject").allTextContents();

export const folder = (page: Page, name: string): Locator => page.getByRole("treeitem", { name });

/** The open conversation. */
export const reader = (page: Page): Locator =>
  page.getByRole("region", { name: "Conversation", exact: true });

export const menuItem = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("menuitem", { name });

/** Where recipients of a message are written. */
export const field = (page: Page, name: "To" | "Cc" | "Bcc"): Locator =>
  page.getByRole("combobox", { name, exact: true });

/** The text of the message that is being written. */
export const text = (page: Page | Locator): Locator =>
  page.getByRole("textbox", { name: "Message", exact: true });

/** Waits until the browser has taken the step back that goes with what was closed above the screen, and nothing is above it. */
export async function nothingAbove(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => (history.state as { layer?: number } | null)?.layer ?? 0))
    .toBe(0);
}

/** Presses two keys at once, one after the other: a pair has its time, and what the first one does may take longer than that. */
export async function pressPair({ keyboard }: Page, first: string, second: string): Promise<void> {
  await Promise.all([keyboard.press(first), keyboard.press(second)]);
}
