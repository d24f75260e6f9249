// Features: compose, submission
import type { BrowserContext, Page, Request, Route } from "playwright-core";
import { expect, test } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import type { SeedKey } from "../../server/src/testing/suite.ts";
import { axeFaults } from "./axe.ts";
import { storedMail } from "./device.ts";
import { contextOf, useHost } from "./host.ts";
import { field, reader, row, text } from "./mail-page.ts";

/** Nothing of a message is lost: by a reload, by another window, by a refusal, without the network. */

const { browser, host, open } = useHost({ undoSend: 1000 });

/** As long as a locator waits. */

testWhole(
  "a draft outlives a reload, closing and going on; there is one of it, and none when discarded",
  async () => {
    const opened = await open("carol");
    const { page } = opened;
    await page.getByRole("treeitem", { name: "Inbox" }).waitFor();
    await page.keyboard.press("c");
    const dock = page.getByRole("dialog");
    await field(page, "To").waitFor();
    await page.keyboard.type("dave@demo.test,");
    await dock.getByLabel("Subject").fill("Half a thought");
    await text(page).click();
    await page.keyboard.type("It begins");
    await dock.getByText("Saved", { exact: true }).waitFor();
    await page.keyboard.type(" and goes on");
    // Before it can have been saved.
    await page.waitForTimeout(400);
    await page.reload();
    await dock.getByText("It begins and goes on").waitFor();
    await dock.getByText("Saved", { exact: true }).waitFor();
    await page.getByRole("treeitem", { name: "Drafts" }).click();
    await row(page, "Half a thought").waitFor();
    expect(await row(page, "Half a thought").count()).toBe(1);
    await dock.getByRole("button", { name: "Save and close" }).click();
    await dock.waitFor({ state: "detached" });
    await page.reload();
    await row(page, "Half a thought").waitFor();
    expect(await dock.count()).toBe(0);
    await row(page, "Half a thought").click();
    await dock.getByText("It begins and goes on").waitFor();
    await dock.getByRole("button", { name: "Discard draft" }).click();
    await row(page, "Half a thought").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await dock.getByText("It begins and goes on").waitFor();
    await row(page, "Half a thought").waitFor();
    await dock.getByRole("button", { name: "Discard draft" }).click();
    await row(page, "Half a thought").waitFor({ state: "detached" });
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole("a message moves to a window and back, with caret and steps back", async () => {
  const opened = await open("carol");
  const { page } = opened;
  await page.getByRole("treeitem", { name: "Inbox" }).waitFor();
  await page.keyboard.press("c");
  await field(page, "To").waitFor();
  await page.keyboard.type("dave@demo.test,");
  await page.getByRole("textbox", { name: "Subject" }).click();
  await page.keyboard.type("On the move");
  await text(page).click();
  await page.keyboard.type("Start end");
  for (const _ of "end") await page.keyboard.press("ArrowLeft");
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Write in a new window" }).click();
  const window = await popup;
  await expect.poll(() => text(window).evaluate((it) => it === document.activeElement)).toBe(true);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await window.keyboard.type("middle ");
  await text(window).getByText("Start middle end").waitFor();
  // However many steps that is: back beyond what was typed in the other window, and all of it again.
  const step = async (keys: string): Promise<string> => {
    await window.keyboard.press(keys);
    return text(window).innerText();
  };
  await expect.poll(() => step("Control+z")).not.toContain("Start");
  await expect.poll(() => step("Control+Shift+z")).toContain("Start middle end");
  await window.getByRole("textbox", { name: "Subject" }).click();
  await window.keyboard.press("Control+z");
  expect(await window.getByRole("textbox", { name: "Subject" }).inputValue()).not.toBe(
    "On the move",
  );
  await window.keyboard.press("Control+y");
  await window.getByText("Saved", { exact: true }).waitFor();
  await window.reload();
  await text(window).getByText("Start middle end").waitFor();
  const closed = window.waitForEvent("close");
  await window.getByRole("button", { name: "Write in the mail window" }).click();
  await closed;
  await text(page).getByText("Start middle end").waitFor();
  await page.getByRole("dialog").getByText("Saved", { exact: true }).waitFor();
  await opened.expectQuiet();
  await opened.close();
});

testWhole("what cannot go says why, and an ended session loses nothing", async () => {
  const opened = await open("alice", "/mail/write/?to=nobody-at-all@demo.test&subject=Stopped");
  const { page } = opened;
  const send = page.getByRole("button", { name: "Send", exact: true });
  await text(page).click();
  await page.keyboard.type("Listen.");
  await send.click();
  await page.getByText("These addresses don’t exist: nobody-at-all@demo.test").waitFor();
  await page.getByRole("button", { name: "Remove nobody-at-all@demo.test" }).click();
  await send.click();
  await page.getByText("Add at least one recipient.").waitFor();
  await field(page, "To").fill("bob@@demo,");
  await send.click();
  await page.getByText("These are not valid email addresses: bob@@demo").waitFor();
  await page.getByRole("button", { name: "Remove bob@@demo" }).click();
  await field(page, "To").fill("bob@demo.test,");
  // Uploads that break off, and one that is stopped.
  const files = page.locator("input[type=file]").first();
  let isBroken = true;
  await page.route("**/jmap/upload/**", (route) => (isBroken ? route.abort() : route.continue()));
  const file = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });
  await files.setInputFiles([file("a.txt"), file("b.txt")]);
  await page.getByText("Upload failed").nth(1).waitFor();
  await send.click();
  await page.getByText("Could not upload an attachment.").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  isBroken = false;
  await page.getByRole("button", { name: "Remove a.txt" }).click();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Upload failed").waitFor({ state: "detached" });
  await page.context().clearCookies();
  await send.click();
  await page.getByLabel("Password", { exact: true }).fill(host.people.alice.password);
  await page.keyboard.press("Enter");
  await page.getByText("Message sent").waitFor();
  await opened.close();

  const reading = await open("bob");
  await row(reading.page, "Stopped").click();
  await reader(reading.page).getByText("b.txt").waitFor();
  expect(await row(reading.page, "Stopped").count()).toBe(1);
  await reading.close();
});

