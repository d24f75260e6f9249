// Features: mail
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { useHost } from "./host.ts";
import { menuItem, reader, row } from "./mail-page.ts";
import { post } from "./mail-post.ts";

const { host, open } = useHost();

/** The words that are marked, in all documents of the window. */
async function marked(page: Page, name: "mail-find" | "mail-find-now"): Promise<string[]> {
  const all = await Promise.all(
    page
      .frames()
      .map((frame) =>
        frame.evaluate(
          (name) =>
            [...((CSS.highlights.get(name) ?? []) as Iterable<Range>)].map((range) =>
              range.toString(),
            ),
          name,
        ),
      ),
  );
  return all.flat();
}

/** A conversation of three: two in plain text, of which the first is folded when it is opened, and one in HTML. */
async function arrive(who: "bob" | "carol"): Promise<void> {
  const to = host.people[who].address;
  const about = { to, subject: "Harvest plan", references: `<one.${who}@elsewhere.example>` };
  await post(host, [
    {
      ...about,
      references: [],
      messageId: `one.${who}@elsewhere.example`,
      text: `The apple trees.\n\n${"Much else.\n\n".repeat(80)}Apples again.`,
    },
  ]);
  await post(host, [
    {
      ...about,
      html: `<p>Pears, and an ap<b>ple</b>.</p><p style="display: none">apple unseen</p>
        <blockquote type="cite">apple quoted</blockquote>`,
    },
  ]);
  await post(host, [{ ...about, text: "No fruit here." }]);
}

const TITLE = "Find in conversation";

testWhole(
  "words are found in all messages of a conversation, folded ones and HTML ones too",
  async () => {
    await arrive("bob");
    const opened = await open("bob");
    const { page } = opened;
    await row(page, "Harvest plan").click();
    const read = reader(page);
    await read.getByText("No fruit here.").waitFor();
    // The unread are open; what was read before is folded.
    await page.keyboard.press("Control+f");
    // What is typed at once is for the bar, also while it is on its way.
    await page.keyboard.type("ra");
    const box = read.getByRole("searchbox", { name: TITLE });
    await box.waitFor();
    await expect.poll(() => box.inputValue()).toBe("ra");
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
    await box.fill("APPLE");
    const status = read.getByRole("search").getByRole("status");
    await expect.poll(() => status.textContent()).toMatch(/^\d of 3$/);
    // Across the letters of one word, and never what nobody sees.
    await expect
      .poll(() => marked(page, "mail-find").then((all) => all.sort()))
      .toEqual(["Apple", "apple", "apple"]);
    expect(await axeFaults(page)).toEqual([]);

    // Round and round, each in sight.
    const seen = new Set<string>();
    for (let count = 0; count < 3; count++) {
      const place = (await status.textContent())!;
      seen.add(place);
      await expect.poll(() => marked(page, "mail-find-now")).toHaveLength(1);
      await box.press("Enter");
      await expect.poll(() => status.textContent()).not.toBe(place);
    }
    expect([...seen].sort()).toEqual(["1 of 3", "2 of 3", "3 of 3"]);
    await box.press("Shift+Enter");
    await box.press("Shift+Enter");
    while ((await status.textContent()) !== "2 of 3") await box.press("Enter");
    await read.getByText("Apples again.").waitFor();
    await expect
      .poll(() =>
        page.evaluate(() => {
          const [now] = CSS.highlights.get("mail-find-now") as Iterable<Range>;
          const { top, bottom } = now!.getBoundingClientRect();
          return top > 0 && bottom < innerHeight;
        }),
      )
      .toBe(true);

    await box.fill("cherry");
    await expect.poll(() => status.textContent()).toBe("No matches");
    expect(await marked(page, "mail-find")).toEqual([]);

    // Nothing is left of it, and the conversation stays open.
    await box.fill("pears");
    await expect.poll(() => status.textContent()).toBe("1 of 1");
    await box.press("Escape");
    await box.waitFor({ state: "detached" });
    expect(await marked(page, "mail-find")).toEqual([]);
    await read.getByText("No fruit here.").waitFor();
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "it opens from a frame, from the menu and by finger, keeps what was looked for, and leaves Ctrl+F to the browser the second time",
  async () => {
    await arrive("carol");
    const opened = await open("carol");
    const { page } = opened;
    await row(page, "Harvest plan").click();
    const read = reader(page);
    await page.frameLocator("iframe[data-ready]").getByText("Pears").click();
    await page.keyboard.press("Control+f");
    const box = read.getByRole("searchbox", { name: TITLE });
    await box.fill("pears");
    const prevented = page.evaluate(
      () =>
        new Promise((resolve) => {
          window.addEventListener("keydown", (event) => {
            if (event.key === "f") resolve(event.defaultPrevented);
          });
        }),
    );
    await box.press("Control+f");
    expect(await prevented).toBe(false);
    await read.getByRole("button", { name: "Close" }).click();

    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "More", exact: true }).click();
    await menuItem(page, TITLE).click();
    await box.waitFor();
    expect(await box.inputValue()).toBe("pears");
    await expect
      .poll(() => box.evaluate((element) => element === document.activeElement))
      .toBe(true);
    await expect
      .poll(() => read.getByRole("search").getByRole("status").textContent())
      .toBe("1 of 1");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await axeFaults(page)).toEqual([]);
    // The way back closes the bar before the conversation.
    await page.goBack();
    await box.waitFor({ state: "detached" });
    await read.getByText("No fruit here.").waitFor();
    await opened.expectQuiet();
    await opened.close();
  },
);
