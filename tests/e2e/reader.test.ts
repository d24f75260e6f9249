import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createTransport } from "nodemailer";
import type { SendMailOptions } from "nodemailer";
import type { Frame, Locator, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EmailAuthentication } from "@atrium/contract/types/email";
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
  { result = "pass", junk = false }: { readonly result?: Result; readonly junk?: boolean } = {},
): Promise<void> {
  const from = (mail.from as string | undefined) ?? "Shop <news@shop.example>";
  const written = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message } = await written.sendMail({ to: host.people[who].address, ...mail, from });
  const { engine, platform } = host.suite;
  await deliver(engine, {
    ...(await platform.blobs.put(message as Buffer)),
    transactionId: `reader ${(count += 1)}`,
    receivedAt: new Date(),
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
  <img src="${shop("/counter.gif")}" width="1" height="1" alt="">`;

test("images are asked for only when the reader wants them, and then of our own server alone", async () => {
  asked = [];
  await arrive("bob", { subject: "Autumn offers", html: newsletter() });
  const opened = await open("bob");
  const { page } = opened;
  const reader = await read(page, "Autumn offers");
  await reader.getByText("5 images are blocked").waitFor();
  await reader.getByText("You have not had mail from this address before").waitFor();
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
  await reader.getByText("5 images are blocked").waitFor({ state: "detached" });
  await opened.expectQuiet();
  await page.context().close();
});

test("a trusted sender's images come by themselves, and not in the name of who cannot be verified", async () => {
  const image = (name: string) => `<img src="${shop(`/${name}.png`)}" width="9" height="9" alt="">`;
  await arrive("carol", { subject: "First issue", html: image("first") });
  const opened = await open("carol");
  const { page } = opened;
  const reader = await read(page, "First issue");
  asked = [];
  await reader.getByRole("button", { name: "Always from this sender" }).click();
  await page.getByText("Images of news@shop.example are shown from now on.").waitFor();
  await expect.poll(() => asked).toEqual(["/first.png"]);
  asked = [];
  await arrive("carol", { subject: "Second issue", html: image("second") });
  await read(page, "Second issue");
  await expect.poll(() => asked).toEqual(["/second.png"]);

  await arrive("carol", { subject: "Third issue", html: image("third") }, { result: "fail" });
  await read(page, "Third issue");
  await reader.getByText("One image is blocked").waitFor();
  await reader.getByText("This mail may not come from shop.example").first().waitFor();
  expect(await reader.getByRole("button", { name: "Always from this sender" }).count()).toBe(0);
  expect(asked).toEqual(["/second.png"]);
  await opened.expectQuiet();
  await page.context().close();
});

test("banners show the worst first: another user's name, a domain that looks like ours, Junk", async () => {
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
  await reader.getByText("Alice Archer is a colleague, but this is not their address").waitFor();
  // Two are open; the third waits behind a button.
  expect(await reader.locator(".a-banner").count()).toBe(2);
  await reader.getByRole("button", { name: "Verified: demo.example" }).click();
  await page.getByText("The mail really comes from demo.example.").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await page.getByRole("treeitem", { name: "Junk" }).first().click();
  await read(page, "You won");
  await reader.getByText("It was put there because its sender could not be verified.").waitFor();
  await reader.getByRole("button", { name: "Not junk" }).click();
  await page.getByText("Moved to Inbox.").waitFor();
  await opened.expectQuiet();
  await page.context().close();
});

test("a mail from outside that only claims to be ours says so, in Junk and wherever it goes", async () => {
  const claim = { to: host.people.dave.address, from: "Alice Archer <alice@demo.test>" };
  await post(host, [{ ...claim, subject: "Wire this today", text: "Please." }]);
  const opened = await open("dave");
  const { page } = opened;
  await page.getByRole("treeitem", { name: "Junk" }).first().click();
  const reader = await read(page, "Wire this today");
  const warning = "This mail claims to be from demo.test, but nothing proves it";
  await reader.locator(".a-banner").getByText(warning).waitFor();
  await reader.getByRole("button", { name: warning }).waitFor();
  expect(await reader.getByRole("button", { name: /^Verified/ }).count()).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await reader.getByRole("button", { name: "Not junk" }).click();
  await page.getByText("Moved to Inbox.").waitFor();
  await page.getByRole("treeitem", { name: "Inbox" }).first().click();
  await read(page, "Wire this today");
  await reader.locator(".a-banner").getByText(warning).waitFor();
  await opened.expectQuiet();
  await page.context().close();
});

const ANSWER = `<div dir="ltr">Fine with me.</div><br>
  <div class="gmail_quote"><div class="gmail_attr">On Monday Bob wrote:</div>
  <blockquote class="gmail_quote"><p>Shall we meet?</p></blockquote></div>`;
const OUTLOOK = `<div><p>Agreed.</p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0 0 0">
  <p><b>From:</b> Bob<br><b>Sent:</b> Monday</p></div></div><p>Shall we meet at noon?</p></div>`;

test("what is quoted is folded and opens without a script; what is passed on is not", async () => {
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
});

test("attachments are looked at in place, an invitation says when and where", async () => {
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

test("a message is printed on clean paper, shown as it came, and its list left with one click", async () => {
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
    await reader.getByRole("button", { name: "More for this message" }).click();
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
  await page.getByText("The list did not take it. Try again later.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await opened.expectQuiet({ allow: [/status of 503/] });
  await page.context().close();
});

test("in the dark a mail's own colours stay legible, and light paper is a choice", async () => {
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
  await reader.getByRole("button", { name: "More for this message" }).click();
  await page.getByRole("menuitem", { name: "Show on light paper" }).click();
  await expect.poll(ground).toBe("rgb(255, 255, 255)");
  await opened.expectQuiet();
  await page.context().close();
});

test("a message that did not come is there when the network is back", async () => {
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
  await reader.getByText("This message could not be loaded.").waitFor();
  isCut = false;
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await reader.getByText("Here at last.").waitFor();
  await opened.expectQuiet({ allow: [/ERR_INTERNET_DISCONNECTED/] });
  await page.context().close();
});

test("an HTML message whose frame did not come says so, beside all the rest, and comes when it can", async () => {
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
    await failed.getByText("This message could not be loaded.").waitFor();
    expect(await reader.locator("iframe").filter({ visible: true }).count()).toBe(0);
    await page.unroute("**/frame/mail");
    await failed.getByRole("button", { name: "Try again" }).click();
    await (await frameOf(page)).getByText("Inside of the frame").waitFor();
    await (await read(page, "Plain beside it")).getByText("Just words.").waitFor();
  }
  await page.context().close();
});

test("a message that hits a bug takes nothing else with it", async () => {
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
  await reader.getByText("The words say www.bank.example, but the link leads elsewhere.").waitFor();
  await opened.expectQuiet();
  await page.context().close();
});

test("an address in a message is written to here, as its link asks", async () => {
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
