import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { createBrowser, httpBench, type Browser } from "./testing/bench.ts";

let bench: Awaited<ReturnType<typeof httpBench>>;
beforeAll(async () => {
  bench = await httpBench();
  await mkdir(join(bench.dist, "host"), { recursive: true });
  await writeFile(
    join(bench.dist, "host/index.html"),
    `<meta name="atrium-session" content="%SESSION%">`,
  );
});

const WINDOW = { accept: "text/html", "sec-fetch-dest": "document" };

/** What the document at a path says of who is signed in, as a browser reads the attribute. */
async function embedded(browser: Browser, path = "/", headers = WINDOW): Promise<string> {
  const { body, statusCode } = await browser.get(path, headers);
  expect(statusCode).toBe(200);
  const [, content] = /^<meta name="atrium-session" content="([^"<>]*)">$/.exec(body)!;
  const signs: Record<string, string> = { amp: "&", quot: '"', "#39": "'", lt: "<", gt: ">" };
  return content!.replaceAll(/&([^;]+);/g, (_, name: string) => signs[name]!);
}

const signedIn = async (): Promise<Browser> => {
  const browser = bench.browser();
  await browser.signIn("bob@demo.test");
  return browser;
};

test("a document says who is signed in, and that nobody is", async () => {
  const browser = await signedIn();
  const session = (await browser.get("/api/session")).json<object>();
  for (const path of ["/", "/mail/write/", "/setting/security", "/ipt-call"])
    expect(JSON.parse(await embedded(browser, path))).toEqual(session);
  expect(await embedded(bench.browser())).toBe("{}");
  expect((await browser.get("/", WINDOW)).headers["cache-control"]).toBe("no-store");
});

test("whatever a user is called, the document stays whole", async () => {
  const browser = await signedIn();
  const name = `"><script>alert(1)</script>&quot; $& $' %SESSION%`;
  await bench.platform.db
    .updateTable("person")
    .set({ name })
    .where("id", "=", bench.bob.id)
    .execute();
  expect(JSON.parse(await embedded(browser))).toMatchObject({ name });
  expect((await browser.get("/", WINDOW)).body).not.toContain("<script");
});

test("a session that is over is asked about, so that the window learns why", async () => {
  const browser = await signedIn();
  const cookie = browser.cookie()!;
  await browser.post("/api/sign-out");
  browser.carry(cookie);
  expect(await embedded(browser)).toBe("");
  const invented = bench.browser();
  invented.carry(`atrium_session=${"A".repeat(43)}`);
  expect(await embedded(invented)).toBe("");
});

test("public pages, and what is kept for hours without network, name nobody", async () => {
  const browser = await signedIn();
  for (const path of ["/help/", "/share/pages/1", "/share/chatbot/embed"])
    expect(await embedded(browser, path)).toBe("");
  for (const destination of ["empty", "iframe", ""])
    expect(await embedded(browser, "/", { ...WINDOW, "sec-fetch-dest": destination })).toBe("");
});

test("nobody is named on a connection that others could read", async () => {
  const browser = await signedIn();
  const { body } = await bench.server.app.inject({
    url: "/",
    remoteAddress: "192.0.2.7",
    headers: { ...WINDOW, host: "mail.example.org", cookie: browser.cookie() },
  });
  expect(body).toContain(`content=""`);
  const secure = bench.serverWith({ publicUrl: "https://mail.example.org" });
  expect(await embedded(createBrowser(secure, "https://mail.example.org"))).toBe("{}");
});

test("a document waits for no database", async () => {
  const browser = await signedIn();
  const away = vi.spyOn(bench.accounts, "actorOfToken");
  away.mockRejectedValueOnce(new Error("the database is gone"));
  expect(await embedded(browser)).toBe("");
  away.mockReturnValueOnce(new Promise(() => undefined));
  expect(await embedded(browser)).toBe("");
  away.mockRestore();
});
