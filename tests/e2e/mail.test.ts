import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import type { WatchedPage } from "./browser.ts";
import { useHost } from "./host.ts";
import { folder, reader, row, subjects } from "./mail-page.ts";
import { post } from "./mail-post.ts";

const { browser, host, open } = useHost();

const plain = (subject: string, text = `About ${subject}.`) => ({ subject, text });

test("signing in shows the inbox, and mail sent over SMTP appears without a reload", async () => {
  const opened = await browser.open(host.url);
  const { page } = opened;
  const { address, password } = host.people.bob;
  await page.getByLabel("Address", { exact: true }).fill(address);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Your inbox is empty").waitFor();
  expect(await page.title()).toBe("Inbox – bob@demo.test");
  await page.evaluate("globalThis.unloaded = true");

  await post(host, [{ to: address, ...plain("Live arrival", "Straight from SMTP.") }]);
  await row(page, "Live arrival").waitFor();
  await expect.poll(() => page.title()).toBe("Inbox (1) – bob@demo.test");
  await row(page, "Live arrival").click();
  await reader(page).getByText("Straight from SMTP.").waitFor();
  await reader(page).getByText("olga@elsewhere.example").waitFor();
  expect(await page.title()).toMatch(/^Live arrival – Inbox/);
  expect(new URL(page.url()).pathname).toMatch(/^\/mail\/folder\/inbox\/thread\/./);
  expect(await page.evaluate("globalThis.unloaded")).toBe(true);

  // A second message while the first is open: the conversation stays.
  await post(host, [{ to: address, ...plain("Second arrival") }]);
  await row(page, "Second arrival").waitFor();
  expect(await subjects(page)).toEqual(["Second arrival", "Live arrival"]);
  await reader(page).getByText("Straight from SMTP.").waitFor();
  await opened.expectQuiet({ allow: [/status of 401/] });
  await opened.close();
});

test("star, read state, archive, delete and undo survive a reload", async () => {
  const to = host.people.carol.address;
  for (const subject of ["Alpha", "Beta", "Gamma", "Delta"])
    await post(host, [{ to, ...plain(subject) }]);
  const opened = await open("carol");
  const { page } = opened;
  await row(page, "Alpha").waitFor();
  expect(await subjects(page)).toEqual(["Delta", "Gamma", "Beta", "Alpha"]);
  await expect.poll(() => folder(page, "Inbox").textContent()).toContain("4");

  await row(page, "Alpha").getByRole("button", { name: "Add star" }).click();
  await row(page, "Beta").click();
  await reader(page).getByText("About Beta.").waitFor();
  await expect.poll(() => folder(page, "Inbox").textContent()).toContain("3");
  await row(page, "Gamma").hover();
  await row(page, "Gamma").getByRole("button", { name: "Archive" }).click();
  await expect.poll(() => subjects(page)).toEqual(["Delta", "Beta", "Alpha"]);
  await row(page, "Delta").hover();
  await row(page, "Delta").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Moved to Trash.").waitFor();
  await expect.poll(() => subjects(page)).toEqual(["Beta", "Alpha"]);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect.poll(() => subjects(page)).toEqual(["Delta", "Beta", "Alpha"]);

  await settled(opened);
  await page.reload();
  await row(page, "Alpha").waitFor();
  // What was kept shows first, and then what the server says.
  await expect.poll(() => subjects(page)).toEqual(["Delta", "Beta", "Alpha"]);
  await row(page, "Alpha").getByRole("button", { name: "Remove star" }).waitFor();
  await expect
    .poll(() => page.locator(".mail-row[data-unread] .mail-row-subject").allTextContents())
    .toEqual(["Delta", "Alpha"]);
  await folder(page, "Archive").click();
  await row(page, "Gamma").waitFor();
  await folder(page, "Starred").click();
  await expect.poll(() => subjects(page)).toEqual(["Alpha"]);
  await opened.expectQuiet();
  await opened.close();
});

/** Nothing is under way any more that a reload would cut off. */
async function settled({ page, requests }: WatchedPage): Promise<void> {
  const pending = () =>
    requests.filter(
      ({ url, status, failed }) =>
        url.endsWith("/jmap/api") && status === undefined && failed === undefined,
    ).length;
  await expect
    .poll(async () => {
      const before = pending();
      // An act leaves a moment after it shows.
      await page.waitForTimeout(150);
      return before + pending();
    })
    .toBe(0);
}

