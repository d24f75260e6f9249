// Features: mail, compose, suite
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { useHost } from "./host.ts";
import { menuItem, pressPair, reader, row, text } from "./mail-page.ts";
import { post } from "./mail-post.ts";

const { host, open } = useHost({ undoSend: 20_000 });

/** What has the focus: its role, and the beginning of what it says. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    return `${at?.getAttribute("role") ?? at?.tagName} ${at?.textContent?.slice(0, 80) ?? ""}`;
  });
const paper = (subject: string) => ({
  from: "Pinfold Books <news@pinfold.example>",
  to: host.people.bob.address,
  subject,
  text: `About ${subject}.`,
  headers: { "List-Unsubscribe": "<mailto:leave@pinfold.example>" },
});

testWhole(
  "a newsletter is found, emptied and brought back by keys, and the focus is never lost",
  async () => {
    await post(host, [paper("Autumn shelf"), paper("Winter shelf"), paper("Spring shelf")]);
    await post(host, [
      { to: host.people.bob.address, subject: "Pinfold street", text: "Not from the shop." },
    ]);
    const opened = await open("bob");
    const { page } = opened;
    await row(page, "Pinfold street").waitFor();
    await page.keyboard.press("j");
    await expect.poll(() => focused(page)).toMatch(/^row/);
    await page.keyboard.press("/");
    await page.keyboard.type("shelf", { delay: 10 });
    await expect.poll(() => page.locator(".mail-row-subject").count()).toBe(3);
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toMatch(/^row.*shelf/);
    await page.keyboard.press(".");
    await page
      .getByRole("menuitem", { name: "All messages from Pinfold Books", exact: true })
      .waitFor();
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => focused(page)).toContain("Delete all messages from Pinfold Books");
    await page.keyboard.press("Enter");
    await page.getByText("Done: 3", { exact: true }).waitFor();
    await expect.poll(() => row(page, "shelf").count()).toBe(0);
    await page.keyboard.press("z");
    await expect.poll(() => row(page, "shelf").count()).toBe(3);
    await pressPair(page, "g", "i");
    await row(page, "Pinfold street").waitFor();

    // The word beside the sender, and all of the mail along with it.
    await row(page, "Winter shelf").click();
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await page.getByText("Also delete all 3 messages from Pinfold Books").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => focused(page)).toMatch(/^BUTTON Unsubscribe/);

    // The same from the conversation's menu, and from the palette in a few keys.
    await reader(page).getByRole("button", { name: "More", exact: true }).click();
    await menuItem(page, "Unsubscribe").click();
    const asks = page.getByRole("dialog", { name: "Unsubscribe from Pinfold Books?" });
    await asks.waitFor();
    await page.keyboard.press("Escape");
    await asks.waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Commands" }).getByRole("combobox").waitFor();
    await page.keyboard.type("unsub");
    await page.getByRole("option", { name: "Unsubscribe", selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await asks.waitFor();
    await expect.poll(() => focused(page)).toMatch(/^BUTTON Unsubscribe/);
    await page.keyboard.press("Enter");
    await page.getByText("You are unsubscribed.").waitFor();
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "one reads on by Space, goes to a message being written and back, and takes a send back, by keys",
  async () => {
    const lines = Array.from({ length: 120 }, (_, line) => `<p>Line ${line}</p>`).join("");
    const to = host.people.dave.address;
    await post(host, [{ to, subject: "The one before", text: "Short." }]);
    await post(host, [{ to, subject: "A long report", html: lines }]);
    const opened = await open("dave");
    const { page } = opened;
    await row(page, "The one before").waitFor();
    await row(page, "A long report").click();
    await page.locator("iframe[data-ready]").contentFrame().getByText("Line 119").waitFor();
    const scrolled = () =>
      page.locator(".mail-reader-scroll:visible").evaluate((pane) => Math.round(pane.scrollTop));
    await page.keyboard.press("Space");
    await expect.poll(scrolled).toBeGreaterThan(100);
    await page.keyboard.press("Shift+Space");
    await expect.poll(scrolled).toBe(0);

    await page.keyboard.press("f");
    await page.getByRole("combobox", { name: "To", exact: true }).waitFor();
    await page.keyboard.type("alice@demo.test");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.className)).toBe("compose-subject");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Worth it, ");
    await page.keyboard.press("Shift+Escape");
    await expect.poll(() => focused(page)).toMatch(/^row.*A long report/);
    await page.keyboard.press("j");
    await page.getByText("Short.", { exact: true }).first().waitFor();
    await page.keyboard.press("Shift+Escape");
    await page.keyboard.type("really.");
    await expect.poll(() => text(page).innerText()).toContain("Worth it, really.");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Message sent").waitFor();
    // The time that is left has its unit.
    await page.getByText(/^\(\d+ s\)$/).waitFor();
    await expect.poll(() => focused(page)).toMatch(/^row/);
    await page.keyboard.press("z");
    await expect.poll(() => text(page).innerText()).toContain("Worth it, really.");
    await opened.expectQuiet();
    await opened.close();
  },
);
