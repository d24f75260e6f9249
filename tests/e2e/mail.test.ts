// Features: mail, jmap
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import type { WatchedPage } from "./browser.ts";
import { useHost } from "./host.ts";
import { folder, reader, row, subjects } from "./mail-page.ts";
import { post, postPlain } from "./mail-post.ts";

const { browser, host, open } = useHost();

const plain = (subject: string, text = `About ${subject}.`) => ({ subject, text });

test("signing in shows the inbox, and mail sent over SMTP appears without a reload", async () => {
  const opened = await browser.open(host.url);
  const { page } = opened;
  const { address, password } = host.people.bob;
  await page.getByLabel("Email address", { exact: true }).fill(address);
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
  await page.getByText("Moved to Trash").waitFor();
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

testWhole(
  "what opens by itself is read once it was looked at, and Undo goes back to what was acted on",
  async () => {
    await postPlain(host, "bob", "First act", "Second act", "Third act");
    const opened = await open("bob");
    const { page } = opened;
    await row(page, "First act").waitFor();
    // Others of these tests have written to Bob too.
    const isAct = (subject: string): boolean => subject.endsWith(" act");
    const acts = async () => (await subjects(page)).filter(isAct);
    const unread = async () =>
      (await page.locator(".mail-row[data-unread] .mail-row-subject").allTextContents()).filter(
        isAct,
      );
    const isOpen = (subject: string) => reader(page).getByText(`About ${subject}.`).waitFor();
    // How long one looks is what the test says, however fast the machine is.
    await page.evaluate(() => {
      const every = window.setInterval.bind(window);
      const ticking = new Map<number, () => void>();
      const stop = window.clearInterval.bind(window);
      let next = -1;
      Object.assign(window, {
        setInterval: (act: () => void, delay?: number): number => {
          if (delay !== 250) return every(act, delay);
          ticking.set(next, act);
          return next--;
        },
        clearInterval: (id: number) => {
          if (!ticking.delete(id)) stop(id);
        },
        look: (ticks: number) => {
          for (let tick = 0; tick < ticks; tick += 1) for (const act of ticking.values()) act();
        },
      });
    });
    const look = (seconds: number): Promise<void> =>
      page.evaluate(
        (ticks) => (window as unknown as { look: (ticks: number) => void }).look(ticks),
        seconds * 4,
      );
    await row(page, "Third act").click();
    await isOpen("Third act");
    await expect.poll(unread).toEqual(["Second act", "First act"]);
    const place = page.url();

    await page.keyboard.press("e");
    await isOpen("Second act");
    await look(1.5);
    expect(await unread()).toEqual(["Second act", "First act"]);
    await page.keyboard.press("z");
    await isOpen("Third act");
    expect(page.url()).toBe(place);
    await expect.poll(acts).toEqual(["Third act", "Second act", "First act"]);
    await settled(opened);
    expect(await unread()).toEqual(["Second act", "First act"]);

    // What is looked at longer is read, and so is what one goes on from by hand.
    await page.keyboard.press("e");
    await isOpen("Second act");
    await look(2);
    await expect.poll(unread).toEqual(["First act"]);
    await page.keyboard.press("#");
    await isOpen("First act");
    expect(await unread()).toEqual(["First act"]);
    await page.keyboard.press("e");
    await expect.poll(acts).toEqual([]);
    await page.keyboard.press("z");
    await isOpen("First act");
    await expect.poll(unread).toEqual([]);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole("in Trash deleting is for good, and asks", async () => {
  const to = host.people.carol.address;
  await post(host, [{ to, ...plain("Doomed") }]);
  const opened = await open("carol");
  const { page } = opened;
  await row(page, "Doomed").click();
  await page.keyboard.press("#");
  await row(page, "Doomed").waitFor({ state: "detached" });
  await folder(page, "Trash").click();
  await row(page, "Doomed").click();
  // Nothing else leads out of it as quickly.
  await page.getByRole("button", { name: "Move to Inbox" }).click();
  await row(page, "Doomed").waitFor({ state: "detached" });
  await folder(page, "Inbox").click();
  await row(page, "Doomed").click();
  await page.keyboard.press("#");
  await row(page, "Doomed").waitFor({ state: "detached" });
  await folder(page, "Trash").click();
  await row(page, "Doomed").click();
  await page.keyboard.press("#");
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await dialog.getByText("For 30 days, you can still recover deleted mail from Trash.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await row(page, "Doomed").waitFor();
  await page.keyboard.press("#");
  await dialog.getByRole("button", { name: "Delete permanently" }).click();
  await page.getByText("Trash is empty").waitFor();
  await page.reload();
  await page.getByText("Trash is empty").waitFor();
  await opened.expectQuiet();
  await opened.close();
});

testWhole("an act that the server refuses is taken back and said", async () => {
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
    .getByText("This could not be saved and was undone. The message or folder no longer exists.")
    .waitFor();
  // What did not happen is neither claimed nor offered to be undone.
  expect(await page.getByText("Archived", { exact: true }).count()).toBe(0);
  await row(page, "Stubborn").waitFor();
  refuses = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await row(page, "Stubborn").waitFor({ state: "detached" });
  await opened.close();
});

testWhole(
  "a session that ends under the list is asked for again, and the list goes on",
  async () => {
    const { address: to, password } = host.people.carol;
    await post(host, [{ to, ...plain("Patient") }]);
    const opened = await open("carol");
    const { page } = opened;
    await row(page, "Patient").waitFor();
    await row(page, "Patient").hover();
    const archive = row(page, "Patient").getByRole("button", { name: "Archive" });
    await archive.waitFor();
    // It ends as this is on its way: had something else noticed it first, the dialog would stand before the button.
    let hasSession = true;
    await page.route("**/jmap/api", async (route) => {
      if (hasSession && route.request().postData()?.includes("Email/set") === true) {
        hasSession = false;
        await page.context().clearCookies();
      }
      return route.continue();
    });
    await archive.click();
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
  },
);

testWhole("everything goes by keyboard alone", async () => {
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

testWhole("a long list asks only for what is looked at", async () => {
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

testWhole("a message in a window of its own is moved by key, and back", async () => {
  const to = host.people.alice.address;
  await post(host, [{ to, ...plain("Carried off") }]);
  const opened = await open("alice");
  const { page } = opened;
  await row(page, "Carried off").click();
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    reader(page).getByRole("button", { name: "Open in a new window" }).click(),
  ]);
  await popup.getByText("About Carried off.").waitFor();
  await popup.getByRole("button", { name: "Move to a folder" }).waitFor();
  await popup.keyboard.press("v");
  await popup.getByRole("dialog", { name: "Move to a folder" }).waitFor();
  await popup.keyboard.type("arch");
  expect(await axeFaults(popup)).toEqual([]);
  await popup.keyboard.press("Enter");
  await popup.getByText("Moved to Archive").waitFor();
  await row(page, "Carried off").waitFor({ state: "detached" });
  await popup.keyboard.press("z");
  await row(page, "Carried off").waitFor();
  await popup.close();
  await opened.expectQuiet();
  await opened.close();
});

testWhole("a link to a conversation that is not here says so, and shows no other", async () => {
  await post(host, [{ to: host.people.alice.address, ...plain("Own words") }]);
  const opened = await open("alice");
  const { page } = opened;
  const gone = page.getByText("This conversation is not here");
  for (const path of [
    "/mail/folder/inbox/thread/nothing",
    "/mail/all/inbox/account/nobodys/thread/nothing",
  ]) {
    await page.goto(host.url + path);
    await gone.waitFor();
    await page
      .getByText("It was deleted or moved to Trash or Junk, or it isn’t in your mailbox.")
      .waitFor();
    expect(await page.locator(".mail-message:visible").count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe(path);
  }
  // Also where the same name is another's conversation, in an account that is not one's own.
  await page.goto(`${host.url}/`);
  await row(page, "Own words").click();
  await page.waitForURL("**/thread/**");
  const thread = new URL(page.url()).pathname.split("/").at(-1)!;
  await page.goto(`${host.url}/mail/all/inbox/account/nobodys/thread/${thread}`);
  await gone.waitFor();
  await page.goto(`${host.url}/mail/account/nobodys/folder/inbox/thread/${thread}`);
  await page.getByText("There is nothing here for you").waitFor();
  await opened.expectQuiet();
  await opened.close();
});

testWhole("a message opens in a window of its own, in step with the list", async () => {
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
  await lost.page.getByText("This message doesn’t exist").waitFor();
  for (const [kind, title, why] of [
    ["shared-mail", "This shared message can’t be opened", "Nobody has shared one with you"],
    ["security-training", "This training message can’t be opened", "belongs to security training"],
    ["audit", "This message can’t be opened for review", "shows a message to an auditor"],
  ] as const) {
    await lost.page.goto(`${host.url}/mail/popup/${kind}/x`);
    await lost.page.getByText(title).waitFor();
    await lost.page.getByText(why).waitFor();
  }
  await lost.page.getByRole("link", { name: "Go to the inbox" }).waitFor();
  await opened.expectQuiet();
  await page.context().close();
});

testWhole("attachments are listed with their size and saved under their name", async () => {
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

testWhole.each(["light", "dark"] as const)(
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