test("in Trash deleting is for good, and asks", async () => {
  const to = host.people.carol.address;
  await post(host, [{ to, ...plain("Doomed") }]);
  const opened = await open("carol");
  const { page } = opened;
  await row(page, "Doomed").click();
  await page.keyboard.press("#");
  await row(page, "Doomed").waitFor({ state: "detached" });
  await folder(page, "Trash").click();
  await row(page, "Doomed").click();
  await page.keyboard.press("#");
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await dialog.getByText("This cannot be undone.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await row(page, "Doomed").waitFor();
  await page.keyboard.press("#");
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await page.getByText("Trash is empty").waitFor();
  await page.reload();
  await page.getByText("Trash is empty").waitFor();
  await opened.expectQuiet();
  await opened.close();
});

test("an act that the server refuses is taken back and said", async () => {
  const to = host.people.carol.address;
  await post(host, [{ to, ...plain("Stubborn") }]);
  const opened = await open("carol");
  const { page } = opened;
  await row(page, "Stubborn").waitFor();
  let refuses = true;
  await page.route("**/jmap/api", async (route) => {
    const request = route.request().postDataJSON() as { methodCalls: [string, object, string][] };
    if (!refuses || !request.methodCalls.some(([name]) => name === "Email/set"))
      return route.continue();
    // Into a folder that is not there.
    const methodCalls = request.methodCalls.map(([name, args, id]) => [
      name,
      JSON.parse(
        JSON.stringify(args).replaceAll(/"mailboxIds\/[^"]+":true/g, '"mailboxIds/mnone":true'),
      ),
      id,
    ]);
    return route.continue({ postData: JSON.stringify({ ...request, methodCalls }) });
  });
  await row(page, "Stubborn").hover();
  await row(page, "Stubborn").getByRole("button", { name: "Archive" }).click();
  await page
    .getByText(
      "That could not be saved and was taken back. The mail or the folder is not there any more.",
    )
    .waitFor();
  // What did not happen is neither claimed nor offered to be undone.
  expect(await page.getByText("Archived.", { exact: true }).count()).toBe(0);
  await row(page, "Stubborn").waitFor();
  refuses = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await row(page, "Stubborn").waitFor({ state: "detached" });
  await opened.close();
});

test("a session that ends under the list is asked for again, and the list goes on", async () => {
  const { address: to, password } = host.people.carol;
  await post(host, [{ to, ...plain("Patient") }]);
  const opened = await open("carol");
  const { page } = opened;
  await row(page, "Patient").waitFor();
  await page.context().clearCookies();
  await row(page, "Patient").hover();
  await row(page, "Patient").getByRole("button", { name: "Archive" }).click();
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await dialog.waitFor({ state: "detached" });
  // What could not be saved then was saved now.
  await row(page, "Patient").waitFor({ state: "detached" });
  await post(host, [{ to, ...plain("Afterwards") }]);
  await row(page, "Afterwards").waitFor();
  await opened.expectQuiet({ allow: [/status of 401/] });
  await opened.close();
});

test("everything goes by keyboard alone", async () => {
  const to = host.people.dave.address;
  for (const subject of ["One", "Two", "Three"]) await post(host, [{ to, ...plain(subject) }]);
  const opened = await open("dave");
  const { page } = opened;
  await row(page, "One").waitFor();
  const press = (keys: string) => page.keyboard.press(keys);
  await press("j");
  await press("j");
  await press("o");
  await reader(page).getByText("About Two.").waitFor();
  await press("j");
  await reader(page).getByText("About One.").waitFor();
  await press("s");
  await row(page, "One").getByRole("button", { name: "Remove star" }).waitFor();
  await press("Shift+U");
  await expect.poll(() => page.locator(".mail-row[data-unread]").count()).toBe(2);
  await press("u");
  await page.getByText("No conversation open").waitFor();
  await press("e");
  await row(page, "One").waitFor({ state: "detached" });
  await press("z");
  await row(page, "One").waitFor();
  await press("x");
  await page.locator(".mail-list-head").getByText("1 selected").waitFor();
  await press("Escape");
  await press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.waitFor();
  await press("Escape");
  await help.waitFor({ state: "detached" });
  await press("/");
  await page.keyboard.type("Three");
  await press("Enter");
  await page.waitForURL("**/mail/search/Three");
  await expect.poll(() => subjects(page)).toEqual(["Three"]);
  // Typing is typing: none of these letters acted on anything.
  await press("/");
  await page.keyboard.type("e#!");
  expect(await subjects(page)).toEqual(["Three"]);
  await page.getByRole("combobox", { name: "Search mail" }).blur();
  await press("g");
  await press("i");
  await page.waitForURL("**/mail/folder/inbox");
  await expect.poll(() => subjects(page)).toEqual(["Three", "Two", "One"]);
  await opened.expectQuiet();
  await opened.close();
});

test("a long list asks only for what is looked at", async () => {
  const to = host.people.jimin.address;
  await post(host, [{ to, ...plain("Pocket") }]);
  await post(
    host,
    Array.from({ length: 160 }, (_, index) => ({ to, ...plain(`Bulk ${index}`) })),
  );
  const opened = await open("jimin");
  const { page } = opened;
  const grid = page.getByRole("grid");
  await grid.waitFor();
  await expect.poll(() => grid.getAttribute("aria-rowcount")).toBe("161");
  expect(await page.getByRole("row").count()).toBeLessThan(40);
  await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await row(page, "Pocket").waitFor();
  await opened.expectQuiet();
  await opened.close();
});

test("a message opens in a window of its own, in step with the list", async () => {
  const to = host.people.alice.address;
  await post(host, [{ to, ...plain("Popped") }]);
  const opened = await open("alice");
  const { page } = opened;
  await row(page, "Popped").click();
  await reader(page).getByText("About Popped.").waitFor();
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    reader(page).getByRole("button", { name: "Open in a new window" }).click(),
  ]);
  await popup.getByText("About Popped.").waitFor();
  expect(new URL(popup.url()).pathname).toMatch(/^\/mail\/popup\/mails\/./);
  expect(await popup.title()).toBe("Popped – Olga Other – alice@demo.test");
  await popup.keyboard.press("e");
  await row(page, "Popped").waitFor({ state: "detached" });
  await popup.close();

  const lost = await browser.open(`${host.url}/mail/popup/mails/nothing`, {
    context: page.context(),
  });
  await lost.page.getByText("This mail does not exist").waitFor();
  await lost.page.goto(`${host.url}/mail/popup/audit/x`);
  await lost.page.getByText("There is nothing here for you").waitFor();
  await lost.page.getByRole("link", { name: "Go to the inbox" }).waitFor();
  await opened.expectQuiet();
  await page.context().close();
});

