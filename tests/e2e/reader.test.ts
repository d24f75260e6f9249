// Features: mail, mail-html
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createTransport } from "nodemailer";
import type { SendMailOptions } from "nodemailer";
import type { Frame, Locator, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EmailAuthentication } from "@atrium/contract/types/email";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { deliver } from "../../server/src/features/mail/index.ts";
import { startNameServer, type NameServer } from "../../server/src/testing/name-server.ts";
import type { SeedKey } from "../../server/src/testing/suite.ts";
import { axeFaults } from "./axe.ts";
import { useBrowser, type PageOptions, type WatchedPage } from "./browser.ts";
import { openAs, startHost } from "./host.ts";
import { post } from "./mail-post.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const PDF = Buffer.from("%PDF-1.1\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n");

const browser = useBrowser();
let host: Awaited<ReturnType<typeof startHost>>;
let names: NameServer;
let pictures: Server;
let asked: string[] = [];

beforeAll(async () => {
  pictures = createServer((request, response) => {
    asked.push(request.url!);
    response.end(PNG);
  });
  pictures.listen(0, "127.0.0.1");
  await once(pictures, "listening");
  names = await startNameServer({ "shop.example": { A: ["127.0.0.1"] } });
  host = await startHost({
    dns: { address: names.address, port: names.port },
    outboundNetworks: ["127.0.0.1"],
  });
});
afterAll(async () => {
  await host?.close();
  await names?.close();
  pictures?.closeAllConnections();
  pictures?.close();
});

/** A browser beside other work takes its time. */

const shop = (path: string): string =>
  `http://shop.example:${(pictures.address() as AddressInfo).port}${path}`;

type Result = "pass" | "fail" | "none";
const authentication = (result: Result, domain: string): EmailAuthentication => ({
  spf: { result, domain },
  dkim: result === "none" ? [] : [{ result, domain, selector: "s" }],
  dmarc: {
    result,
    domain,
    policy: result === "none" ? null : "quarantine",
    alignment: { spf: result === "pass", dkim: result === "pass" },
  },
  arc: { result: "none", sealer: null },
});

let count = 0;
/** Puts a mail into a user's mailbox as it arrives from outside, with what its authentication would have said. */
async function arrive(
  who: SeedKey,
  mail: SendMailOptions,
  {
    result = "pass",
    junk = false,
    receivedAt = new Date(),
  }: { readonly result?: Result; readonly junk?: boolean; readonly receivedAt?: Date } = {},
): Promise<void> {
  const from = (mail.from as string | undefined) ?? "Shop <news@shop.example>";
  const written = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message } = await written.sendMail({ to: host.people[who].address, ...mail, from });
  const { engine, platform } = host.suite;
  await deliver(engine, {
    ...(await platform.blobs.put(message as Buffer)),
    transactionId: `reader ${(count += 1)}`,
    receivedAt,
    authentication: authentication(result, /@([^>]+)/.exec(from)![1]!),
    recipients: [{ accountId: host.people[who].accountId, mailboxRole: junk ? "junk" : "inbox" }],
  });
}

const open = (who: SeedKey, path?: string, options?: PageOptions): Promise<WatchedPage> =>
  openAs(browser, host, who, path, options);

async function read(page: Page, subject: string): Promise<Locator> {
  await page.getByRole("row").filter({ hasText: subject }).first().click();
  await page.getByRole("heading", { level: 2, name: subject }).waitFor();
  return page.getByRole("region", { name: "Conversation", exact: true });
}

async function frameOf(page: Page): Promise<Frame> {
  const handle = await page.waitForSelector("iframe[data-ready]");
  return (await handle.contentFrame())!;
}

/** What the proxy answered, by the path at the other server. */
const proxied = ({ requests }: WatchedPage): string[] =>
  requests
    .filter(({ url }) => url.includes("/image-proxy/"))
    .map(({ url }) => new URL(new URL(url).searchParams.get("url")!).pathname);