testWhole("a message goes also when the session ended under the upload of a file", async () => {
  const opened = await open("alice", "/mail/write/?to=bob@demo.test&subject=With%20a%20file");
  const { page } = opened;
  await text(page).click();
  await page.keyboard.type("Here it is.");
  let isHeld = true;
  await page.route("**/jmap/upload/**", async (route) => {
    await expect.poll(() => isHeld).toBe(false);
    await route.continue();
  });
  const file = { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("The plan.") };
  await page.locator("input[type=file]").first().setInputFiles([file]);
  await page.getByText("plan.txt").waitFor();
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  isHeld = false;
  await page.getByLabel("Password", { exact: true }).fill(host.people.alice.password);
  await page.keyboard.press("Enter");
  await page.getByText("Message sent").waitFor();
  await opened.close();

  const reading = await open("bob");
  await row(reading.page, "With a file").click();
  await reader(reading.page).getByText("plan.txt").waitFor();
  await reading.close();
});

testWhole(
  "a message goes also when the password was given before its refusal was written down",
  async () => {
    const opened = await open("alice", "/mail/write/?to=bob@demo.test&subject=In%20time");
    const { page } = opened;
    await text(page).click();
    await page.keyboard.type("Listen.");
    await page.getByText("Saved", { exact: true }).waitFor();
    // The device is slow to keep the draft, from the refusal on.
    const unblock = "atrium-test-unblock";
    let isRefused = false;
    await page.route("**/jmap/api", async (route) => {
      if (isRefused || !route.request().postData()!.includes("EmailSubmission/set"))
        return route.continue();
      isRefused = true;
      await page.context().clearCookies();
      await page.evaluate(async (unblock) => {
        const database = await new Promise<IDBDatabase>((resolve) => {
          const request = indexedDB.open("atrium.compose");
          request.addEventListener("success", () => resolve(request.result));
        });
        const drafts = database.transaction("drafts", "readwrite").objectStore("drafts");
        let isOver = false;
        addEventListener(unblock, () => (isOver = true));
        const hold = (): void => {
          if (!isOver) drafts.count().addEventListener("success", hold);
        };
        hold();
      }, unblock);
      return route.continue();
    });
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByLabel("Password", { exact: true }).fill(host.people.alice.password);
    await page.keyboard.press("Enter");
    await page.getByLabel("Password", { exact: true }).waitFor({ state: "detached" });
    await page.evaluate((unblock) => dispatchEvent(new Event(unblock)), unblock);
    await page.getByText("Message sent").waitFor();
    await opened.close();
  },
);

