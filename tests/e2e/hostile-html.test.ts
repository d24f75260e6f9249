// Features: mail, mail-html
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { HOSTILE } from "../../kits/mail-html/src/bounds/hostile.ts";
import { payloads } from "./corpora.ts";
import { device } from "./device.ts";
import { useHost } from "./host.ts";
import { reader, row, text } from "./mail-page.ts";
import { post } from "./mail-post.ts";
import { sampled, testWhole } from "../../formats/src/testing/whole.ts";

/** Mail that wants to freeze the window that shows it, or to cover what is around it. */

const { host, open } = useHost({ undoSend: 2000 });

const PATIENT = { timeout: 60_000 };

test("no message freezes or crashes the window: each is shown, bounded, one after the other", async () => {
  // The longest row of elements is looked at once more below.
  const bodies = [
    ...new Map([
      ...sampled(Object.entries(HOSTILE), 1),
      ["elements in a row", HOSTILE["elements in a row"]!] as const,
    ]),
  ];
  await post(
    host,
    bodies.map(([name, write]) => ({
      to: host.people.alice.address,
      subject: `Hostile: ${name}`,
      html: `<p>before</p>${write(400_000)}`,
    })),
  );
  const opened = await open("alice");
  const { page } = opened;
  await row(page, "Hostile:").first().click(PATIENT);
  const seen = new Set<string>();
  for (let count = 0; count < bodies.length; count++) {
    await page.waitForFunction(
      (seen) => {
        const title = document.querySelector(".mail-reader-title h2")?.textContent ?? "";
        return (
          title !== "" && !seen.includes(title) && document.querySelector("iframe[data-ready]")
        );
      },
      [...seen],
      PATIENT,
    );
    const { title, elements, depth, frames } = await page.evaluate(() => {
      const { body } =
        document.querySelector<HTMLIFrameElement>("iframe[data-ready]")!.contentDocument!;
      let depth = 0;
      for (let one: Element | null = body; one; one = one.lastElementChild) depth += 1;
      return {
        title: document.querySelector(".mail-reader-title h2")!.textContent,
        elements: body.querySelectorAll("*").length,
        depth,
        // What takes long is not drawn before it is opened.
        frames: document.querySelectorAll(".mail-html-frame").length,
      };
    });
    seen.add(title);
    const isBounded = elements < 21_000 && depth < 400;
    expect({ title, isBounded, frames }).toEqual({ title, isBounded: true, frames: 1 });
    if (count + 1 < bodies.length) await page.keyboard.press("j");
  }
  expect(seen.size).toBe(bodies.length);
  // The whole of what was simplified can be had.
  await row(page, "Hostile: elements in a row").first().click(PATIENT);
  await reader(page).getByText("This message is unusually complex").waitFor(PATIENT);
  await reader(page).getByRole("link", { name: "Save the whole message" }).waitFor();
  await opened.expectQuiet();
  await opened.close();
}, 600_000);

/** Each wants to lie over all of the window. */
const COVERING = [
  "position:fixed;inset:0;z-index:2147483647",
  "position:absolute;left:-3000px;top:-3000px;width:9000px;height:9000px",
  "position:relative;top:-500px;left:-500px;width:5000px;height:5000px",
  "position:sticky;top:0;width:100vw;height:100vh",
  "margin:-1000px;width:5000px;height:5000px",
  "margin-left:calc(0px - 900px);margin-top:calc(-1 * 900px)",
  "transform:translate(-900px,-900px) scale(50)",
  "translate:-900px -900px;scale:50;rotate:45deg",
  "box-shadow:0 0 0 9999px red;outline:9999px solid red",
  "position:var(--x,fixed);inset:var(--x,0)",
  "p\\6fsition:fixed;in\\73et:0",
  "float:left;margin:0 -100vw;width:300vw;height:300vh",
  "animation:spin 1s infinite;offset-path:path('M0 0L-900 -900')",
  "-webkit-transform:translate(-900px,-900px)",
  "border:3000px solid red;margin:-3000px",
]
  .map(
    (style) => `<div class="cover" style="${style};background:red;pointer-events:auto">cover</div>`,
  )
  .concat(
    '<div class="compose-panel a-dialog mail-popup compose-dock" data-shape="full">classes</div>',
    "<dialog open popover>dialog</dialog>",
    "<style>.cover{position:fixed!important;inset:0} header{display:none!important}:host{position:fixed!important;inset:0;z-index:9;contain:none!important}</style>",
    '<img src="https://evil.example/pixel.png"><div style="background:url(https://evil.example/a.png)">a</div>',
    "<table background=https://evil.example/t.png><tr><td>t</td></tr></table>",
  )
  .join("\n");