const newsletter = () => `<style>.hero { background-image: url(${shop("/hero.png")}) }</style>
  <div class="hero" style="color: #333; padding: 9px">hero</div>
  <table><tr><td background="${shop("/cell.png")}">cell</td></tr></table>
  <img src="${shop("/photo.png?a=1&amp;b=2")}" width="30" height="30" alt="A photo">
  <img srcset="${shop("/small.png")} 1x, ${shop("/large.png")} 2x" width="30" height="30" alt="Two sizes">
  <img src="${shop("/counter.gif")}" width="1" height="1" alt="">
  <img src="${shop("/track/open.php?u=1")}" alt="">
  <img src="${shop("/unseen.gif")}" style="display: none" alt="">`;

/** Opens what is to be said of a message besides the worst. */
const openNotices = (reader: Locator): Promise<void> =>
  reader.getByRole("button", { name: /^and \d+ more$/ }).click();

test("images are asked for only when the reader wants them, and then of our own server alone", async () => {
  asked = [];
  await arrive("bob", { subject: "Autumn offers", html: newsletter() });
  const opened = await open("bob");
  const { page } = opened;
  const reader = await read(page, "Autumn offers");
  await reader.getByText("7 images are blocked, 3 of them tracking pixels").waitFor();
  await reader.getByText("They only tell the sender that you read this (shop.example)").waitFor();
  await openNotices(reader);
  await reader.getByText("First message from this sender").waitFor();
  expect(asked).toEqual([]);
  expect(await axeFaults(page)).toEqual([]);

  await reader.getByRole("button", { name: "Show images" }).click();
  await expect.poll(() => asked.length).toBe(4);
  // Never what only counts readers.
  expect(asked.sort()).toEqual(["/cell.png", "/hero.png", "/large.png", "/photo.png?a=1&b=2"]);
  expect(proxied(opened).sort()).toEqual(["/cell.png", "/hero.png", "/large.png", "/photo.png"]);
  const frame = await frameOf(page);
  await expect
    .poll(() =>
      frame.evaluate(
        () => document.querySelector<HTMLImageElement>("[alt='A photo']")?.naturalWidth,
      ),
    )
    .toBe(1);
  await reader.getByText("7 images are blocked").waitFor({ state: "detached" });
  // Which they are is still to be seen.
  await reader.getByRole("button", { name: "to me" }).click();
  await reader.getByText("3 pixels, blocked:").waitFor();
  for (const path of ["/counter.gif", "/track/open.php?u=1", "/unseen.gif"])
    await reader.getByText(shop(path)).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(asked.length).toBe(4);
  await opened.expectQuiet();
  await page.context().close();
});

testWhole(
  "a message with nothing but a tracking pixel says whose, and offers nothing to show",
  async () => {
    asked = [];
    await arrive("carol", {
      from: "Counter <count@shop.example>",
      subject: "Only counted",
      html: `<p>Read me.</p><img src="${shop("/o.gif")}" width="1" height="1" alt="">`,
    });
    const opened = await open("carol");
    const { page } = opened;
    const reader = await read(page, "Only counted");
    await openNotices(reader);
    await reader.getByText("Tracking pixel blocked").waitFor();
    await reader
      .getByText("It would only tell the sender that you read this message (shop.example).")
      .waitFor();
    expect(await reader.getByRole("button", { name: "Show images" }).count()).toBe(0);
    expect(asked).toEqual([]);
    await opened.expectQuiet();
    await page.context().close();
  },
);

testWhole(
  "a trusted sender's images come by themselves, and not in the name of who cannot be verified",
  async () => {
    const image = (name: string) =>
      `<img src="${shop(`/${name}.png`)}" width="9" height="9" alt="">`;
    await arrive("carol", { subject: "First issue", html: image("first") });
    const opened = await open("carol");
    const { page } = opened;
    const reader = await read(page, "First issue");
    asked = [];
    await reader.getByRole("button", { name: "Always from this sender" }).click();
    await page.getByText("Images from news@shop.example will be shown from now on.").waitFor();
    await expect.poll(() => asked).toEqual(["/first.png"]);
    asked = [];
    await arrive("carol", { subject: "Second issue", html: image("second") });
    await read(page, "Second issue");
    await expect.poll(() => asked).toEqual(["/second.png"]);

    await arrive("carol", { subject: "Third issue", html: image("third") }, { result: "fail" });
    await read(page, "Third issue");
    await openNotices(reader);
    await reader.getByText("One image is blocked").waitFor();
    await reader.getByText("This message may not come from shop.example").first().waitFor();
    expect(await reader.getByRole("button", { name: "Always from this sender" }).count()).toBe(0);
    expect(asked).toEqual(["/second.png"]);
    await opened.expectQuiet();
    await page.context().close();
  },
);

