import { fileLinkPath } from "@atrium/contract/share-file";
import { FileLink } from "@atrium/contract/types/file-link";
import { FileNode, TRASH_ID } from "@atrium/contract/types/file-node";
import type { TypeDescription } from "@atrium/contract/types/define";
import { utcDate } from "@atrium/contract/types/utc-date";
import type { JsonObject } from "@atrium/contract/types/wire";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callMethod } from "../../../engine/testing/conforms.ts";
import { fileCapabilities, fileTypes } from "../../../features/drive/index.ts";
import { createLog } from "../../../platform/log/index.ts";
import { actorOf } from "../../../testing/organisation.ts";
import { createBrowser, httpBench, type Browser } from "../../http/testing/bench.ts";
import { registerPublic } from "../index.ts";
import { ENTRIES_SHOWN, PASSWORD_KEPT, PUBLIC_REQUESTS, TEXT_SHOWN } from "../limits.ts";

/** What strangers see by links to files, over HTTP. */
const PASSWORD = "open sesame";
const MEDIA = Buffer.from("0123456789");
const EVIL = `<script>alert("1")</script>`;
const EVIL_NAME = `"><img src=x onerror='alert(1)'>.txt`;

let bench: Awaited<ReturnType<typeof httpBench>>;
let stranger: Browser;
const lines: string[] = [];
/** Every token that there was. */
const tokens: string[] = [];
const ids: Record<string, string> = {};
let secretBlob: string;

type Made = { readonly id: string; readonly token: string };

const call = (type: TypeDescription, verb: string, args: JsonObject) => {
  const { engine, bob } = bench;
  const given = { accountId: bob.accountId, ...args };
  return callMethod({ engine, actor: actorOf(bob) }, type, verb, given);
};

async function create(type: TypeDescription, record: JsonObject): Promise<Made> {
  const { created, notCreated } = await call(type, "set", { create: { a: record } });
  expect(notCreated).toBeNull();
  return (created as Record<string, Made>)["a"]!;
}

async function file(
  name: string,
  content: Buffer | string,
  type: string,
  parentId: string | null,
): Promise<string> {
  const { engine, bob } = bench;
  const actor = actorOf(bob);
  const bytes = Buffer.from(content);
  const { blobId } = await engine.blobs.upload(actor, bob.accountId, bytes, type);
  const { id } = await create(FileNode, { name, blobId, type, parentId });
  ids[name] = id;
  return blobId;
}

const folder = async (name: string, parentId: string | null): Promise<string> =>
  (ids[name] = (await create(FileNode, { name, parentId })).id);

/** A link, by its address. */
async function link(fileNodeId: string, more: JsonObject = {}): Promise<string> {
  const { token } = await create(FileLink, { fileNodeId, ...more });
  tokens.push(token);
  return fileLinkPath(token);
}

const post = (url: string, form: Record<string, string> = {}, who = stranger) =>
  who.post(url, new URLSearchParams(form).toString(), {
    origin: "null",
    "sec-fetch-site": "same-origin",
    "content-type": "application/x-www-form-urlencoded",
  });

const downloadsOf = async (address: string): Promise<unknown> => {
  const token = address.split("/")[3]!;
  const { list } = await call(FileLink, "get", { ids: null });
  const { rows } = await bench.platform.pool.query<{ id: string }>(
    "select id from file_link where token_hash = sha256($1)",
    [Buffer.from(token)],
  );
  return list!.find(({ id }) => id === rows[0]!.id)!["downloads"];
};

/** What can be seen from outside of an answer, without what differs by time. */
const seen = ({ statusCode, headers, body }: LightMyRequestResponse) => {
  const { date: _, "x-request-id": __, ...same } = headers;
  return { statusCode, headers: same, body };
};

