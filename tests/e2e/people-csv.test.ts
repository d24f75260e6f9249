// Features: administration
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { readCsv } from "../../formats/src/csv/index.ts";
import { axeFaults } from "./axe.ts";
import type { PageOptions } from "./browser.ts";
import { contextOf, useHost } from "./host.ts";

const { browser, host } = useHost();

const IMPORT = "/setting/people/import";
const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });

async function openImport(options?: PageOptions) {
  const context = await contextOf(browser, host, "alice", options);
  const opened = await browser.open(host.url + IMPORT, { context });
  return { ...opened, close: () => context.close() };
}

async function give(page: Page, text: string | Buffer): Promise<void> {
  await page.locator("input[type=file]").setInputFiles({
    name: "people.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(text as string),
  });
}

/** The records of a file that a click downloads. */
async function downloaded(page: Page, act: () => Promise<void>): Promise<(readonly string[])[]> {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  const csv = readCsv(await readFile(await download.path(), "utf8"));
  if ("fault" in csv) throw new Error(csv.fault);
  return csv.rows.map(({ cells }) => cells);
}

const personOf = async (address: string) =>
  (await host.suite.accounts.persons.list()).find((person) => person.address === address);
const isInside = async (page: Page, width: number): Promise<void> => {
  for (const one of await main(page).getByRole("button").all()) {
    const box = (await one.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(width);
  }
};

testWhole(
  "some hundred people are imported from a file, the same file makes nobody again, and their links let them in",
  async () => {
    const lines = Array.from(
      { length: 230 },
      (_, index) =>
        `"Import, ${index}",import${index}@demo.test,${index === 0 ? "first@demo.test" : ""}`,
    );
    const file = `Full name,E-mail,Aliases,Role\r\n${lines.join("\r\n")}\r\nAlice,ALICE@demo.test,,\r\nNobody,nobody@gmail.com,,\r\n=cmd|'/c calc'!A0,formula@demo.test,,king\r\n`;
    const opened = await openImport();
    const { page } = opened;
    await button(page, "Choose a CSV file").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await give(page, file);
    await main(page).getByText("230 people will be added").waitFor();
    await main(page).getByText("1 person is already here and stays unchanged").waitFor();
    await main(page).getByText("2 lines can’t be imported").waitFor();
    await main(page).getByText("“gmail.com” is not one of your domains").waitFor();
    await main(page).getByText("There is no role “king”").waitFor();
    await main(page).getByText("Line 233").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await personOf("import0@demo.test")).toBeUndefined();
    const unusable = await downloaded(page, () => button(page, "Download these lines").click());
    expect(unusable.slice(1).map(([line, name]) => [line, name])).toEqual([
      ["233", "Nobody"],
      ["234", "'=cmd|'/c calc'!A0"],
    ]);

    await button(page, "Import 230 people").click();
    await main(page).getByRole("heading", { name: "Import finished" }).waitFor();
    await main(page).getByText("230 people were added").waitFor();
    await main(page).getByText("The results contain invitation links").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await personOf("import0@demo.test")).toMatchObject({
      name: "Import, 0",
      aliases: ["first@demo.test"],
      roles: ["member"],
    });
    const results = await downloaded(page, () => button(page, "Download results").click());
    expect(results).toHaveLength(1 + 233);
    expect(results[232]!.slice(0, 4)).toEqual([
      "233",
      "Nobody",
      "nobody@gmail.com",
      "Not imported",
    ]);
    expect(results[231]!.slice(0, 4)).toEqual(["232", "Alice", "alice@demo.test", "Already here"]);
    const links = results.slice(1).map((cells) => cells[5]!);
    expect(new Set(links.slice(0, 230)).size).toBe(230);
    expect(links.slice(230)).toEqual(["", "", ""]);

    const stranger = await browser.open(links[7]!);
    await stranger.page.getByLabel("Password", { exact: true }).fill("harbour lantern mosaic");
    await stranger.page.keyboard.press("Enter");
    await stranger.page.getByRole("treeitem", { name: "Inbox", selected: true }).waitFor();
    await stranger.close();

    await button(page, "Import another file").click();
    await give(page, file);
    await main(page).getByText("Nobody will be added").waitFor();
    await main(page).getByText("231 people are already here and stay unchanged").waitFor();
    expect(await button(page, /^Import \d/).count()).toBe(0);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "it is stopped between two requests, says how many are missing, and goes on where it was",
  async () => {
    const opened = await openImport();
    const { page } = opened;
    let release: (() => void) | undefined;
    let requests = 0;
    // In the page: what the browser keeps alive beyond it is not always seen from outside.
    await page.exposeFunction("beforeSet", async () => {
      if (++requests === 2) await new Promise<void>((resolve) => (release = resolve));
    });
    await page.evaluate(() => {
      const { fetch, beforeSet } = window as unknown as {
        fetch: typeof globalThis.fetch;
        beforeSet: () => Promise<void>;
      };
      window.fetch = async (url, init) => {
        const { body } = init ?? {};
        if (typeof body === "string" && body.includes('"Person/set"')) await beforeSet();
        return await fetch(url, init);
      };
    });
    const lines = Array.from({ length: 120 }, (_, index) => `Stop ${index},stop${index}@demo.test`);
    await main(page)
      .getByLabel("Or paste a table")
      .fill(`name\taddress\n${lines.join("\n").replaceAll(",", "\t")}`);
    await button(page, "Check").click();
    await main(page).getByText("120 people will be added").waitFor();
    await main(page).getByRole("checkbox").uncheck();
    await button(page, "Import 120 people").click();
    await main(page).getByText("50 of 120").waitFor();
    await expect.poll(() => requests).toBe(2);
    expect(await axeFaults(page)).toEqual([]);
    await button(page, "Stop").click();
    expect(await button(page, "Stopping…").isDisabled()).toBe(true);
    release!();
    await main(page).getByText("20 people have not been imported yet").waitFor();
    await main(page).getByText("100 people were added").waitFor();
    expect(await main(page).getByText("The results contain invitation links").count()).toBe(0);
    expect(await personOf("stop99@demo.test")).toMatchObject({ name: "Stop 99" });
    expect(await personOf("stop100@demo.test")).toBeUndefined();
    await button(page, "Continue").click();
    await main(page).getByText("120 people were added").waitFor();
    expect(await personOf("stop119@demo.test")).toMatchObject({ name: "Stop 119" });
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "columns that nobody knows are named by hand, by keyboard; rights that a file gives are said first",
  async () => {
    const opened = await openImport();
    const { page } = opened;
    await main(page)
      .getByLabel("Or paste a table")
      .fill("Who;Where;Job\nMap One;map1@demo.test;Administrator\nMap Two;map2@demo.test;\n");
    await button(page, "Check").focus();
    await page.keyboard.press("Enter");
    await main(page)
      .getByText("Choose the columns that have the names and the email addresses")
      .waitFor();
    expect(await axeFaults(page)).toEqual([]);
    for (const [field, column] of [
      ["Email address", "Where"],
      ["Name", "Who"],
      ["Roles", "Job"],
    ] as const) {
      await button(page, new RegExp(`${field}$`)).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("listbox").waitFor();
      await page.keyboard.type(column);
      await page.keyboard.press("Enter");
      await page.getByRole("listbox").waitFor({ state: "detached" });
    }
    await main(page).getByText("2 people will be added").waitFor();
    await main(page).getByText("1 of them gets more rights than a user").waitFor();
    await main(page).getByText("Map One: Administrator").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await main(page).getByRole("checkbox").uncheck();
    await button(page, "Import 2 people").focus();
    await page.keyboard.press("Enter");
    await main(page).getByText("2 people were added").waitFor();
    expect(await personOf("map1@demo.test")).toMatchObject({ roles: ["member", "administrator"] });
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "what is no list says so in a sentence, and a file in the old Korean set is read",
  async () => {
    const opened = await openImport();
    const { page } = opened;
    for (const [text, words] of [
      ["PK\u0003\u0004\0\0", "This is not a CSV file."],
      ['name,address\n"Erin,erin@demo.test', "A quotation mark in line 2 is never closed."],
      ["name,address\n", "There are no people in this file."],
      [`name,address\n${",".repeat(1000)}`, "Line 2 has more than 200 columns."],
    ] as const) {
      await give(page, text);
      await main(page).getByText(words).waitFor();
    }
    expect(await axeFaults(page)).toEqual([]);
    // 이름,주소 and 김,old@demo.test
    await give(
      page,
      Buffer.concat([
        Buffer.from([0xc0, 0xcc, 0xb8, 0xa7, 0x2c, 0xc1, 0xd6, 0xbc, 0xd2, 0x0a, 0xb1, 0xe8]),
        Buffer.from(",old@demo.test\n"),
      ]),
    );
    await main(page).getByText("1 person will be added").waitFor();
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "everybody is downloaded in columns that an import knows, and nobody of them is new",
  async () => {
    const context = await contextOf(browser, host, "alice");
    const opened = await browser.open(`${host.url}/setting/people`, { context });
    const { page } = opened;
    await main(page).getByRole("row").first().waitFor();
    await button(page, "Import or download people").click();
    expect(await axeFaults(page)).toEqual([]);
    const everybody = await downloaded(page, () =>
      page.getByRole("menuitem", { name: "Download as CSV" }).click(),
    );
    const people = (await host.suite.accounts.persons.list()).length;
    expect(everybody).toHaveLength(1 + people);
    expect(everybody.find(([, address]) => address === "jimin@demo.test")).toEqual([
      "김지민",
      "jimin@demo.test",
      "지민@demo.test",
      "member",
      "",
      "",
      "Active",
    ]);
    await button(page, "Import or download people").click();
    await page.getByRole("menuitem", { name: "Import from CSV" }).click();
    await main(page)
      .getByLabel("Or paste a table")
      .fill(everybody.map((cells) => cells.join("\t")).join("\n"));
    await button(page, "Check").click();
    await main(page).getByText("Nobody will be added").waitFor();
    await main(page).getByText(`${people} people are already here and stay unchanged`).waitFor();
    await opened.expectQuiet();
    await context.close();
  },
);

testWhole("in Korean, in the dark, on a phone, with long names", async () => {
  const opened = await openImport({
    locale: "ko-KR",
    colorScheme: "dark",
    viewport: { width: 390, height: 844 },
  });
  const { page } = opened;
  const long = "아주긴이름".repeat(30);
  await give(
    page,
    `성,이름,이메일 주소,역할\n김,${long},long@demo.test,관리자\n김,철수,${"x".repeat(90)}@gmail.com,\n`,
  );
  await main(page).getByText("1명을 추가합니다").waitFor();
  await main(page).getByText("1줄은 가져올 수 없습니다").waitFor();
  await isInside(page, 390);
  expect(await axeFaults(page)).toEqual([]);
  await button(page, "1명 가져오기").click();
  await main(page).getByText("결과에 초대 링크가 들어 있습니다").waitFor();
  expect((await personOf("long@demo.test"))?.name).toBe(`김${long}`);
  await isInside(page, 390);
  expect(await axeFaults(page)).toEqual([]);
  await opened.expectQuiet();
  await opened.close();
});