testWhole(
  "banners show the worst first: another user's name, a domain that looks like ours, Junk",
  async () => {
    await arrive("bob", {
      from: "Alice Archer <alice@demo.example>",
      subject: "Urgent transfer",
      text: "Please pay.",
    });
    await arrive("bob", { subject: "You won", text: "Open soon." }, { result: "fail", junk: true });
    const opened = await open("bob");
    const { page } = opened;
    const reader = await read(page, "Urgent transfer");
    await reader.getByText("demo.example looks like demo.test, but is not").waitFor();
    // One is open; the others wait behind a button.
    expect(await reader.locator(".a-banner").count()).toBe(1);
    await openNotices(reader);
    await reader.getByText("Alice Archer is a colleague, but this is not their address").waitFor();
    await reader.getByRole("button", { name: "Verified: demo.example" }).click();
    await page.getByText("This message really comes from demo.example.").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");

    await page.getByRole("treeitem", { name: "Junk" }).first().click();
    await read(page, "You won");
    await openNotices(reader);
    await reader
      .getByText("It was moved there because its sender could not be verified.")
      .waitFor();
    // What lies there is not offered to be moved there.
    const bar = page.getByRole("toolbar", { name: "Actions for this conversation" });
    await bar.getByRole("button", { name: "Not junk" }).waitFor();
    expect(await bar.getByRole("button", { name: "Report junk" }).count()).toBe(0);
    await reader.locator(".a-banner").getByRole("button", { name: "Not junk" }).click();
    await page.getByText("Marked as not junk").waitFor();
    // It left its list, and nothing of it stays behind.
    await page.getByText("No conversation open").waitFor();
    await opened.expectQuiet();
    await page.context().close();
  },
);

testWhole(
  "a name that is another address gives way to the real one, which stays in one piece",
  async () => {
    await arrive("carol", {
      from: '"ceo@demo.test" <monitor@shop.example>',
      subject: "Wire it today",
      text: "Please.",
    });
    await arrive("carol", {
      from: "Status <monitor@shop.example>",
      subject: "All is up",
      text: "Up.",
    });
    const opened = await open("carol");
    const { page } = opened;
    const reader = await read(page, "Wire it today");
    await reader
      .locator(".a-banner")
      .getByText("The sender’s name says ceo@demo.test, but that is not their address")
      .waitFor();
    await reader.getByRole("heading", { name: "monitor@shop.example", exact: true }).waitFor();
    expect(await reader.getByRole("button", { name: /^Verified/ }).count()).toBe(0);
    const posing = page.getByRole("row").filter({ hasText: "Wire it today" });
    expect(await posing.locator(".mail-row-names").textContent()).toBe("monitor@shop.example");
    expect(await axeFaults(page)).toEqual([]);

    // In full, however little room there is.
    await page.setViewportSize({ width: 390, height: 844 });
    const whole = reader.locator(".mail-head-from:visible");
    await whole.waitFor();
    expect(await whole.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });

    await read(page, "All is up");
    const address = reader.locator(".mail-head-address > .mail-address:visible");
    for (const width of [1440, 1024, 900, 768, 700, 500, 390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const linesOf = (): Promise<number> =>
        address.evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        });
      // At some widths the window is laid out anew, and for a moment there is no line.
      await expect.poll(linesOf, { message: `lines at ${String(width)} px` }).toBe(1);
    }
    await opened.expectQuiet();
    await page.context().close();
  },
);

testWhole(
  "only the very first message of a sender is called so, also within one second",
  async () => {
    const from = "Fresh <fresh@shop.example>";
    const receivedAt = new Date("2026-11-20T08:00:00Z");
    await arrive("jimin", { from, subject: "Hello first", text: "One." }, { receivedAt });
    await arrive("jimin", { from, subject: "Hello second", text: "Two." }, { receivedAt });
    const opened = await open("jimin");
    const { page } = opened;
    const first = page.getByText("First message from this sender");
    await (await read(page, "Hello first")).getByText("One.").waitFor();
    await first.waitFor();
    const asked = page.waitForResponse(
      (response) => response.request().postData()?.includes("Email/query") === true,
    );
    await (await read(page, "Hello second")).getByText("Two.").waitFor();
    await asked;
    await expect.poll(() => first.count()).toBe(0);
    await read(page, "Hello first");
    await first.waitFor();
    await opened.expectQuiet();
    await page.context().close();
  },
);

