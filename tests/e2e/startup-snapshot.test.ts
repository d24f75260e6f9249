// Features: mail, entry, shell
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { SHEETS_PATIENCE } from "../../kits/shell/src/startup-snapshot/limits.ts";
import { signIn, useHost } from "./host.ts";
import { post } from "./mail-post.ts";

const { browser, host } = useHost();
beforeAll(async () => {
  const to = host.people.alice.address;
  await post(host, [{ to, subject: "Harvest plan", text: "Apples first." }]);
});

const row = (page: Page) => page.getByRole("row").filter({ hasText: "Harvest plan" });
/** The row in the picture, which nobody can use and no screen reader reads. */
const pictured = (page: Page) =>
  page.locator("[inert] .mail-row-subject", { hasText: "Harvest plan" });
const kept = (page: Page) => page.evaluate(() => localStorage.getItem("atrium.look"));

/**
 * As if another window were looked at for a moment, which is when a window's look is kept. It is also kept a second after the
 * start, but only if all is there by then.
 */
const leave = (page: Page): Promise<string> =>
  page.evaluate(() => {
    for (const state of ["hidden", "visible"]) {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }
    return localStorage.getItem("atrium.look") ?? "";
  });

/** A person's browser that has had a window open; the code of applications comes there when `let` is called. */
async function visited(who: "alice" | "bob" = "alice") {
  const context = await browser.context();
  // The time after which a window does without the picture never runs out here: its stylesheets may come late.
  await context.addInitScript((patience) => {
    const later = window.setTimeout.bind(window);
    const patiently = (act: TimerHandler, delay?: number, ...rest: unknown[]): number =>
      delay === patience ? 0 : later(act, delay, ...rest);
    Object.assign(window, { setTimeout: patiently });
  }, SHEETS_PATIENCE);
  await signIn(context, host, who);
  const first = await context.newPage();
  await first.goto(host.url);
  await row(first).waitFor();
  await expect.poll(() => leave(first)).toContain("Harvest plan");
  const gate = Promise.withResolvers<void>();
  const open = async (): Promise<Page> => {
    const page = await context.newPage();
    await page.route(/\/kit\.[^/]*\.js$/, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto(host.url, { waitUntil: "commit" });
    return page;
  };
  return { context, first, open, release: gate.resolve };
}

test("a window shows the inbox as it was before the application is there, and gives it the keys", async () => {
  const { open, release } = await visited();
  const page = await open();
  await pictured(page).waitFor();
  expect(await page.locator("#root > *").count()).toBe(0);
  // It is no list: nothing in it can be reached.
  expect(await row(page).count()).toBe(0);
  await page.keyboard.press("c");
  release();
  await page.getByRole("dialog").waitFor();
  await row(page).waitFor();
  expect(await page.locator("[inert] .mail-row-subject").count()).toBe(0);
});

testWhole(
  "what is clicked in the picture opens, unless something else has taken its place",
  async () => {
    const { open, release } = await visited();
    const page = await open();
    await pictured(page).waitFor();
    const box = (await pictured(page).boundingBox())!;
    await page.mouse.click(box.x + 5, box.y + 5);
    release();
    await page.getByText("Apples first.", { exact: true }).waitFor();

    const { context, first, open: openAgain, release: releaseAgain } = await visited();
    const star = (await row(first).getByRole("button", { name: "Add star" }).boundingBox())!;
    await post(host, [{ to: host.people.alice.address, subject: "On top", text: "Not meant." }]);
    // The list that is kept is not there, so that the window begins with the new one.
    await context.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("not here", "SecurityError");
      };
    });
    const another = await openAgain();
    await pictured(another).waitFor();
    await another.mouse.click(box.x + 5, box.y + 5);
    // The same control of another row is another one.
    await another.mouse.click(star.x + 5, star.y + 5);
    releaseAgain();
    const onTop = another.getByRole("row").filter({ hasText: "On top" });
    await onTop.waitFor();
    await another.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    expect(await another.getByText("Not meant.", { exact: true }).count()).toBe(0);
    expect(new URL(another.url()).pathname).toBe("/");
    expect(await onTop.getByRole("button", { name: "Add star" }).count()).toBe(1);
  },
);