test("without the network nothing is lost, and what was sent goes once when it is back", async () => {
  const opened = await open("bob", "/mail/write/?to=jimin@demo.test&subject=Cut+off");
  const { page } = opened;
  await text(page).click();
  await page.keyboard.type("Before the cut,");
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.context().setOffline(true);
  await page.keyboard.type(" and after it.");
  await page.getByText("Kept on this device until the server can be reached").waitFor();
  await page.keyboard.press("Control+Enter");
  await page
    .getByText("No connection. The message will be sent when you are back online.")
    .waitFor();
  await page.context().setOffline(false);
  await page.getByText("Message sent").waitFor();
  await opened.close();

  const reading = await open("jimin", "/", { locale: "ko-KR" });
  await row(reading.page, "Cut off").waitFor();
  await row(reading.page, "Cut off").click();
  await reading.page.getByText("Before the cut, and after it.").first().waitFor();
  expect(await row(reading.page, "Cut off").count()).toBe(1);
  await reading.close();
});

const WAITS = "No connection. The message will be sent when you are back online.";

/** Counts how often a message is handed over from now on. */
function handOvers(context: BrowserContext): () => number {
  let count = 0;
  context.on("request", (request) => {
    if (isHandOver(request)) count += 1;
  });
  return () => count;
}

const isHandOver = (request: Request): boolean =>
  request.postData()?.includes("EmailSubmission/set") === true;

/** The server takes the next message, but its answer is lost, and all that follows, until the answer is called. */
async function loseAnswer(page: Page): Promise<() => Promise<void>> {
  const jmap = /\/jmap\//;
  let isLost = false;
  const lose = async (route: Route): Promise<void> => {
    if (!isLost && !isHandOver(route.request())) return route.continue();
    if (!isLost) {
      isLost = true;
      await route.fetch();
    }
    return route.abort("connectionreset");
  };
  await page.route(jmap, lose);
  return () => page.unroute(jmap, lose);
}

/** Sends a message whose answer is lost; counts from then on how often it is handed over. */
async function sendUnanswered(page: Page) {
  const count = handOvers(page.context());
  await text(page).click();
  await page.keyboard.type("Once.");
  const goOn = await loseAnswer(page);
  await page.keyboard.press("Control+Enter");
  await page.getByText(WAITS).waitFor();
  return { count, goOn };
}

/** Whether each message about this is a draft, as the server has it. */
const areDrafts = async (who: SeedKey, subject: string): Promise<boolean[]> =>
  (await storedMail(host, who, { subject }))
    .map(({ keywords }) => "$draft" in keywords)
    .toSorted((one, other) => Number(one) - Number(other));

testWhole(
  "what was sent unsaved and without an answer goes once, also after a reload, and stays in Sent",
  async () => {
    const opened = await open("alice", "/mail/write/?to=dave@demo.test&subject=Unanswered");
    const { page } = opened;
    const { count, goOn } = await sendUnanswered(page);
    await goOn();
    await page.reload();
    await page.getByText("Message sent").waitFor();
    expect(count()).toBe(1);
    expect(await areDrafts("alice", "Unanswered")).toEqual([false]);
    await expect.poll(() => areDrafts("dave", "Unanswered")).toEqual([false]);
    await opened.close();
  },
);