beforeAll(async () => {
  const capabilities = fileCapabilities({ trashLifetime: 1 });
  bench = await httpBench({ types: fileTypes, capabilities });
  const log = createLog({ level: "debug", destination: { write: (line) => lines.push(line) } });
  const server = bench.serverWith({}, log);
  registerPublic(server, { ...bench.platform, ...bench });
  stranger = createBrowser(server);
  await folder("Plans", null);
  await folder("Inner", ids["Plans"]!);
  await folder("Beside", null);
  await file(EVIL_NAME, EVIL, "text/plain", ids["Plans"]!);
  await file("page.html", EVIL, "text/html", ids["Plans"]!);
  await file("deep.png", MEDIA, "image/png", ids["Inner"]!);
  await file("film.mp4", MEDIA, "video/mp4", ids["Inner"]!);
  await file("paper.pdf", "%PDF-1.7", "application/pdf", ids["Inner"]!);
  await file("archive.bin", MEDIA, "application/x-thing", ids["Inner"]!);
  await file("long.txt", `${"x".repeat(TEXT_SHOWN - 1)}한글`, "text/plain", ids["Inner"]!);
  secretBlob = await file("secret.txt", "of nobody else", "text/plain", ids["Beside"]!);
});

/** Whatever was asked for, nothing that opens a link is in the log. */
afterAll(() => {
  expect(lines.length).toBeGreaterThan(50);
  expect(tokens.length).toBeGreaterThan(10);
  for (const token of tokens) expect(lines.join("")).not.toContain(token);
  expect(lines.join("")).not.toContain(PASSWORD);
});

