// Features: entry
import { expect, test } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { eventually, type WatchedPage } from "./browser.ts";
import { useHost } from "./host.ts";

const { browser, host } = useHost();

const guardLines = ({ console }: WatchedPage) =>
  console.filter(({ text }) => text.startsWith("DOM guard:"));
const firings = ({ page }: WatchedPage): Promise<unknown> => page.evaluate("domGuardFired");

test("removing and inserting under a wrong parent is reported and raises nothing", async () => {
  const watched = await browser.open(`${host.url}/help/`);
  const { page } = watched;
  await page.waitForFunction(() => document.getElementById("root")!.childNodes.length > 0);
  const returned = await page.evaluate(() => {
    const [here, there, child, fresh] = ["p", "p", "b", "i"].map((name) =>
      document.createElement(name),
    ) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];
    here.append(child);
    return {
      removed: there.removeChild(child) === child,
      inserted: there.insertBefore(fresh, child) === fresh,
      stays: child.parentNode === here && there.childNodes.length === 0,
    };
  });
  expect(returned).toEqual({ removed: true, inserted: true, stays: true });
  await eventually(() => guardLines(watched).length === 2);
  expect(guardLines(watched)).toEqual([
    { type: "debug", text: expect.stringMatching(/^DOM guard: removeChild under a wrong parent/) },
    { type: "debug", text: expect.stringMatching(/^DOM guard: insertBefore under a wrong parent/) },
  ]);
  expect(await firings(watched)).toBe(2);
  expect(watched.errors).toEqual([]);
  await watched.close();
});

testWhole("ordinary moves are left alone", async () => {
  const watched = await browser.open(`${host.url}/help/`);
  await watched.page.waitForFunction(() => document.getElementById("root")!.childNodes.length > 0);
  const order = await watched.page.evaluate(() => {
    const list = document.createElement("ul");
    const [a, b] = [document.createElement("li"), document.createElement("li")] as const;
    a.textContent = "a";
    b.textContent = "b";
    list.insertBefore(b, null);
    list.insertBefore(a, b);
    const before = list.textContent;
    list.removeChild(a);
    return [before, list.textContent];
  });
  expect(order).toEqual(["ab", "b"]);
  await watched.expectQuiet();
  await watched.close();
});

test("React renders on after a translator has wrapped its text nodes", async () => {
  const watched = await browser.open(`${host.url}/help/`);
  const { page } = watched;
  const search = page.getByRole("searchbox");
  await search.fill("drive");
  await page.waitForFunction(() => document.getElementById("root")!.innerText.length > 50);
  // What translators do: every text node goes into an element of theirs, in the place where it was.
  const wrapped = await page.evaluate(() => {
    const root = document.getElementById("root")!;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const font = document.createElement("font");
      text.replaceWith(font);
      font.append(text);
    }
    return texts.length;
  });
  expect(wrapped).toBeGreaterThan(5);
  // React now takes away and puts in nodes whose text was moved.
  for (const words of ["d", "zzzz nothing", "", "mail"]) await search.fill(words);
  await search.fill("drive");
  expect(await search.inputValue()).toBe("drive");
  expect(watched.errors).toEqual([]);
  await watched.close();
});

testWhole("React renders on after an extension has moved its elements elsewhere", async () => {
  const watched = await browser.open(`${host.url}/help/`);
  const { page } = watched;
  const search = page.getByRole("searchbox");
  await search.fill("drive");
  await page.evaluate(() => {
    const away = document.body.appendChild(document.createElement("div"));
    const moved = [...document.querySelectorAll("#root main li, #root main p, #root main h2")];
    for (const element of moved) away.append(element);
    if (moved.length === 0) throw new Error("nothing to move");
  });
  for (const words of ["zzzz nothing", ""]) await search.fill(words);
  await eventually(() => guardLines(watched).length > 0, { what: "the guard" });
  expect(await firings(watched)).toBe(guardLines(watched).length);
  expect(watched.errors).toEqual([]);
  expect(
    await page.evaluate(() => document.getElementById("root")!.childNodes.length),
  ).toBeGreaterThan(0);
  await watched.close();
});
