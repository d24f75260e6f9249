// Features: suite, compose, main
import { expect, test } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { contextOf, useHost } from "./host.ts";
import { post } from "./mail-post.ts";

const { browser, host, open } = useHost();

testWhole(
  "browsers may install the suite, under the organisation's name and with its icons",
  async () => {
    const opened = await open("alice");
    const { page } = opened;
    await page.getByRole("treeitem", { name: "Inbox", selected: true }).waitFor();
    // The link comes when the window has nothing better to do.
    await page.locator('link[rel="manifest"]').waitFor({ state: "attached" });
    const devtools = await page.context().newCDPSession(page);
    await expect
      .poll(async () => (await devtools.send("Page.getAppManifest")).url)
      .toBe(`${host.url}/manifest.webmanifest`);
    const { data, errors } = await devtools.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    expect(JSON.parse(data!)).toMatchObject({ name: "Demo", display: "standalone" });
    const named = page.locator('meta[name="apple-mobile-web-app-title"]');
    expect(await named.getAttribute("content")).toBe("Demo");
    await expect
      .poll(async () => {
        const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
        // The test's own window is a private one.
        return installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito");
      })
      .toEqual([]);
    await opened.expectQuiet();
    await opened.close();
  },
);

test("a mailto: link that the app is handed opens a new message with what it names", async () => {
  const link = "mailto:ann@x.example?subject=Hello%20there&body=Two%20words&attach=/etc/passwd";
  const opened = await open("alice", `/api/mailto?${new URLSearchParams({ link })}`);
  const { page } = opened;
  await page.getByText("ann@x.example").first().waitFor();
  await expect.poll(() => page.getByLabel("Subject").inputValue()).toBe("Hello there");
  await page.getByText("Two words").waitFor();
  await opened.expectQuiet();
  await opened.close();
});

testWhole("what another app shares opens a new message with it", async () => {
  const shared = { title: "Lamp", text: "Look at this", url: "https://shop.example/lamp" };
  const opened = await open("alice", `/api/share-target?${new URLSearchParams(shared)}`);
  const { page } = opened;
  await expect.poll(() => page.getByLabel("Subject").inputValue()).toBe("Lamp");
  await page.getByText("https://shop.example/lamp").waitFor();
  await page.getByText("Look at this").waitFor();
  await opened.expectQuiet();
  await opened.close();
});

testWhole(
  "the app's shortcut to the search opens mail with the keyboard in the search box",
  async () => {
    const opened = await open("alice", "/?search");
    const { page } = opened;
    const box = page.getByRole("combobox", { name: "Search mail" });
    await expect.poll(() => box.evaluate((box) => box === document.activeElement)).toBe(true);
    await page.keyboard.type("lamp");
    await page.waitForURL("**/mail/search/lamp");
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "Settings offer to open email links here, and say so where the browser cannot",
  async () => {
    const context = await contextOf(browser, host, "bob");
    await context.addInitScript(() => {
      navigator.registerProtocolHandler = (scheme, url) => {
        document.cookie = `handler=${encodeURIComponent(`${scheme} ${url}`)}; path=/`;
      };
    });
    const opened = await browser.open(`${host.url}/setting/email-links`, { context });
    const { page } = opened;
    await page.getByRole("button", { name: "Open email links with Atrium" }).click();
    await page.getByText("Now confirm in your browser, near the address bar.").waitFor();
    const cookie = (await context.cookies()).find(({ name }) => name === "handler")!;
    expect(decodeURIComponent(cookie.value)).toBe(`mailto ${host.url}/api/mailto?link=%s`);
    expect(await axeFaults(page)).toEqual([]);
    await opened.expectQuiet();
    await context.close();

    const other = await contextOf(browser, host, "bob", { locale: "ko-KR", isPhone: true });
    await other.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, "registerProtocolHandler");
    });
    const lacking = await browser.open(`${host.url}/setting/email-links`, { context: other });
    await lacking.page.getByText("이 브라우저에서는 메일 주소 링크를").waitFor();
    expect(await axeFaults(lacking.page)).toEqual([]);
    await lacking.expectQuiet();
    await other.close();
  },
);

testWhole(
  "the installed app's icon says how much is unread where notifications are on, and nothing after signing out",
  async () => {
    const context = await contextOf(browser, host, "carol");
    await context.addInitScript(() => {
      localStorage.setItem("atrium.notifications", JSON.stringify({ isOn: true }));
      navigator.setAppBadge = async (count) => {
        document.cookie = `badge=${count}; path=/`;
      };
    });
    const opened = await browser.open(`${host.url}/`, { context });
    const { page } = opened;
    const badge = async () => (await context.cookies()).find(({ name }) => name === "badge")?.value;
    await page.getByText("Your inbox is empty").waitFor();
    await expect.poll(badge).toBe("0");
    for (const subject of ["One", "Two"])
      await post(host, [{ to: host.people.carol.address, subject, text: "Look here." }]);
    await expect.poll(badge).toBe("2");
    await page.getByRole("button", { name: /^Carol/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await badge()).toBe("0");
    await context.close();
  },
);
