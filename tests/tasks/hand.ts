import { writeFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";
import type { Size, Step, Way } from "./task.ts";
import type { Thing } from "./things.ts";

/** Milliseconds for what an act brings onto the screen. */
const PATIENCE = 20_000;
/** Milliseconds in which focus finds its place after an act. */
const SETTLES = 2000;
const MOST_TABS = 40;
const LARGEST_PICTURE = 80_000;

/** Does what a person does, writes it down, and looks after every act whether the focus is somewhere. */
export interface Hand {
  readonly way: Way;
  /** CSS pixels. */
  readonly width: number;
  page(): Page;
  /** Opens a window at this path; what is written down begins after it. */
  open(path?: string): Promise<void>;
  /** A click of the mouse, or a tap of the finger. */
  press(
    thing: Thing,
    options?: { readonly shift?: boolean; readonly right?: boolean },
  ): Promise<void>;
  /** Rests on something, as before a button that shows only then. */
  rest(thing: Thing): Promise<void>;
  hold(thing: Thing): Promise<void>;
  drag(thing: Thing, to: Thing, options?: { readonly midway?: () => Promise<void> }): Promise<void>;
  swipe(thing: Thing, by: number): Promise<void>;
  scrollTo(thing: Thing, within: Thing): Promise<void>;
  /** Keys one after the other, each as often as it says. */
  keys(key: string, times?: number): Promise<void>;
  /** Goes on with Tab until it has the focus, and presses Enter. */
  tabTo(thing: Thing): Promise<void>;
  /** Does an act that opens a window, and goes on in that. */
  opensWindow(act: () => Promise<void>): Promise<void>;
  /** Types where the focus is. */
  type(text: string): Promise<void>;
  /** Does an act that asks for a file, and chooses one. */
  choose(
    act: () => Promise<void>,
    file: { readonly name: string; readonly type: string; readonly bytes: Buffer },
  ): Promise<void>;
  /** Where a row stands in the list, and where the keyboard is in it: a person sees that. */
  indexOf(row: Thing): Promise<number>;
  cursor(): Promise<number>;
  sees(thing: Thing): Promise<void>;
  /** It is there without scrolling, and nothing lies above it. */
  inSight(thing: Thing): Promise<void>;
  /** The open message is there, with these words in it. */
  reads(words: string): Promise<void>;
  /** Until it is gone; milliseconds within which that has to be. */
  misses(thing: Thing, within?: number): Promise<void>;
  /** Something that a person does and that is no act on the screen. */
  notes(words: string): void;
  picture(): Promise<void>;
  /** The window goes without a word, as when the power does. */
  crash(): Promise<void>;
  result(): { readonly steps: readonly Step[]; readonly acts: number };
  readonly faults: readonly string[];
}

export function handOf(
  way: Way,
  {
    context,
    url,
    size,
    picture,
  }: {
    readonly context: BrowserContext;
    readonly url: string;
    readonly size: Size;
    /** Where its picture goes; without, none is taken. */
    readonly picture?: string;
  },
): Hand {
  const steps: Step[] = [];
  const faults: string[] = [];
  let acts = 0;
  let current: Page | undefined;
  const page = (): Page => {
    if (!current) throw new Error("No window is open");
    return current;
  };
  const verb = way === "touch" ? "Tap" : "Click";

  function write(words: string, times = 1, isAct = true): void {
    if (isAct) acts += times;
    const last = steps.at(-1);
    if (last?.words === words) steps[steps.length - 1] = { words, times: last.times + times };
    else steps.push({ words, times });
  }

  async function act(words: string, does: () => Promise<unknown>, times = 1): Promise<void> {
    await does();
    write(words, times);
    const lost = await focusLost(page());
    if (lost) faults.push(`focus is ${lost} after: ${words}`);
  }

  const hand: Hand = {
    way,
    width: size.width,
    faults,
    page,
    async open(path = "/") {
      current ??= await context.newPage();
      watch(current, faults);
      await current.goto(url + path);
    },
    async press(thing, { shift = false, right = false } = {}) {
      const target = thing.find(page()).first();
      const words = `${shift ? "Shift-" : right ? "Right-" : ""}${shift || right ? verb.toLowerCase() : verb} ${thing.words}`;
      await act(words, () =>
        way === "touch"
          ? target.tap({ timeout: PATIENCE })
          : target.click({
              timeout: PATIENCE,
              ...(shift && { modifiers: ["Shift"] }),
              ...(right && { button: "right" }),
            }),
      );
    },
    async rest(thing) {
      await thing.find(page()).hover({ timeout: PATIENCE });
      write(`Rest on ${thing.words}`, 1, false);
    },
    async hold(thing) {
      const target = thing.find(page());
      await target.waitFor({ timeout: PATIENCE });
      const at = await middle(thing);
      const touch = await page().context().newCDPSession(page());
      await act(`Hold ${thing.words}`, async () => {
        await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
        await page().waitForTimeout(700);
        await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      });
      await touch.detach();
    },
    async drag(thing, to, { midway } = {}) {
      // Rows can be dragged once the window has nothing else to do.
      await page().locator('[draggable="true"]').first().waitFor({ timeout: PATIENCE });
      // Near an edge of what scrolls, it would begin to scroll under the pointer: a person has it further in.
      await to.find(page()).evaluate((element) => element.scrollIntoView({ block: "center" }));
      const from = await middle(thing);
      const { mouse } = page();
      await act(`Drag ${thing.words} to ${to.words}`, async () => {
        await mouse.move(from.x, from.y);
        await mouse.down();
        await mouse.move(from.x + 8, from.y + 8, { steps: 4 });
        const target = await middle(to);
        await mouse.move(target.x, target.y, { steps: 20 });
        await mouse.move(target.x + 1, target.y + 1);
        await midway?.();
        await mouse.up();
      });
    },
    async swipe(thing, by) {
      const at = await middle(thing);
      const touch = await page().context().newCDPSession(page());
      await act(`Swipe ${thing.words} to the ${by < 0 ? "left" : "right"}`, async () => {
        const points = (x: number) => [{ x, y: at.y }];
        const start = at.x - by / 2;
        await touch.send("Input.dispatchTouchEvent", {
          type: "touchStart",
          touchPoints: points(start),
        });
        for (let step = 1; step <= 12; step += 1) {
          await touch.send("Input.dispatchTouchEvent", {
            type: "touchMove",
            touchPoints: points(start + (by * step) / 12),
          });
          await page().waitForTimeout(16);
        }
        await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      });
      await touch.detach();
    },
    async scrollTo(thing, within) {
      const target = thing.find(page());
      const { x, y } = await middle(within);
      if (way === "mouse") await page().mouse.move(x, y);
      for (let turn = 0; turn < 80 && !(await isInSight(target)); turn += 1) {
        if (way === "mouse") await page().mouse.wheel(0, 200);
        else await within.find(page()).evaluate((element) => element.scrollBy(0, 200));
        await page().waitForTimeout(60);
      }
      write(`Scroll to ${thing.words}`);
    },
    async keys(key, times = 1) {
      if (times === 0) return;
      await act(
        `Press ${keyWords(key)}`,
        async () => {
          for (let time = 0; time < times; time += 1)
            for (const one of key.split(" ")) await page().keyboard.press(one);
        },
        times,
      );
    },
    async tabTo(thing) {
      const target = thing.find(page()).first();
      await target.waitFor({ timeout: PATIENCE });
      const hasFocus = () => target.evaluate((element) => element === document.activeElement);
      let times = 0;
      for (; times < MOST_TABS && !(await hasFocus()); times += 1)
        await page().keyboard.press("Tab");
      if (!(await hasFocus()))
        throw new Error(`${MOST_TABS} times Tab do not lead to ${thing.words}`);
      if (times > 0) write("Press `Tab`", times);
      await act(`Press \`Enter\` on ${thing.words}`, () => page().keyboard.press("Enter"));
    },
    async opensWindow(does) {
      const [opened] = await Promise.all([context.waitForEvent("page"), does()]);
      current = opened;
      watch(opened, faults);
      await opened.setViewportSize(size);
    },
    async type(words) {
      await act(`Type “${words.trim().replaceAll("\n", " ")}”`, async () => {
        await page()
          .waitForFunction(
            () => {
              const at = document.activeElement;
              const isField = at !== null && /^(INPUT|TEXTAREA)$/.test(at.tagName);
              return isField || (at instanceof HTMLElement && at.isContentEditable);
            },
            undefined,
            { timeout: PATIENCE },
          )
          .catch(() => {
            throw new Error(`There is nothing to type “${words}” into`);
          });
        await page().keyboard.type(words, { delay: 5 });
      });
    },
    async choose(does, { name, type, bytes }) {
      const [chooser] = await Promise.all([page().waitForEvent("filechooser"), does()]);
      await chooser.setFiles({ name, mimeType: type, buffer: bytes });
      write(`Choose the file “${name}”`);
    },
    async indexOf(row) {
      const target = row.find(page());
      await target.waitFor({ timeout: PATIENCE });
      return Number(await target.getAttribute("data-index"));
    },
    async cursor() {
      const active = page().locator("[role=row][data-active]");
      return (await active.count()) === 0 ? -1 : Number(await active.getAttribute("data-index"));
    },
    async sees(thing) {
      await thing.find(page()).first().waitFor({ timeout: PATIENCE });
    },
    async inSight(thing) {
      const target = thing.find(page()).first();
      await target.waitFor({ timeout: PATIENCE });
      const end = performance.now() + SETTLES;
      while (!(await target.evaluate(isUncovered))) {
        if (performance.now() > end) throw new Error(`${thing.words} is not in sight`);
        await page().waitForTimeout(50);
      }
    },
    async reads(words) {
      await page().waitForFunction(readsWords, words, { timeout: PATIENCE });
    },
    async misses(thing, within = PATIENCE) {
      await thing.find(page()).first().waitFor({ state: "detached", timeout: within });
    },
    notes: (words) => write(words, 1, false),
    async picture() {
      if (picture !== undefined) await takePicture(page(), picture);
    },
    async crash() {
      const devtools = await page().context().newCDPSession(page());
      const crashed = page().waitForEvent("crash");
      // What has crashed answers nothing any more.
      devtools.send("Page.crash").catch(() => undefined);
      await crashed;
      await page().close();
      current = undefined;
      write("The browser's tab crashes", 1, false);
    },
    result: () => ({ steps, acts }),
  };
  return hand;

  async function middle(thing: Thing): Promise<{ x: number; y: number }> {
    const target = thing.find(page());
    await target.waitFor({ timeout: PATIENCE });
    await target.scrollIntoViewIfNeeded();
    const area = await target.boundingBox();
    if (!area) throw new Error(`${thing.words} is not on the screen`);
    return { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  }
}

/** Runs in the page: whether the last open message, in its frame or as plain text, has these words. */
function readsWords(words: string): boolean {
  const open = [...document.querySelectorAll(".mail-message[data-open] .mail-body")].findLast(
    (body) => body.checkVisibility(),
  );
  if (!open || open.ariaBusy === "true" || open.matches(".mail-body-failed")) return false;
  const frames = [...open.querySelectorAll("iframe")];
  const texts = frames.map((frame) => frame.contentDocument?.body?.textContent ?? "");
  const all = [open.textContent, ...texts].join("\n");
  return all.includes(words) && (frames.length === 0 || texts.join("").trim() !== "");
}

/** Runs in the page: whether the middle of an element is in the window, with nothing above it. */
function isUncovered(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = document.elementFromPoint(left + width / 2, top + height / 2);
  return at !== null && (element.contains(at) || at.contains(element));
}

async function isInSight(target: ReturnType<Thing["find"]>): Promise<boolean> {
  if ((await target.count()) === 0) return false;
  return target.first().evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top > 0 && bottom < innerHeight;
  });
}