testWhole(
  "what is changed after an answer was lost becomes a draft of its own, and the message stays sent",
  async () => {
    const opened = await open("alice", "/mail/write/?to=dave@demo.test&subject=Changed+since");
    const { page } = opened;
    const { count, goOn } = await sendUnanswered(page);
    await page.getByRole("button", { name: "Don’t send" }).click();
    await text(page).click();
    await page.keyboard.type("Not yet. ");
    await goOn();
    await page.getByText("already sent, without your last changes").waitFor();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(await areDrafts("alice", "Changed since")).toEqual([false, true]);
    expect(count()).toBe(1);
    // Sent by the person it is another message.
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("Message sent").waitFor();
    await expect.poll(() => areDrafts("dave", "Changed since")).toEqual([false, false]);
    expect(await areDrafts("alice", "Changed since")).toEqual([false, false]);
    await opened.close();
  },
);

testWhole(
  "what is discarded without the network stays discarded, also what waited to be sent",
  async () => {
    const opened = await open("carol");
    const { page } = opened;
    const dock = page.getByRole("dialog");
    await page.getByRole("treeitem", { name: "Inbox" }).waitFor();
    await page.keyboard.press("c");
    await field(page, "To").waitFor();
    await page.keyboard.type("dave@demo.test,");
    await dock.getByLabel("Subject").fill("Not wanted");
    await text(page).click();
    await page.keyboard.type("Before the cut,");
    await dock.getByText("Saved", { exact: true }).waitFor();
    await page.context().setOffline(true);
    await page.keyboard.type(" and after it.");
    await dock.getByText("Kept on this device until the server can be reached").waitFor();
    await page.keyboard.press("Control+Enter");
    await dock.getByText(WAITS).waitFor();
    await dock.getByRole("button", { name: "Discard draft" }).click();
    await dock.waitFor({ state: "detached" });
    await page.context().setOffline(false);
    await expect.poll(() => areDrafts("carol", "Not wanted")).toEqual([]);
    await page.reload();
    await page.getByRole("treeitem", { name: "Inbox" }).waitFor();
    // The dock is there, and empty.
    await page.keyboard.press("c");
    await field(page, "To").waitFor();
    expect(await dock.count()).toBe(1);
    expect(await areDrafts("carol", "Not wanted")).toEqual([]);
    expect(await areDrafts("dave", "Not wanted")).toEqual([]);
    await opened.close();
  },
);

testWhole("of two windows that start together one goes on with what waits to be sent", async () => {
  const context = await contextOf(browser, host, "dave");
  const left = await browser.open(host.url, { context });
  await left.page.getByRole("treeitem", { name: "Inbox" }).waitFor();
  await left.page.keyboard.press("c");
  await field(left.page, "To").waitFor();
  await left.page.keyboard.type("bob@demo.test,");
  await left.page.getByRole("dialog").getByLabel("Subject").fill("Left waiting");
  await text(left.page).click();
  await left.page.keyboard.type("Off it goes.");
  await left.page.getByRole("dialog").getByText("Saved", { exact: true }).waitFor();
  await context.setOffline(true);
  await left.page.keyboard.press("Control+Enter");
  await left.page.getByText(WAITS).waitFor();
  await left.page.close({ runBeforeUnload: false });
  await context.setOffline(false);

  const count = handOvers(context);
  // The answer to who asks whether it is free comes late: by then the other has asked, too.
  await context.addInitScript(() => {
    const { locks } = navigator;
    const ask = locks.request.bind(locks) as (...args: unknown[]) => Promise<unknown>;
    locks.request = async (...args: unknown[]) => {
      const answer = await ask(...args);
      const { ifAvailable } = args[1] as LockOptions;
      if (ifAvailable && String(args[0]).startsWith("atrium.compose."))
        await new Promise((resolve) => setTimeout(resolve, 3000));
      return answer as never;
    };
  });
  const windows = await Promise.all([1, 2].map(() => browser.open(host.url, { context })));
  const dialogs = async (): Promise<number> => {
    const counts = windows.map(({ page }) => page.getByRole("dialog").count());
    return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
  };
  let most = 0;
  const arrived = async (): Promise<boolean[]> => {
    most = Math.max(most, await dialogs());
    return areDrafts("bob", "Left waiting");
  };
  await expect.poll(arrived).toEqual([false]);
  expect(most).toBe(1);
  await expect.poll(dialogs).toBe(0);
  expect(count()).toBe(1);
  await context.close();
});