/** What of the box lies over anything outside of it, by what a pointer would meet and by what moves it. */
async function leaks(box: Locator): Promise<string[]> {
  return box.evaluate((box) => {
    const found: string[] = [];
    const { left, top, right, bottom } = box.getBoundingClientRect();
    const view = box.ownerDocument.defaultView!;
    for (let x = 4; x < view.innerWidth; x += 16)
      for (let y = 4; y < view.innerHeight; y += 16) {
        if (x > left && x < right && y > top && y < bottom) continue;
        const over = box.ownerDocument.elementFromPoint(x, y);
        if (over && over !== box && box.contains(over)) found.push(`${x},${y}: ${over.outerHTML}`);
      }
    for (const one of box.querySelectorAll("*")) {
      const { position, zIndex, transform, translate, animationName } = view.getComputedStyle(one);
      const moved = [position, zIndex, transform, translate, animationName].join();
      if (moved !== "static,auto,none,none,none") found.push(`${moved}: ${one.outerHTML}`);
    }
    const { contain, isolation } = view.getComputedStyle(box);
    if (!/strict|content|layout.*paint/.test(contain) || isolation !== "isolate")
      found.push(`${contain} ${isolation}`);
    return found.slice(0, 5);
  });
}

/** Requests to others that leave the window: what its policy refuses does not. */
async function watchForeign(page: Page): Promise<readonly string[]> {
  const asked: string[] = [];
  await page.context().route(
    (url) => /^https?:$/.test(url.protocol) && url.origin !== host.url,
    async (route) => {
      asked.push(route.request().url());
      await route.abort();
    },
  );
  return asked;
}

testWhole(
  "quoted, forwarded and written by another member: it stays inside of the editor",
  async () => {
    const html = `<p>words</p>${COVERING}${sampled(payloads(), 40)
      .map((one) => `<div>${one}</div>`)
      .join("\n")}`;
    await post(host, [{ to: host.people.bob.address, subject: "Covering", html }]);
    const { support } = host.shared;
    const folders = await device<{ list: { id: string; role: string }[] }>(host, "alice", [
      ["Mailbox/get", { accountId: support.accountId, ids: null }],
    ]);
    const drafts = folders[0]!.list.find(({ role }) => role === "drafts")!.id;
    const [made] = await device<{ created: object | null }>(host, "alice", [
      [
        "Email/set",
        {
          accountId: support.accountId,
          create: {
            one: {
              mailboxIds: { [drafts]: true },
              keywords: { $draft: true, $seen: true },
              from: [{ name: null, email: support.address }],
              subject: "Drafted",
              bodyValues: { html: { value: html } },
              htmlBody: [{ partId: "html", type: "text/html" }],
            },
          },
        },
      ],
    ]);
    expect(made!.created).not.toBeNull();

    const opened = await open("bob");
    const { page } = opened;
    const asked = await watchForeign(page);
    await row(page, "Covering").click(PATIENT);
    await page.waitForSelector("iframe[data-ready]", PATIENT);
    // The reader's frame clips whatever is in it; nothing of the window is under it.
    expect(await overFrame(page)).toEqual([]);
    for (const key of ["r", "f"]) {
      await page.keyboard.press(key);
      const dock = page.locator(".compose-panel").last();
      await dock.getByRole("button", { name: "Show the original message" }).click(PATIENT);
      await dock.getByRole("button", { name: "Edit the original" }).click(PATIENT);
      await text(page).last().getByText("words", { exact: true }).waitFor(PATIENT);
      expect(await leaks(text(page).last())).toEqual([]);
      await dock
        .getByRole("button", { name: "Send", exact: true })
        .click({ ...PATIENT, trial: true });
      await dock.getByRole("button", { name: "Discard draft" }).click(PATIENT);
    }

    // Each payload by itself, as if it were pasted.
    await page.keyboard.press("c");
    await text(page).click(PATIENT);
    const searched = [`<p>http://${"!".repeat(60)}</p>`, "https://a.example/ ".repeat(5000)];
    for (const payload of [...sampled(payloads(), 40), ...searched]) {
      await text(page).evaluate((editor, payload) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/html", payload);
        editor.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
        );
      }, payload);
    }
    expect(await leaks(text(page))).toEqual([]);
    expect(
      await text(page)
        .locator(
          "script, iframe, form, input, object, embed, svg, style, link, [onerror], [onload]",
        )
        .count(),
    ).toBe(0);

    await page.goto(`${host.url}/mail/account/${support.accountId}/folder/${drafts}`);
    await row(page, "Drafted").click(PATIENT);
    const drafted = text(page.getByRole("dialog", { name: "Drafted" }));
    await drafted.getByText("words", { exact: true }).waitFor(PATIENT);
    expect(await leaks(drafted)).toEqual([]);
    expect(asked).toEqual([]);
    await opened.close();
  },
  300_000,
);