testWhole("what is typed into the picture arrives in its order, where it was meant", async () => {
  const { open, release } = await visited();
  const page = await open();
  await pictured(page).waitFor();
  await page.keyboard.type("/apples and");
  release();
  await row(page).waitFor();
  // Some of it while the application takes over.
  await page.keyboard.type(" pears", { delay: 20 });
  const search = page.getByRole("combobox", { name: "Search mail" });
  await expect.poll(() => search.inputValue()).toBe("apples and pears");

  const { open: openAgain, release: releaseAgain } = await visited();
  const another = await openAgain();
  await pictured(another).waitFor();
  await another.keyboard.type("cbeeh");
  await another.keyboard.press("Backspace");
  releaseAgain();
  const to = another.getByRole("dialog").getByRole("combobox", { name: "To", exact: true });
  await expect.poll(() => to.inputValue()).toBe("bee");
  // None of the letters was taken for a command.
  await row(another).waitFor();
});

testWhole(
  "a field in the picture that is clicked takes what is typed, and a face selects its row",
  async () => {
    const { first, open, release } = await visited();
    const centre = async (of: Locator): Promise<[number, number]> => {
      const { x, y, width, height } = (await of.boundingBox())!;
      return [x + width / 2, y + height / 2];
    };
    const search = (page: Page) => page.getByRole("combobox", { name: "Search mail" });
    const field = await centre(search(first));
    const face = await centre(row(first).locator(".mail-row-mark"));
    const page = await open();
    await pictured(page).waitFor();
    await page.mouse.click(...field);
    await page.keyboard.type("apples");
    release();
    await expect.poll(() => search(page).inputValue()).toBe("apples");
    const { open: openAgain, release: releaseAgain } = await visited();
    const another = await openAgain();
    await pictured(another).waitFor();
    await another.mouse.click(...face);
    releaseAgain();
    await another.getByText("1 selected").first().waitFor();
    expect(new URL(another.url()).pathname).toBe("/");
  },
);

testWhole(
  "Enter presses what has the focus, also where the window is just taking over",
  async () => {
    const { first, open, release } = await visited();
    const filters = (page: Page) =>
      page.getByRole("toolbar", { name: "Show only" }).getByRole("button");
    const boxes = await Promise.all([0, 1].map((at) => filters(first).nth(at).boundingBox()));
    const page = await open();
    await pictured(page).waitFor();
    for (const box of boxes) await page.mouse.click(box!.x + 10, box!.y + 10);
    await page.keyboard.press("Enter");
    await page.keyboard.press("c");
    release();
    // The last key is done after all of it.
    await page.getByRole("dialog").waitFor();
    const pressed = [0, 1].map((at) => filters(page).nth(at).getAttribute("aria-pressed"));
    expect(await Promise.all(pressed)).toEqual(["true", "false"]);
  },
);

testWhole("nothing moves when the picture becomes the list", async () => {
  const { context, first } = await visited();
  await first.getByText("Labels").first().waitFor();
  await expect.poll(() => leave(first)).toContain("Labels");
  await context.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  // What the first window saw is written down when it goes.
  await first.close();
  const page = await context.newPage();
  await page.goto(host.url);
  await row(page).waitFor();
  await page.getByText("Labels").first().waitFor();
  expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)).toEqual(
    [],
  );
});

testWhole("a key that the application receives below the picture is done once", async () => {
  const { context, open, release } = await visited();
  // With nothing kept and no answer, it has no list to show.
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("not here", "SecurityError");
    };
  });
  const answers = Promise.withResolvers<void>();
  await context.route("**/jmap/api", async (route) => {
    await answers.promise;
    await route.continue();
  });
  const page = await open();
  await pictured(page).waitFor();
  release();
  await page.getByRole("status", { name: "Loading conversations" }).waitFor();
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  expect(await pictured(page).count()).toBe(1);
  answers.resolve();
  await row(page).waitFor();
  expect(await pictured(page).count()).toBe(0);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  expect(await dialog.count()).toBe(1);
});