describe("a folder", () => {
  test("is a page that is complete without a script, and says everything as text", async () => {
    const address = await link(ids["Plans"]!);
    const { statusCode, headers, body } = await stranger.get(address);
    expect(statusCode).toBe(200);
    expect(body).toContain("<h1>Plans</h1>");
    expect(body).toContain(`href="${address}/${ids["Inner"]}"`);
    expect(body).toContain(`action="${address}/${ids["page.html"]}/download"`);
    expect(body).toContain(`action="${address}/${ids["Plans"]}/download"`);
    expect(body).toContain("&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;.txt");
    expect(body).not.toMatch(/<script|<img|Beside|Bob|secret/);
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      "cache-control": "no-store",
    });
    expect(headers["set-cookie"]).toBeUndefined();
    const inner = await stranger.get(`${address}/${ids["Inner"]}`);
    expect(inner.body).toContain(`<li><a href="${address}">Plans</a></li>`);
    expect(inner.body).toContain("10 bytes");
    const korean = await stranger.get(address, { "accept-language": "ko-KR" });
    expect(korean.body).toContain("모두 다운로드");
    expect(korean.body).toContain('<html lang="ko">');
  });

  test("is downloaded as a whole, and each file by itself, by the press of a button alone", async () => {
    const address = await link(ids["Plans"]!);
    const at = (name: string, what: string) => `${address}/${ids[name]}/${what}`;
    for (const url of [address, at("deep.png", "content"), at("Plans", "download")])
      for (const method of ["GET", "HEAD"] as const) {
        const { statusCode } = await stranger.send(method, url);
        expect(statusCode).toBe(url.endsWith("download") ? 303 : 200);
      }
    expect(await downloadsOf(address)).toBe(0);
    const zip = await post(at("Plans", "download"));
    expect(zip.headers).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="Plans.zip"; filename*=UTF-8''Plans.zip`,
      "content-length": String(zip.rawPayload.length),
    });
    expect(zip.rawPayload.includes("Plans/Inner/deep.png")).toBe(true);
    expect(zip.rawPayload.includes("of nobody else")).toBe(false);
    const page = await post(at("page.html", "download"));
    expect(page.body).toBe(EVIL);
    expect(page.headers).toMatchObject({
      "content-disposition": `attachment; filename="page.html"; filename*=UTF-8''page.html`,
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
    });
    expect(await downloadsOf(address)).toBe(2);
  });

  test("of many files has pages", async () => {
    const { id } = await create(FileNode, { name: "Many" });
    const all = Array.from({ length: ENTRIES_SHOWN + 1 }, (_, n) => [
      `a${n}`,
      { name: `f${n}`, parentId: id },
    ]);
    await call(FileNode, "set", { create: Object.fromEntries(all) });
    const address = await link(id);
    const first = await stranger.get(address);
    expect(first.body).toContain(`href="${address}?from=${ENTRIES_SHOWN}"`);
    const second = await stranger.get(`${address}?from=${ENTRIES_SHOWN}`);
    expect(second.body.match(/<tr><td>/g)).toHaveLength(1);
    expect(second.body).toContain(`href="${address}?from=0"`);
    for (const from of ["-1", "x", "1e3", "9999999"])
      expect((await stranger.get(`${address}?from=${from}`)).body).toBe(first.body);
  });
});

describe("a file", () => {
  test("is shown as what it is, and runs nowhere", async () => {
    const address = await link(ids["Plans"]!);
    const page = async (name: string) => (await stranger.get(`${address}/${ids[name]}`)).body;
    const content = (name: string, headers = {}) =>
      stranger.get(`${address}/${ids[name]}/content`, headers);
    expect(await page("deep.png")).toContain(`<img src="${address}/${ids["deep.png"]}/content"`);
    expect(await page("film.mp4")).toContain(`<video src="${address}/${ids["film.mp4"]}/content"`);
    expect(await page("paper.pdf")).toContain(`href="${address}/${ids["paper.pdf"]}/content"`);
    for (const name of ["page.html", EVIL_NAME])
      expect(await page(name)).toContain(
        `<pre tabindex="0">\n&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</pre>`,
      );
    expect(await page("long.txt")).toMatch(/x<\/pre><p>Only the beginning is shown\.<\/p>/);
    expect(await page("archive.bin")).toContain("no preview");
    for (const name of ["page.html", "archive.bin", "long.txt", "Inner"])
      expect((await content(name)).statusCode).toBe(404);
    const picture = await content("deep.png");
    expect(picture.headers).toMatchObject({
      "content-type": "image/png",
      "content-disposition": expect.stringMatching(/^inline; /) as unknown,
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "cross-origin-resource-policy": "same-origin",
    });
    expect((await content("paper.pdf")).headers["content-type"]).toBe("application/pdf");
    const range = await content("film.mp4", { range: "bytes=2-4" });
    expect([range.statusCode, range.body]).toEqual([206, "234"]);
    expect(await downloadsOf(address)).toBe(0);
  });

  test("of a link to look at is not offered, nor given", async () => {
    const address = await link(ids["Plans"]!, { mode: "view" });
    for (const name of ["Plans", "deep.png"]) {
      const { body } = await stranger.get(`${address}/${ids[name]}`);
      expect(body).not.toContain("<form");
      expect((await post(`${address}/${ids[name]}/download`)).statusCode).toBe(404);
    }
    expect((await stranger.get(`${address}/${ids["deep.png"]}/content`)).body).toBe(String(MEDIA));
    expect(await downloadsOf(address)).toBe(0);
  });

  test("is what a link may be to by itself", async () => {
    const address = await link(ids["deep.png"]!);
    const { body } = await stranger.get(address);
    expect(body).toContain("<h1>deep.png</h1>");
    expect(body).not.toMatch(/<nav|Inner|Plans/);
    for (const name of ["Inner", "film.mp4"])
      expect((await stranger.get(`${address}/${ids[name]}`)).statusCode).toBe(404);
  });
});

describe("what does not work", () => {
  test("answers alike, whatever is wrong with it, and at whatever of its addresses", async () => {
    const { clock } = bench.platform;
    const later = utcDate(new Date(clock.now().getTime() + 60_000));
    const expired = await link(ids["Plans"]!, { expires: later });
    clock.advance(60_000);
    const exhausted = await link(ids["Plans"]!, { maxDownloads: 1 });
    const counted = await post(`${exhausted}/${ids["deep.png"]}/download`);
    expect(counted.statusCode).toBe(200);
    const { id, token } = await create(FileLink, { fileNodeId: ids["Plans"]! });
    await call(FileLink, "set", { destroy: [id] });
    tokens.push(token);
    const trashed = (await create(FileNode, { name: "Gone" })).id;
    const inTrash = await link(trashed);
    await call(FileNode, "set", { update: { [trashed]: { parentId: TRASH_ID } } });
    const guessed = fileLinkPath("A".repeat(43));
    const dead = [expired, exhausted, fileLinkPath(token), inTrash, guessed];
    const expected = seen(await stranger.get(guessed));
    expect(expected).toMatchObject({
      statusCode: 404,
      body: expect.stringContaining("isn’t valid") as unknown,
    });
    for (const address of [...dead, "/share/file/", fileLinkPath("x"), fileLinkPath("a%00b")]) {
      expect(seen(await stranger.get(address)), address).toEqual(expected);
      for (const below of [ids["Plans"]!, `${ids["deep.png"]}/content`, "..%2f..", "x/y/z"])
        expect(seen(await stranger.get(`${address}/${below}`)), below).toEqual(expected);
    }
    for (const address of dead) {
      expect(seen(await post(address, { password: PASSWORD }))).toEqual(expected);
      expect(seen(await post(`${address}/${ids["deep.png"]}/download`))).toEqual(expected);
    }
    expect(lines.filter((line) => line.includes("refused a link")).length).toBeGreaterThan(20);
    for (const fault of ["expired", "exhausted", "unknown", "trash"])
      expect(lines.join("")).toContain(`"fault":"${fault}"`);
    bench.platform.clock.advance(60_000);
  });

  test("is what a policy says, as soon as it does", async () => {
    const address = await link(ids["Plans"]!);
    await bench.accounts.policies.change("system", { publicLinks: false });
    expect((await stranger.get(address)).statusCode).toBe(404);
    await bench.accounts.policies.change("system", { publicLinks: true });
    expect((await stranger.get(address)).statusCode).toBe(200);
  });

  test("is the second of two downloads at once that only one is left for", async () => {
    const address = await link(ids["Plans"]!, { maxDownloads: 1 });
    const url = `${address}/${ids["deep.png"]}/download`;
    const both = await Promise.all([post(url), post(url)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404]);
  });
});

test("a session changes nothing, and another site's form does nothing", async () => {
  const address = await link(ids["Plans"]!);
  const member = await bench.signedIn("bob@demo.test");
  const cookie = member.cookie()!;
  for (const url of [address, `${address}/${ids["Beside"]}`, fileLinkPath("x")])
    expect(seen(await stranger.get(url, { cookie }))).toEqual(seen(await stranger.get(url)));
  expect(lines.join("")).not.toContain(bench.bob.id);
  const { statusCode } = await stranger.post(`${address}/${ids["deep.png"]}/download`, undefined, {
    origin: "https://evil.test",
    "sec-fetch-site": "cross-site",
  });
  expect(statusCode).toBe(403);
  expect(await downloadsOf(address)).toBe(0);
});

test("no walk leads to what lies beside", async () => {
  const address = await link(ids["Plans"]!);
  const { bob } = bench;
  const outside = [
    ids["Beside"]!,
    ids["secret.txt"]!,
    TRASH_ID,
    bob.accountId,
    secretBlob,
    "..",
    "%2e%2e",
    `..%2f${ids["Beside"]}`,
    "%00",
    "",
  ];
  const inside = [ids["Plans"]!, ids["Inner"]!, ids["deep.png"]!, ids["page.html"]!];
  // The same steps each time.
  let state = 1;
  const pick = <T>(from: readonly T[]): T => {
    state = (state * 48_271) % 2_147_483_647;
    return from[state % from.length]!;
  };
  for (let step = 0; step < 60; step += 1) {
    const path = Array.from({ length: 1 + (step % 3) }, () =>
      pick([...outside, ...inside, "content", "download"]),
    ).join("/");
    const isPost = step % 4 === 0;
    const url = `${address}/${path}`;
    const answer = isPost ? await post(url) : await stranger.get(url);
    expect(answer.rawPayload.includes("of nobody else"), url).toBe(false);
    expect(answer.body, url).not.toContain("secret.txt");
    const last = path.split("/").at(0)!;
    if (answer.statusCode === 200) expect([...inside, ".."], url).toContain(last);
    if (step % 30 === 0) bench.platform.clock.advance(60_000);
  }
  for (const id of outside.slice(0, 5))
    for (const what of ["", "/content", "/download"])
      expect(
        (await (what === "/download" ? post : stranger.get)(`${address}/${id}${what}`)).statusCode,
      ).toBe(404);
});

describe("a password", () => {
  test("is asked for everywhere, opens for minutes in that browser, and is forgotten with another one", async () => {
    const { id, token } = await create(FileLink, { fileNodeId: ids["Plans"]!, password: PASSWORD });
    tokens.push(token);
    const address = fileLinkPath(token);
    const at = (name: string, what: string) => `${address}/${ids[name]}/${what}`;
    const asked = await stranger.get(address);
    expect([asked.statusCode, asked.body.includes("Plans")]).toEqual([200, false]);
    expect(asked.body).toContain(`<form method="post" action="${address}">`);
    for (const answer of [
      await stranger.get(at("deep.png", "content")),
      await post(at("deep.png", "download")),
    ])
      expect([answer.statusCode, answer.headers.location]).toEqual([
        303,
        `${address}/${ids["deep.png"]}`,
      ]);
    const wrong = await post(address, { password: "open barley" });
    expect([wrong.statusCode, wrong.headers["set-cookie"]]).toEqual([403, undefined]);
    expect(wrong.body).toContain("Wrong password.");
    const right = await post(`${address}/${ids["Inner"]}`, { password: PASSWORD });
    expect([right.statusCode, right.headers.location]).toEqual([303, `${address}/${ids["Inner"]}`]);
    expect(right.cookies).toEqual([
      expect.objectContaining({
        name: "atrium_link",
        path: address,
        httpOnly: true,
        sameSite: "Strict",
        maxAge: PASSWORD_KEPT / 1000,
      }),
    ]);
    const shows = async () => (await stranger.get(address)).body.includes("<h1>Plans</h1>");
    expect(await shows()).toBe(true);
    expect((await post(at("deep.png", "download"))).statusCode).toBe(200);
    await call(FileLink, "setPassword", { id, password: "another one" });
    expect(await shows()).toBe(false);
    await post(address, { password: "another one" });
    expect(await shows()).toBe(true);
    bench.platform.clock.advance(PASSWORD_KEPT);
    expect(await shows()).toBe(false);
  });

  test("of one link opens no other, and is not guessed for long", async () => {
    const [one, other] = [
      await link(ids["Plans"]!, { password: PASSWORD }),
      await link(ids["Beside"]!, { password: PASSWORD }),
    ];
    await post(one, { password: PASSWORD });
    expect((await stranger.get(other)).body).not.toContain("secret.txt");
    const answers: number[] = [];
    for (let n = 0; n < 12; n += 1)
      answers.push((await post(other, { password: `guess ${n}` })).statusCode);
    expect([answers.at(0), answers.at(-1)]).toEqual([403, 429]);
    // Not even with the right one, for a while.
    const late = await post(other, { password: PASSWORD });
    expect([late.statusCode, Number(late.headers["retry-after"]) > 60]).toEqual([429, true]);
    expect(late.body).toContain("Too many attempts");
  });
});

test("one link serves so many at once, and the others when they come again", async () => {
  const address = await link(ids["Plans"]!);
  bench.platform.clock.advance(60_000);
  const all = await Promise.all(Array.from({ length: 60 }, () => stranger.get(address)));
  const busy = all.filter(({ statusCode }) => statusCode !== 200);
  for (const { statusCode, headers, body } of busy) {
    expect([statusCode, headers["retry-after"]]).toEqual([503, "1"]);
    expect(body).toContain("Something went wrong");
  }
  expect(busy.length).toBeLessThan(all.length);
  expect((await stranger.get(address)).statusCode).toBe(200);
});

test("one network asks so often in a minute, and again in the next", async () => {
  const address = await link(ids["deep.png"]!);
  bench.platform.clock.advance(60_000);
  const statuses: number[] = [];
  for (let n = 0; n < PUBLIC_REQUESTS / 10 && statuses.at(-1) !== 429; n += 1)
    statuses.push((await stranger.get(fileLinkPath("x"))).statusCode);
  expect(statuses.at(-1)).toBe(429);
  expect((await stranger.get(address)).statusCode).toBe(429);
  bench.platform.clock.advance(60_000);
  expect((await stranger.get(address)).statusCode).toBe(200);
});
