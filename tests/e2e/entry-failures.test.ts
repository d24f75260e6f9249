// Features: entry
import { describe, expect, test } from "vitest";
import { sampled, testWhole } from "../../formats/src/testing/whole.ts";
import { PROGRAM_FILES, SCRIPT } from "./fault-server.ts";
import { useHost } from "./host.ts";

const { browser, host } = useHost();

const ENTRY = /\/index\.[^/]*\.js$/;

describe("an application that does not load shows a card", () => {
  test.each(sampled(PROGRAM_FILES, 1))("%s is missing", async (_what, kind, code) => {
    const context = await browser.context();
    let broken = true;
    let asked = 0;
    await context.route(kind, async (route) => {
      if (ENTRY.test(route.request().url())) return route.continue();
      asked += 1;
      return broken ? route.abort("connectionrefused") : route.continue();
    });
    const watched = await browser.open(`${host.url}/help/`, { context });
    const card = watched.page.getByRole("alert");
    await card.waitFor();
    expect(await card.getAttribute("data-code")).toBe(code);
    expect(await card.getByRole("link").getAttribute("href")).toBe(`/help/errors/${code}`);

    // Another try asks the server again; while it is still away, the card comes back.
    const before = asked;
    await card.getByRole("button").click();
    await card.waitFor();
    expect(asked).toBeGreaterThan(before);

    broken = false;
    await card.getByRole("button").click();
    await watched.page.getByRole("searchbox").waitFor();
    expect(await card.count()).toBe(0);
    expect(watched.errors).toEqual([]);
    await watched.close();
  });

  testWhole("in Korean the card speaks Korean", async () => {
    const context = await browser.context({ locale: "ko-KR" });
    await context.route(SCRIPT, (route) =>
      ENTRY.test(route.request().url()) ? route.continue() : route.abort(),
    );
    const { page, close } = await browser.open(`${host.url}/help/`, { context });
    await page.getByRole("button", { name: "다시 시도" }).waitFor();
    await close();
  });
});

describe("a part of a page that does not load shows a card in its place", () => {
  test("the rest lives on, and another try brings it", async () => {
    const context = await browser.context();
    // A first visit shows which scripts come only with the sign-in form, which is a part of its own.
    const first = await browser.open(`${host.url}/setting`, { context });
    await first.page.getByRole("textbox").first().waitFor();
    const scripts = first.requests.map(({ url }) => url).filter((url) => SCRIPT.test(url));
    const part = scripts.at(-1)!;
    await first.page.close();

    let broken = true;
    let asked = 0;
    await context.route(part, (route) => {
      asked += 1;
      return broken ? route.abort("connectionrefused") : route.continue();
    });
    const watched = await browser.open(`${host.url}/setting`, { context });
    const card = watched.page.getByRole("alert");
    await card.waitFor();
    expect(await card.getAttribute("data-code")).toBe("CHUNK-001");
    expect(await card.getByRole("link").getAttribute("href")).toBe("/help/errors/CHUNK-001");
    const before = asked;
    broken = false;
    await card.getByRole("button").click();
    await watched.page.getByRole("textbox").first().waitFor();
    expect(asked).toBeGreaterThan(before);
    expect(watched.errors).toEqual([]);
    await watched.close();
  });
});
