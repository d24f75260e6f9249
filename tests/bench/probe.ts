import type { BrowserContext } from "playwright-core";

/** What a page measures of itself; times are of its own clock, in milliseconds. */
export interface Probe {
  /** Resolves after the first frame that was painted while `shows` held, with the time at which it was. */
  painted(shows: () => boolean): Promise<number>;
  /** Begins to measure from the next key that is pressed until what it does is painted; then ask `waited`. */
  fromKey(shows: () => boolean): void;
  readonly waited: Promise<number>;
  /** The number of the letter whose text stands in the open conversation, the newest that is unfolded; "" for none. */
  letter(): string;
  /** Begins to note frames; the answer ends it and returns how far apart they were. */
  frames(): () => readonly number[];
  /** When a row of the list was painted first, be it in the picture that a window begins with. */
  readonly list: Promise<number>;
  /** When the first row that can be used was painted. */
  readonly usable: Promise<number>;
  /** When the field for the address was painted first, where nobody is signed in. */
  readonly form: Promise<number>;
  /** How far what stood in the window has moved without being asked to (cumulative layout shift). */
  shift(): number;
}

declare global {
  // oxlint-disable-next-line no-var -- only so does it belong to globalThis
  var probe: Probe;
}

/** Puts the probe into every page of a context, before anything of the page itself runs. */
export async function addProbe(context: BrowserContext): Promise<void> {
  await context.addInitScript(install);
}

function install(): void {
  if (window !== window.top) return;

  const PATIENCE = 20_000;

  /** The frame's painting is over when a message that was posted before it arrives. */
  const nextFrame = (): Promise<number> =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", () => resolve(performance.now()));
        port1.start();
        port2.postMessage(null);
      });
    });

  async function painted(shows: () => boolean): Promise<number> {
    const end = performance.now() + PATIENCE;
    for (;;) {
      const at = await nextFrame();
      if (shows()) return at;
      if (at > end) throw new Error(`Never painted: ${String(shows)}`);
    }
  }

  let shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & Record<string, unknown>)[])
      if (entry["hadRecentInput"] !== true) shifted += Number(entry["value"]);
  }).observe({ type: "layout-shift", buffered: true });
  const shows = (selector: string): boolean =>
    document.querySelector(selector)?.checkVisibility() === true;
  let waited = Promise.resolve(0);
  globalThis.probe = {
    painted,
    get waited() {
      return waited;
    },
    fromKey(shows) {
      waited = new Promise((resolve, reject) => {
        addEventListener(
          "keydown",
          ({ timeStamp }) => {
            painted(shows).then((at) => resolve(at - timeStamp), reject);
          },
          { capture: true, once: true },
        );
      });
    },
    letter() {
      const body = [...document.querySelectorAll(".mail-message[data-open] .mail-body")].findLast(
        (one) => one.checkVisibility(),
      );
      const frame = body?.querySelector<HTMLIFrameElement>("iframe[data-ready]");
      const text = frame ? frame.contentDocument?.body.textContent : body?.textContent;
      return /Letter \d+/.exec(text ?? "")?.[0] ?? "";
    },
    frames() {
      const gaps: number[] = [];
      let last: number | undefined;
      let isOver = false;
      const note = (time: number): void => {
        if (last !== undefined) gaps.push(time - last);
        last = time;
        if (!isOver) requestAnimationFrame(note);
      };
      requestAnimationFrame(note);
      return () => {
        isOver = true;
        return gaps;
      };
    },
    list: painted(() => shows(".mail-row-subject")),
    usable: painted(() => shows("#root .mail-row-subject")),
    get form() {
      return painted(() => shows("input[name=username]"));
    },
    shift: () => shifted,
  };
}
