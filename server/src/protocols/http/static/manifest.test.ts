import { ICONS } from "@atrium/contract/manifest";
import { expect, test } from "vitest";
import { httpBench } from "../testing/bench.ts";

const bench = await httpBench();
const get = (url: string) => bench.server.app.inject({ url, headers: { host: "localhost" } });

test("the manifest names the organisation, and each icon is a picture of its size", async () => {
  const answer = await get("/manifest.webmanifest");
  expect(answer.headers["content-type"]).toBe("application/manifest+json");
  expect(answer.json()).toMatchObject({
    name: "Lanternfield",
    short_name: "Lanternfield",
    start_url: "/",
    display: "standalone",
    theme_color: "#3653d0",
  });
  const { icons } = answer.json<{ icons: { src: string; sizes: string; purpose: string }[] }>();
  expect(icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual([
    "any 192x192",
    "any 512x512",
    "maskable 512x512",
  ]);
  for (const { file, size } of ICONS) {
    const icon = await get(`/${file}`);
    expect([icon.statusCode, icon.headers["content-type"]]).toEqual([200, "image/png"]);
    // PNG: its header says how large it is.
    const { rawPayload: bytes } = icon;
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([size, size]);
  }
});

test("its shortcuts are in the browser's language", async () => {
  const names = async (language: string) =>
    (
      await bench.server.app.inject({
        url: "/manifest.webmanifest",
        headers: { host: "localhost", "accept-language": language },
      })
    )
      .json<{ shortcuts: { name: string }[] }>()
      .shortcuts.map(({ name }) => name);
  expect(await names("ko-KR,ko;q=0.9")).toEqual(["메일 쓰기", "메일 검색", "주소록"]);
  expect(await names("de")).toEqual(["New message", "Search mail", "Address book"]);
});

/** What the message has that an address leads to. */
async function written(address: string): Promise<Readonly<Record<string, string>>> {
  const answer = await get(address);
  expect(answer.statusCode).toBe(302);
  const { pathname, searchParams } = new URL(answer.headers.location!, "http://localhost");
  expect(pathname).toBe("/mail/write/");
  return Object.fromEntries(searchParams);
}

test("a mailto: link leads to a new message with recipients, subject and text, and with nothing else", async () => {
  const leads = (link: string) => written(`/api/mailto?${new URLSearchParams({ link })}`);
  expect(
    await leads(
      "mailto:ann@x.example,bob@x.example?cc=cy@x.example&subject=Hello%20there&body=Two%0Alines",
    ),
  ).toEqual({
    kind: "new",
    to: "ann@x.example, bob@x.example",
    cc: "cy@x.example",
    subject: "Hello there",
    body: "Two\nlines",
  });
  expect(
    await leads(
      "mailto:ann@x.example?attach=/etc/passwd&from=eve@x.example&kind=draft&email=m1&account=a1&In-Reply-To=x&subject=a%0D%0ABcc:%20eve@x.example",
    ),
  ).toEqual({ kind: "new", to: "ann@x.example", subject: "a Bcc: eve@x.example" });
  for (const none of ["", "javascript:alert(1)", "https://evil.example/", "mailto:"])
    expect(await leads(none)).toEqual({ kind: "new" });
  const many = await leads(
    `mailto:${Array.from({ length: 500 }, (_, n) => `a${n}@x.example`).join(",")}`,
  );
  expect(many["to"]!.split(", ")).toHaveLength(100);
  expect((await get("/api/mailto?link=a&link=b")).headers.location).toBe("/mail/write/?kind=new");
});

test("what another app shares leads to a new message with its title, text and link, and with nothing else", async () => {
  const { share_target: target } = (await get("/manifest.webmanifest")).json<{
    share_target: { action: string; method: string; params: Record<string, string> };
  }>();
  expect(target.method).toBe("GET");
  expect(Object.keys(target.params)).toEqual(["title", "text", "url"]);
  const shares = (fields: Record<string, string>) =>
    written(`${target.action}?${new URLSearchParams(fields)}`);
  const url = "https://shop.example/lamp?id=1&b=2";
  expect(await shares({ title: "A lamp", text: "Look at\nthis", url })).toEqual({
    kind: "new",
    subject: "A lamp",
    body: `Look at\nthis\n\n${url}`,
  });
  expect(await shares({ text: `A lamp: ${url}`, url })).toEqual({
    kind: "new",
    body: `A lamp: ${url}`,
  });
  expect(
    await shares({ title: "a\r\nBcc: eve@x.example", to: "eve@x.example", kind: "draft" }),
  ).toEqual({ kind: "new", subject: "a Bcc: eve@x.example" });
  expect((await shares({ text: "x".repeat(10_000) }))["body"]).toHaveLength(8000);
  expect(await written(`${target.action}?text=a&text=b&title`)).toEqual({ kind: "new" });
});