testWhole(
  "without its stylesheets there is no picture, and the application asks for them again",
  async () => {
    const { context, first, release } = await visited();
    release();
    const { sheets } = JSON.parse((await kept(first))!) as { sheets: string[] };
    const page = await context.newPage();
    const broken = new Set(sheets);
    await page.route(/\.css$/, (route) =>
      broken.delete(route.request().url()) ? route.abort("connectionrefused") : route.continue(),
    );
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const picture = document.querySelector<HTMLElement>("body > [inert]");
        if (picture && !picture.hidden) Object.assign(globalThis, { hadPicture: true });
      }).observe(document, { childList: true, subtree: true, attributes: true });
    });
    await page.goto(host.url);
    await row(page).waitFor();
    expect(await page.evaluate("globalThis.hadPicture")).toBeUndefined();
    expect([...broken]).toEqual([]);
    const there = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href));
    expect(there).toEqual(expect.arrayContaining(sheets.slice(0, 2)));
  },
);

testWhole("nothing of a remote is part of the picture", async () => {
  const { context, first } = await visited();
  await first.close();
  const page = await context.newPage();
  await page.goto(`${host.url}/drive`);
  await page.locator(".main-drive h1, .main-drive h2").first().waitFor();
  await expect
    .poll(() => page.evaluate(() => document.querySelectorAll('link[href*="/remotes/"]').length))
    .toBeGreaterThan(0);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
  await page.getByRole("link", { name: "Mail", exact: true }).click();
  await row(page).waitFor();
  await page.evaluate(() => localStorage.removeItem("atrium.look"));
  await expect.poll(() => leave(page)).toContain("Harvest plan");
  const { sheets, files } = JSON.parse((await kept(page))!) as {
    sheets: string[];
    files: [string, string][];
  };
  expect(sheets.length).toBeGreaterThan(1);
  for (const href of [...sheets, ...files.map(([href]) => href)])
    expect(href).toMatch(/\/assets\/[^/]+$/);
});

testWhole("a window stands also where nobody says who is signed in", async () => {
  const { context, open, release } = await visited();
  await context.route(`${host.url}/`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /(<meta name="atrium-session" content=")[^"]*/,
      "$1",
    );
    await route.fulfill({ response, body });
  });
  const answer = Promise.withResolvers<void>();
  await context.route("**/api/session", async (route) => {
    await answer.promise;
    await route.continue();
  });
  release();
  const page = await open();
  await page.locator(".suite-skeleton").waitFor();
  answer.resolve();
  await row(page).waitFor();
});

testWhole(
  "what a window looked like is nobody else's to see, and goes with the session",
  async () => {
    const { context, first, open, release } = await visited();
    // The same browser, another's cookie, and no window that could notice and tidy up before the next one opens.
    await first.close();
    await context.clearCookies();
    await signIn(context, host, "bob");
    // Notes every picture that is ever shown, however short.
    await context.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      new MutationObserver(() => {
        const picture = document.querySelector<HTMLElement>("body > [inert]");
        if (picture) seen.push(picture.hidden ? "drawn" : "shown");
      }).observe(document, { subtree: true, childList: true, attributes: true });
    });
    release();
    const page = await open();
    await page.getByRole("treeitem", { name: "Inbox" }).first().waitFor();
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    expect(new Set(seen)).toEqual(new Set(["drawn"]));
    await expect.poll(async () => (await kept(page)) ?? "").not.toContain("Harvest plan");
  },
);

testWhole("nothing is kept of a window where nothing shall be kept on the device", async () => {
  const { first } = await visited();
  const settings = await first.context().newPage();
  await settings.goto(`${host.url}/setting/security`);
  await settings.getByRole("switch", { name: "Keep email on this device" }).click();
  await expect.poll(() => kept(settings)).toBeNull();
  await first.reload();
  await row(first).waitFor();
  await first.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2000)));
  expect(await kept(first)).toBeNull();
});