/** What of the window lies under the frame of the open mail, where it should not. */
const overFrame = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const frame = document.querySelector("iframe[data-ready]")!;
    const { left, top, right, bottom } = frame.getBoundingClientRect();
    const found: string[] = [];
    for (let x = 4; x < innerWidth; x += 16)
      for (let y = 4; y < innerHeight; y += 16)
        if (!(x >= left && x <= right && y >= top && y <= bottom))
          if (document.elementFromPoint(x, y) === frame) found.push(`${x},${y}`);
    return found;
  });

testWhole(
  "a signature stays in its field, and on paper a message stays below who it is from",
  async () => {
    const identities = await device<{ list: { id: string }[] }>(host, "carol", [
      ["Identity/get", { ids: null }],
    ]);
    await device(host, "carol", [
      [
        "Identity/set",
        { update: { [identities[0]!.list[0]!.id]: { htmlSignature: `<p>words</p>${COVERING}` } } },
      ],
    ]);
    await post(host, [
      { to: host.people.carol.address, subject: "Papered", html: `<p>words</p>${COVERING}` },
    ]);
    const opened = await open("carol", "/mail/write/");
    const { page } = opened;
    const asked = await watchForeign(page);
    await text(page).getByText("words", { exact: true }).waitFor(PATIENT);
    expect(await leaks(text(page))).toEqual([]);

    await page.goto(`${host.url}/setting/identities`);
    await page.getByRole("link", { name: /carol@demo\.test/ }).click(PATIENT);
    const places = [".settings-letter-rich", ".rich-field .rich-text"];
    for (const place of places) {
      await page.locator(place).getByText("words", { exact: true }).waitFor(PATIENT);
      expect(await leaks(page.locator(place))).toEqual([]);
    }

    await page.goto(`${host.url}/`);
    await row(page, "Papered").click(PATIENT);
    await page.waitForSelector("iframe[data-ready]", PATIENT);
    await reader(page).getByRole("button", { name: "More actions" }).click(PATIENT);
    await page.getByRole("menuitem", { name: "Print", exact: true }).click();
    const paper = page.frameLocator("iframe.mail-print");
    await paper.locator("main").waitFor({ state: "attached", ...PATIENT });
    const over = await paper.locator("header").evaluate((header) => {
      // As on paper: there the frame is the page.
      const frame = header.ownerDocument.defaultView!.frameElement as HTMLElement;
      frame.style.cssText =
        "position:fixed;inset:0;width:800px;height:1000px;visibility:visible;opacity:1;z-index:99";
      const { left, top, right, bottom } = header.getBoundingClientRect();
      const found: string[] = [];
      for (let x = left + 2; x < right; x += 8)
        for (let y = top + 2; y < bottom; y += 8) {
          const one = header.ownerDocument.elementFromPoint(x, y);
          if (one && !header.contains(one)) found.push(`${x},${y}: ${one.localName}`);
        }
      return { found: found.slice(0, 5), isSeen: bottom > top + 50 };
    });
    expect(over).toEqual({ found: [], isSeen: true });
    expect(asked).toEqual([]);
    await opened.close();
  },
  300_000,
);