testWhole(
  "a mail from outside that only claims to be ours says so, in Junk and wherever it goes",
  async () => {
    const claim = { to: host.people.dave.address, from: "Alice Archer <alice@demo.test>" };
    await post(host, [{ ...claim, subject: "Wire this today", text: "Please." }]);
    const opened = await open("dave");
    const { page } = opened;
    await page.getByRole("treeitem", { name: "Junk" }).first().click();
    const reader = await read(page, "Wire this today");
    const warning = "This message claims to be from demo.test, but nothing proves it";
    await reader.locator(".a-banner").getByText(warning).waitFor();
    await reader.getByRole("button", { name: warning }).waitFor();
    expect(await reader.getByRole("button", { name: /^Verified/ }).count()).toBe(0);
    await openNotices(reader);
    expect(await axeFaults(page)).toEqual([]);
    await reader.locator(".a-banner").getByRole("button", { name: "Not junk" }).click();
    await page.getByText("Marked as not junk").waitFor();
    await page.getByRole("treeitem", { name: "Inbox" }).first().click();
    await read(page, "Wire this today");
    await reader.locator(".a-banner").getByText(warning).waitFor();
    await opened.expectQuiet();
    await page.context().close();
  },
);

const ANSWER = `<div dir="ltr">Fine with me.</div><br>
  <div class="gmail_quote"><div class="gmail_attr">On Monday Bob wrote:</div>
  <blockquote class="gmail_quote"><p>Shall we meet?</p></blockquote></div>`;
const OUTLOOK = `<div><p>Agreed.</p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0 0 0">
  <p><b>From:</b> Bob<br><b>Sent:</b> Monday</p></div></div><p>Shall we meet at noon?</p></div>`;

testWhole(
  "what is quoted is folded and opens without a script; what is passed on is not",
  async () => {
    await arrive("dave", { subject: "Quoted by Gmail", html: ANSWER });
    await arrive("dave", { subject: "Quoted by Outlook", html: OUTLOOK });
    await arrive("dave", {
      subject: "Passed on",
      html: `<p>See below</p><div class="gmail_quote">---------- Forwarded message ---------<p>The news</p></div>`,
    });
    const opened = await open("dave");
    const { page } = opened;
    for (const [subject, quoted] of [
      ["Quoted by Gmail", "Shall we meet?"],
      ["Quoted by Outlook", "Shall we meet at noon?"],
    ] as const) {
      await read(page, subject);
      const body = page.frameLocator("iframe[data-ready]");
      await body.locator("summary").waitFor();
      expect(await body.getByText(quoted).isVisible()).toBe(false);
      await body.locator("summary").press("Enter");
      await body.getByText(quoted).waitFor();
    }
    await read(page, "Passed on");
    await page.frameLocator("iframe[data-ready]").getByText("The news").waitFor();
    await opened.expectQuiet();
    await page.context().close();
  },
);

testWhole("attachments are looked at in place, an invitation says when and where", async () => {
  await arrive("jimin", {
    subject: "Papers",
    text: "See the papers.",
    attachments: [
      { filename: "photo.png", content: PNG },
      { filename: "notes.txt", content: "<b>plain</b> words" },
      { filename: "page.html", content: "<script>alert(1)</script>" },
      { filename: "paper.pdf", content: PDF },
    ],
    icalEvent: {
      method: "REQUEST",
      content: [
        "BEGIN:VCALENDAR",
        "METHOD:REQUEST",
        "BEGIN:VEVENT",
        "DTSTART:20261124T093000Z",
        "DTEND:20261124T110000Z",
        "SUMMARY:Budget meeting",
        "LOCATION:Room 4",
        "ORGANIZER;CN=Olga:mailto:olga@shop.example",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
      ].join("\r\n"),
    },
  });
  const opened = await open("jimin");
  const { page } = opened;
  const reader = await read(page, "Papers");
  await reader.getByRole("heading", { name: "Budget meeting" }).waitFor();
  await reader.getByText("Room 4").waitFor();

  const dialog = page.getByRole("dialog");
  await reader.getByRole("button", { name: "Preview photo.png" }).click();
  await dialog.locator("img").waitFor();
  await expect
    .poll(() => dialog.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1);
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await reader.getByRole("button", { name: "Preview notes.txt" }).click();
  await dialog.getByText("<b>plain</b> words").waitFor();
  await page.keyboard.press("Escape");
  expect(await reader.getByRole("button", { name: "Preview page.html" }).count()).toBe(0);
  expect(await reader.locator("a[download='page.html']").count()).toBe(1);
  await opened.expectQuiet();
  await page.context().close();
});