test("attachments are listed with their size and saved under their name", async () => {
  const to = host.people.alice.address;
  await post(host, [
    {
      to,
      ...plain(
        "With files",
        "See https://example.org/x.\n\nOn 1 May 2026, Ann wrote:\n> quoted line",
      ),
      attachments: [{ filename: "보고서 2026.txt", content: "report" }],
    },
  ]);
  const opened = await open("alice");
  const { page } = opened;
  await row(page, "With files").click();
  const link = reader(page).getByRole("link", { name: /보고서 2026\.txt/ });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe("보고서 2026.txt");
  expect(readFileSync(await download.path(), "utf8")).toBe("report");
  expect(
    await reader(page).getByRole("link", { name: "https://example.org/x" }).getAttribute("rel"),
  ).toBe("noopener noreferrer");
  expect(await reader(page).getByText("quoted line").count()).toBe(0);
  await reader(page).getByRole("button", { name: "Show quoted text" }).click();
  await reader(page).getByText("quoted line").waitFor();
  await page.context().close();
});

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

test.each(["light", "dark"] as const)(
  "list and reader have no axe violation (%s)",
  async (colorScheme) => {
    const to = host.people.alice.address;
    await post(host, [{ to, subject: `Axe ${colorScheme}`, html: "<p>Some <b>HTML</b></p>" }]);
    const opened = await open("alice", "/", { colorScheme });
    const { page } = opened;
    await row(page, `Axe ${colorScheme}`).click();
    await page.waitForSelector("iframe[data-ready]");
    await page.evaluate(AXE);
    const violations = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: {
          run(options: object): Promise<{
            violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
          }>;
        };
      };
      const result = await axe.run({ iframes: false });
      return result.violations.map(({ id, nodes }) => [
        id,
        nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
      ]);
    });
    expect(violations).toEqual([]);
    await page.context().close();
  },
);
