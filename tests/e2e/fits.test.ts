// Features: suite, mail, settings, administration, ui
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampled, testWhole } from "../../formats/src/testing/whole.ts";
import { contextOf, useHost } from "./host.ts";
import { post } from "./mail-post.ts";

/** Every screen fits into small windows, with names that are as long as a word can be: a phone, and two at 200 %. */

const SIZES = [
  { width: 390, height: 844 },
  { width: 720, height: 450 },
  { width: 512, height: 384 },
];
const WORD = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenband";

const { browser, host } = useHost();
let context: BrowserContext;
let longId: string;
let thread: string;
let mailId: string;

beforeAll(async () => {
  const { accounts } = host.suite;
  const { alice } = host.people;
  const long = await accounts.persons.create("system", {
    name: WORD,
    address: "donau.dampf.schifffahrt.gesellschaft.kapitaen@demo.test",
    roles: ["member"],
    password: host.people.bob.password,
  });
  longId = long.id;
  await accounts.shared.create("system", {
    name: `Office of the ${WORD}`,
    address: "office@demo.test",
    members: [{ personId: alice.personId, mayWrite: true }],
  });
  await post(host, [
    {
      to: `${alice.address}, ${WORD} <someone@${"department-".repeat(4)}of.elsewhere.example>`,
      from: `${WORD} <${"long.".repeat(10)}name@elsewhere.example>`,
      subject: WORD.repeat(2),
      text: `${WORD.repeat(3)}\n\nhttps://elsewhere.example/${WORD.repeat(2)}`,
      attachments: [{ filename: `${WORD}.txt`, content: "Words." }],
    },
  ]);
  context = await contextOf(browser, host, "alice");
  const answer = await context.request.post(`${host.url}/jmap/api`, {
    headers: { origin: host.url },
    data: {
      using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail", "urn:atrium:mail"],
      methodCalls: [
        ["Mailbox/set", { accountId: alice.accountId, create: { one: { name: WORD } } }, "folder"],
        ["Label/set", { accountId: alice.accountId, create: { one: { name: WORD } } }, "label"],
        ["Email/query", { accountId: alice.accountId, limit: 1 }, "mail"],
        [
          "Email/get",
          {
            accountId: alice.accountId,
            "#ids": { resultOf: "mail", name: "Email/query", path: "/ids" },
            properties: ["threadId"],
          },
          "thread",
        ],
      ],
    },
  });
  const { methodResponses } = await answer.json();
  [{ id: mailId, threadId: thread }] = methodResponses[3][1].list;
});
afterAll(() => context?.close());

/**
 * What reaches beyond the window, what is cut without a sign of it, and what scrolls sideways but for rows of tools, what
 * others wrote, and tables of figures.
 */
const faults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SIDEWAYS = ".rich-formats, .rich-text, .a-chart-scroll, .settings-letter-rich";
    const isCutting = (one: Element): boolean => getComputedStyle(one).overflowX !== "visible";
    /** Whether something around it cuts it off before the window does, and so has the fault if it is one. */
    const isInside = (one: Element): boolean => {
      for (let around = one.parentElement; around; around = around.parentElement)
        if (around.id === "root") return false;
        else if (isCutting(around)) return true;
      return false;
    };
    const said = (one: Element, what: string): string =>
      `${what}: ${one.localName}.${one.getAttribute("class") ?? ""} “${one.textContent.slice(0, 40)}”`;
    return [...document.querySelectorAll<HTMLElement>("#root *")]
      .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((one) => !one.closest(`.a-hidden, .a-skip, svg, iframe, [inert], ${SIDEWAYS}`))
      .flatMap((one) => {
        const { left, right, width } = one.getBoundingClientRect();
        if (width <= 1) return [];
        if (!isInside(one) && (right > innerWidth + 1 || left < -1))
          return [said(one, "beyond the window")];
        const { textOverflow, display } = getComputedStyle(one);
        if (display === "inline" || !isCutting(one) || one.scrollWidth - one.clientWidth <= 1)
          return [];
        if (one.matches("input, textarea, .a-avatar") || textOverflow === "ellipsis") return [];
        return [said(one, "cut or scrolls sideways")];
      });
  });

/** How often a page is looked at again before what does not fit is a fault. */
const LOOKS = 50;

/** What does not fit of a page, by the window's width. */
async function faultsOf(page: Page, path: string, shows: string): Promise<string[]> {
  await page.goto(host.url + path);
  await page.locator(shows).filter({ visible: true }).first().waitFor();
  await expect.poll(() => page.locator(".a-skeleton:visible").count()).toBe(0);
  const found: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    let now = await faults(page);
    // Other panes for another width are drawn a moment after it.
    for (let look = 0; look < LOOKS && now.length > 0; look += 1) {
      await page.waitForTimeout(100);
      now = await faults(page);
    }
    found.push(...now.map((fault) => `${path} at ${size.width} px ${fault}`));
  }
  await page.setViewportSize(SIZES[0]!);
  return found;
}

describe("nothing is cut, and nothing scrolls sideways", () => {
  const shown: readonly (readonly [string, () => string, string])[] = [
    ["the list", () => "/", ".mail-row"],
    ["a conversation", () => `/mail/folder/inbox/thread/${thread}`, ".mail-body"],
    ["a search", () => `/mail/search/${WORD}`, ".mail-row"],
    ["a search that finds nothing", () => `/mail/search/${WORD.repeat(3)}`, ".a-empty"],
    ["a message in a window", () => `/mail/popup/mails/${mailId}`, ".mail-body"],
    ["a new message", () => "/mail/write/", "[contenteditable=true]"],
    ["the address book", () => "/address-book", ".directory-row"],
    ["a card", () => `/address-book/people/${longId}`, ".card"],
    ["drive", () => "/drive", "h1"],
    ["calls", () => "/ipt-call", "h1"],
    ["help", () => "/help/", "h1"],
    ["an article", () => "/help/keys", "h2"],
    ["the error codes", () => "/help/errors", "h2"],
    ["an address without a page", () => "/nothing/here", ".a-empty"],
    ["a user", () => `/setting/people/${longId}`, "h2"],
    ["the import of users", () => "/setting/people/import", "h2"],
  ];
  test.each(sampled(shown, 2))("in %s", async (_name, path, shows) => {
    const opened = await browser.open(host.url, { context });
    expect(await faultsOf(opened.page, path(), shows)).toEqual([]);
    await opened.close();
  });

  testWhole("in the settings and the administration", async () => {
    const opened = await browser.open(`${host.url}/setting`, { context });
    const { page } = opened;
    const links = page.locator(".a-frame-sidebar .settings-nav a");
    await links.first().waitFor();
    const pages = await links.evaluateAll((all) =>
      all.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    );
    expect(pages.length).toBeGreaterThan(15);
    const found: string[] = [];
    for (const path of ["/setting", ...pages]) found.push(...(await faultsOf(page, path, "h1")));
    expect(found).toEqual([]);
    await opened.close();
  });

  test("in what is seen before one has signed in", async () => {
    const opened = await browser.open(host.url);
    const found: string[] = [];
    for (const path of ["/", "/setting/forgot-password"])
      found.push(...(await faultsOf(opened.page, path, "h1")));
    found.push(...(await faultsOf(opened.page, "/setting/invitation", ".a-empty")));
    expect(found).toEqual([]);
    await opened.close();
  });
});
