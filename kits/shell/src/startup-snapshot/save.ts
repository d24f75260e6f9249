import { keepsRecords, preferences } from "@atrium/state";
import { atRest } from "../at-rest.ts";
import { SNAPSHOT_KEY } from "./snapshot-key.ts";
import { releaseNow, sizeNow, type StartupSnapshot } from "./snapshot.ts";

/** Characters that one look may have; browsers give an origin some five million. */
const MAX_LOOK = 500_000;

/** What is under way or a user's own belongs into no picture: writing, mail that is open, what is selected, messages. */
const PASSING =
  "[aria-busy=true], iframe, [contenteditable], [role=row][aria-selected=true], .a-toast, dialog";

/**
 * Keeps, from now on, what this window looks like on `paths`, for the next one to begin with.
 * @param person whose window it is; undefined while nobody is known to be signed in.
 */
export function saveStartupSnapshot(
  root: HTMLElement,
  paths: readonly string[],
  person: () => string | undefined,
): void {
  let sheets: string[] | undefined;
  // By now the application is here, and nothing else.
  const scripts = loaded(/\.js$/).filter((href) => href !== releaseNow());
  let chosen = chosenLook();
  const keep = (): void => {
    const personId = person();
    if (!sheets || personId === undefined || !keepsRecords()) return;
    const isOther = chosen !== chosenLook();
    chosen = chosenLook();
    if (paths.includes(location.pathname) && isAtRest(root))
      write({
        ...lookOf(root),
        personId,
        paths,
        sheets,
        files: [
          ...loaded(/\.woff2$/).map((href) => [href, "font"] as const),
          ...scripts.map((href) => [href, "script"] as const),
        ],
      });
    // A dark picture before a light window would only flash.
    else if (isOther) clearStartupSnapshot();
  };
  const begin = (): void => {
    const links = document.querySelectorAll('link[rel="stylesheet"]');
    sheets = [...links].map((link) => link.getAttribute("href")!).filter(isOwn);
    keep();
  };
  // A window that crashes fires no event.
  void atRest(Promise.resolve()).then(begin);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keep();
  });
}

/** What was kept is nobody's any longer. */
export function clearStartupSnapshot(): void {
  localStorage.removeItem(SNAPSHOT_KEY);
}

/** What a person chose of how the window looks. */
function chosenLook(): string {
  const { theme, density, locale, readerPane } = preferences();
  return [theme, density, locale, readerPane].join(" ");
}

function isAtRest(root: HTMLElement): boolean {
  if (root.querySelector(PASSING)) return false;
  // The next window begins at the top.
  return ![...root.querySelectorAll("*")].some((element) => element.scrollTop > 0);
}

function loaded(what: RegExp): string[] {
  const names = performance.getEntriesByType("resource").map(({ name }) => name);
  return [...new Set(names)].filter((name) => what.test(name) && isOwn(name));
}

/** Not of a remote, which is deployed without us. */
const isOwn = (href: string): boolean =>
  href.startsWith(new URL(".", releaseNow() ?? location.href).href);

function lookOf(
  root: HTMLElement,
): Omit<StartupSnapshot, "personId" | "paths" | "sheets" | "files"> {
  return {
    release: releaseNow() ?? "",
    size: sizeNow(),
    fonts: [...document.fonts]
      .filter(({ status }) => status === "loaded")
      .map(({ family }) => `1em ${family}`),
    marks: [...document.documentElement.attributes].map(
      ({ name, value }) => [name, value] as const,
    ),
    html: pictureOf(root),
  };
}

/** What is in sight; the rest would only cost time. */
function pictureOf(root: HTMLElement): string {
  const picture = root.cloneNode(true) as HTMLElement;
  const copies = [...picture.querySelectorAll("*")];
  for (const [index, element] of [...root.querySelectorAll("*")].entries()) {
    const copy = copies[index]!;
    const { display } = getComputedStyle(element);
    // What stands for its children alone has no place of its own.
    const hasBox = display !== "contents";
    if (display === "none" || (hasBox && element.getBoundingClientRect().top >= innerHeight))
      copy.remove();
    // It keeps its place, and needs no drawing.
    else if (
      hasBox &&
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
      copy.replaceChildren();
    // There may be two of no id.
    copy.removeAttribute("id");
  }
  return picture.innerHTML;
}

function write(look: StartupSnapshot): void {
  const text = JSON.stringify(look);
  try {
    if (text.length <= MAX_LOOK) localStorage.setItem(SNAPSHOT_KEY, text);
  } catch {
    // Storage may be full or forbidden; then the next window begins empty.
  }
}
