// Features: suite, shell, pages, contacts, drive
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampled } from "../../formats/src/testing/whole.ts";
import { contextOf, useHost } from "./host.ts";
import { post } from "./mail-post.ts";

const { browser, host } = useHost();
let context: BrowserContext;
let mailId: string;

beforeAll(async () => {
  const { alice } = host.people;
  await post(host, [
    { to: alice.address, subject: "Long read", text: "Word by word.\n".repeat(400) },
  ]);
  context = await contextOf(browser, host, "alice");
  const numbered = (count: number, name: string) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`${index}`, { name: `${name} ${index}` }]),
    );
  const { accountId } = alice;
  const answer = await context.request.post(`${host.url}/jmap/api`, {
    headers: { origin: host.url },
    data: {
      using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail", "urn:atrium:mail"],
      methodCalls: [
        ["Mailbox/set", { accountId, create: numbered(40, "Folder") }, "folders"],
        ["Label/set", { accountId, create: numbered(20, "Label") }, "labels"],
        ["Email/query", { accountId, limit: 1 }, "mails"],
      ],
    },
  });
  const { methodResponses } = await answer.json();
  expect(Object.keys(methodResponses[0][1].created)).toHaveLength(40);
  expect(Object.keys(methodResponses[1][1].created)).toHaveLength(20);
  mailId = methodResponses[2][1].ids[0];
});
afterAll(() => context?.close());

/** How far the page reaches beyond its window, and how far it has been scrolled. */
const page = (opened: Page) =>
  opened.evaluate(() => {
    const { scrollHeight, scrollWidth, scrollTop, scrollLeft } = document.scrollingElement!;
    return {
      below: scrollHeight - innerHeight,
      beside: scrollWidth - innerWidth,
      scrollTop,
      scrollLeft,
    };
  });
const STILL = { below: 0, beside: 0, scrollTop: 0, scrollLeft: 0 };

/** Text that is laid out outside the pane that it scrolls with, such as words for screen readers alone. */
const stray = (opened: Page) =>
  opened.evaluate(() => {
    const isPane = (element: Element): boolean =>
      /auto|scroll/.test(getComputedStyle(element).overflowY);
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>("#root *")) {
      if (getComputedStyle(element).position !== "absolute") continue;
      let pane = element.parentElement;
      while (pane && !isPane(pane)) pane = pane.parentElement;
      if (pane && element.offsetParent && !pane.contains(element.offsetParent))
        found.push(`${element.outerHTML.slice(0, 120)} in ${pane.className}`);
    }
    return found;
  });

const APPLICATIONS: readonly (readonly [name: string, path: () => string, shows: string])[] = [
  ["mail", () => "/", ".mail-row"],
  ["a conversation", () => "/", ".mail-row"],
  ["drive", () => "/drive", "h1"],
  ["the address book", () => "/address-book", "h1"],
  ["the settings", () => "/setting", "h1"],
  ["the administration", () => "/setting/operations", "h1"],
  ["calls", () => "/ipt-call", "h1"],
  ["a new message", () => "/mail/write/", "[contenteditable=true]"],
  ["a message in a window", () => `/mail/popup/mails/${mailId}`, ".mail-message"],
  ["help", () => "/help/", "h1"],
  ["an article", () => "/help/write", "h1"],
  ["the chatbot", () => "/share/chatbot/embed", "h1"],
];
const SIZES = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];

test.each(sampled(APPLICATIONS, 1))(
  "%s keeps its page in the window",
  async (name, path, shows) => {
    const opened = await browser.open(host.url + path(), { context });
    const { page: window } = opened;
    await window.locator(shows).first().waitFor();
    if (name === "a conversation") {
      await window.getByRole("row").filter({ hasText: "Long read" }).click();
      await window.locator(".mail-body").waitFor();
    }
    for (const size of SIZES) {
      await window.setViewportSize(size);
      expect(await page(window)).toEqual(STILL);
      expect(await stray(window)).toEqual([]);

      // With the wheel and the keys, wherever nothing else scrolls by them.
      for (const x of [20, size.width - 20]) {
        await window.mouse.move(x, size.height - 20);
        await window.mouse.wheel(0, 3000);
      }
      await window.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      for (const key of ["PageDown", "End", "Space"]) await window.keyboard.press(key);
      // Dragged to the edge and held there.
      await window.mouse.move(size.width / 2, size.height / 2);
      await window.mouse.down();
      await window.mouse.move(size.width / 2, size.height + 40, { steps: 8 });
      await window.mouse.up();
      // By the program: what is focused or brought into sight, the hidden words among it.
      await window.evaluate(() => {
        for (const element of document.querySelectorAll<HTMLElement>("#root *")) {
          if (element.matches("a, button, input, [tabindex], .a-hidden")) element.scrollIntoView();
        }
        scrollTo(0, 10_000);
      });
      expect(await page(window)).toEqual(STILL);
    }
    await opened.close();
  },
);