/** What is wrong with the focus, when it does not come to rest on something that a person can see. */
async function focusLost(page: Page): Promise<string | undefined> {
  if (page.isClosed()) return undefined;
  const end = performance.now() + SETTLES;
  for (;;) {
    const wrong = await page.evaluate(() => {
      const at = document.activeElement;
      if (at === null || at === document.body || at === document.documentElement) return "lost";
      if (at.closest("[hidden], [inert]") !== null) return "on something hidden";
      const { width, height } = at.getBoundingClientRect();
      return width === 0 && height === 0 ? "on something without a size" : undefined;
    });
    if (wrong === undefined || performance.now() > end) return wrong;
    await page.waitForTimeout(50);
  }
}

/** Errors of the page are faults; what a browser says of a line that is cut is none. */
function watch(page: Page, faults: string[]): void {
  page.on("pageerror", (error) => faults.push(`error in the page: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !/Failed to load resource|ERR_/.test(message.text()))
      faults.push(`the page complained: ${message.text()}`);
  });
}

function keyWords(key: string): string {
  return key
    .split(" ")
    .map((one) => `\`${one.replace("Control", "Ctrl").replace(/Arrow(\w+)/, "$1")}\``)
    .join(" ");
}

async function takePicture(page: Page, path: string): Promise<void> {
  // What slides or fades in is there by then.
  await page.waitForTimeout(400);
  const devtools = await page.context().newCDPSession(page);
  for (const quality of [80, 65, 50, 35, 20]) {
    const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality });
    const bytes = Buffer.from(data, "base64");
    if (bytes.length > LARGEST_PICTURE && quality > 20) continue;
    writeFileSync(path, bytes);
    break;
  }
  await devtools.detach();
}