testWhole(
  "a message is printed on clean paper, shown as it came, and its list left with one click",
  async () => {
    await arrive("bob", {
      subject: "Printed",
      html: `<p style="color: red">On paper</p><script>1</script>`,
      headers: {
        "List-Unsubscribe": "<https://list.example/leave>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    });
    const opened = await open("bob");
    const { page } = opened;
    const reader = await read(page, "Printed");
    const choose = async (name: string): Promise<void> => {
      await reader.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name, exact: true }).click();
    };
    await choose("Print");
    const paper = page.frameLocator("iframe.mail-print");
    await paper.getByText("On paper").waitFor({ state: "attached" });
    expect(await paper.locator("h1").textContent()).toBe("Printed");
    expect(await paper.locator("script").count()).toBe(0);

    await choose("View source");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("List-Unsubscribe-Post: List-Unsubscribe=One-Click").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");

    const saved = page.waitForEvent("download");
    await choose("Save as .eml");
    expect((await saved).suggestedFilename()).toBe("Printed.eml");

    // There is no such server: it is said, and the dialog stays.
    await choose("Unsubscribe");
    await dialog.getByRole("button", { name: "Unsubscribe" }).click();
    await page.getByText("The list did not accept this. Try again later.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await opened.expectQuiet({ allow: [/status of 503/] });
    await page.context().close();
  },
);

testWhole(
  "in the dark a mail's own colours stay legible, and light paper is a choice",
  async () => {
    await arrive("carol", {
      subject: "Coloured",
      html: `<div style="background: #fff; color: #222; padding: 20px"><p id="words">Words</p>
      <p style="background: #0a503c; color: #fff" id="hero">Hero</p></div>`,
    });
    const opened = await open("carol", "/", { colorScheme: "dark" });
    const { page } = opened;
    const reader = await read(page, "Coloured");
    const frame = await frameOf(page);
    const contrastOf = (id: string): Promise<number> =>
      frame.evaluate((id) => {
        const parts = (text: string) => text.match(/[\d.]+/g)!.map(Number);
        const light = (text: string): number => {
          const [r, g, b] = parts(text).map((value) => {
            const part = value / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
        };
        let ground = document.getElementById(id)!;
        const words = light(getComputedStyle(ground).color);
        while (parts(getComputedStyle(ground).backgroundColor)[3] === 0)
          ground = ground.parentElement!;
        const paper = light(getComputedStyle(ground).backgroundColor);
        return (Math.max(words, paper) + 0.05) / (Math.min(words, paper) + 0.05);
      }, id);
    await expect.poll(() => contrastOf("words")).toBeGreaterThan(4.5);
    expect(await contrastOf("hero")).toBeGreaterThan(4.5);
    const ground = (): Promise<string> =>
      frame.evaluate(() => getComputedStyle(document.querySelector("div")!).backgroundColor);
    expect(await ground()).not.toBe("rgb(255, 255, 255)");
    expect(await axeFaults(page)).toEqual([]);
    await reader.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Show on a light background" }).click();
    await expect.poll(ground).toBe("rgb(255, 255, 255)");
    await opened.expectQuiet();
    await page.context().close();
  },
);

testWhole("a message that did not come is there when the network is back", async () => {
  await arrive("dave", { subject: "Late message", text: "Here at last." });
  const opened = await open("dave");
  const { page } = opened;
  await page.getByRole("row").filter({ hasText: "Late message" }).waitFor();
  let isCut = true;
  await page.route("**/jmap/api", (route) =>
    isCut && route.request().postData()?.includes("bodyValues")
      ? route.abort("internetdisconnected")
      : route.continue(),
  );
  const reader = await read(page, "Late message");
  await reader.getByText("Could not load this message.").waitFor();
  isCut = false;
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await reader.getByText("Here at last.").waitFor();
  await opened.expectQuiet({ allow: [/ERR_INTERNET_DISCONNECTED/] });
  await page.context().close();
});

testWhole(
  "an HTML message whose frame did not come says so, beside all the rest, and comes when it can",
  async () => {
    await arrive("carol", { subject: "Framed", html: "<p>Inside of the frame</p>" });
    await arrive("carol", { subject: "Plain beside it", text: "Just words." });
    const opened = await open("carol");
    const { page } = opened;
    for (const answer of [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ contentType: "text/html", body: "<h1>Bad gateway</h1>" }),
    ]) {
      await page.route("**/frame/mail", answer);
      // Nothing stands ready yet.
      await page.reload();
      const reader = await read(page, "Framed");
      // What is read next stands ready beside it, and has not come either.
      const failed = reader.getByRole("alert").filter({ visible: true });
      await failed.getByText("Could not load this message.").waitFor();
      expect(await reader.locator("iframe").filter({ visible: true }).count()).toBe(0);
      await page.unroute("**/frame/mail");
      await failed.getByRole("button", { name: "Try again" }).click();
      await (await frameOf(page)).getByText("Inside of the frame").waitFor();
      await (await read(page, "Plain beside it")).getByText("Just words.").waitFor();
    }
    await page.context().close();
  },
);

testWhole("a message that hits a bug takes nothing else with it", async () => {
  await arrive("carol", { subject: "Unlucky", html: "<p>Drawn in vain</p>" });
  const { page } = await open("carol");
  await page.evaluate(() => {
    const { ResizeObserver } = globalThis;
    Object.assign(globalThis, {
      ResizeObserver: class extends ResizeObserver {
        override observe(target: Element): void {
          if (target.ownerDocument !== document) throw new Error("a bug");
          super.observe(target);
        }
      },
    });
  });
  const reader = await read(page, "Unlucky");
  await reader.getByText("Something went wrong while showing this.").waitFor();
  await page.getByRole("row").filter({ hasText: "Unlucky" }).waitFor();
  await page.context().close();
});

test("where a link leads is seen before, also when its words say something else", async () => {
  await arrive("dave", {
    subject: "Your account",
    html: `<a href="https://bank.example.evil.test/x">www.bank.example</a>`,
  });
  const opened = await open("dave");
  const { page } = opened;
  const reader = await read(page, "Your account");
  await page.frameLocator("iframe[data-ready]").getByText("www.bank.example").focus();
  await reader.getByText("https://bank.example.evil.test/x").waitFor();
  await reader.getByText("This link shows www.bank.example but opens another address.").waitFor();
  await opened.expectQuiet();
  await page.context().close();
});

testWhole("an address in a message is written to here, as its link asks", async () => {
  await arrive("dave", { subject: "Plain address", text: "Ask help+desk@shop.example." });
  await arrive("dave", {
    subject: "Linked address",
    html: '<p>Ask <a href="mailto:help%2Bdesk@shop.example?subject=Order+7&body=Where%20is%20it">us</a></p>',
  });
  const opened = await open("dave");
  const { page } = opened;
  await (await read(page, "Linked address")).waitFor();
  await (await frameOf(page)).getByRole("link", { name: "us" }).click();
  const asked = page.getByRole("dialog", { name: "Order+7" });
  await asked.getByRole("button", { name: "help+desk@shop.example", exact: true }).waitFor();
  await asked.getByText("Where is it").waitFor();
  const reader = await read(page, "Plain address");
  await reader.getByRole("link", { name: "help+desk@shop.example" }).click();
  const plain = page.getByRole("dialog", { name: "New message" });
  await plain.getByRole("button", { name: "help+desk@shop.example", exact: true }).waitFor();
  expect(page.context().pages()).toHaveLength(1);
  await opened.expectQuiet();
  await page.context().close();
});
