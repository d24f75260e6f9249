import { preload } from "@atrium/jmap/preload";
import type { AppContext } from "../app.tsx";
import { after } from "./after.ts";
import { keepMeant, type Meant } from "./meant.ts";
import { SHEETS_PATIENCE } from "./limits.ts";
import { SNAPSHOT_KEY } from "./snapshot-key.ts";
import { releaseNow, sizeNow, type StartupSnapshot } from "./snapshot.ts";

/** Milliseconds that the application's code waits at most, so that the picture is painted before it is compiled. */
const PATIENCE = 100;
/** Milliseconds that mounting it waits at most for what is kept, once it could: without network nobody says soon who is signed in. */
const KEPT_PATIENCE = 300;

/**
 * Shows what this window looked like when it was open last, as soon as the server has said that it is still the same
 * person's, and takes it away in the moment in which the application shows something of its own. Keys that are pressed
 * and what is clicked meanwhile are the application's. Resolves when the application may be loaded; with `kept` it then
 * waits for what it shows first, which is read from the browser's storage.
 * @param session the answer of `GET /api/session`; its body is left to whoever needs it.
 */
export async function showStartupSnapshot(
  session: Promise<Response>,
): Promise<Pick<AppContext, "kept">> {
  const look = JSON.parse(localStorage.getItem(SNAPSHOT_KEY)!) as StartupSnapshot | null;
  if (look === null || look.release !== releaseNow()) return {};
  for (const [href, as] of look.files) askFor(href, as);
  if (!look.paths.includes(location.pathname)) {
    for (const href of look.sheets) askFor(href, "style");
    return {};
  }
  // They are the application's own, which finds them here: nothing is styled twice.
  const dressed = Promise.all(look.sheets.map(linkSheet)).then((all) => all.every(Boolean));
  const person = session
    .then((answer) => answer.clone().json() as Promise<Partial<StartupSnapshot>>)
    .then(({ personId }) => personId);
  const reading = person
    .then((personId) => (personId === undefined ? undefined : preload(personId)))
    .catch(() => undefined);
  if (look.size === sizeNow()) await Promise.race([show(look, person, dressed), after(PATIENCE)]);
  // What is there counts as loaded.
  await dressed;
  return { kept: () => Promise.race([reading, after(KEPT_PATIENCE)]) };
}

/** Says whether the stylesheet came, and soon; one that does not is left to whoever needs it. */
function linkSheet(href: string): Promise<boolean> {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  document.head.append(link);
  return new Promise((resolve) => {
    const giveUp = (): void => {
      link.remove();
      resolve(false);
    };
    const timer = setTimeout(giveUp, SHEETS_PATIENCE);
    link.addEventListener("error", giveUp);
    link.addEventListener("load", () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

/** What the application will ask for, while its picture is painted. */
function askFor(href: string, as: string): void {
  const link = Object.assign(document.createElement("link"), { rel: "preload", as, href });
  if (as === "font") link.crossOrigin = "";
  document.head.append(link);
}

async function show(
  look: StartupSnapshot,
  person: Promise<string | undefined>,
  dressed: Promise<boolean>,
): Promise<void> {
  const root = document.getElementById("root")!;
  const picture = draw(look.html);
  let meant: Meant | undefined;
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    watch.disconnect();
    picture.remove();
    meant?.handOver();
  };
  // Whatever the application shows, list or error, goes before a picture.
  const watch = new MutationObserver(() => {
    if (root.firstChild && !root.querySelector("[aria-busy=true]")) end();
  });
  watch.observe(root, { childList: true, subtree: true, attributeFilter: ["aria-busy"] });
  try {
    if ((await person) !== look.personId) return end();
    // The application's own are newer.
    if (root.firstChild) return end();
    for (const [name, value] of look.marks) document.documentElement.setAttribute(name, value);
    if (!(await dressed)) return end();
    await Promise.all(look.fonts.map((font) => document.fonts.load(font)));
    // The application was faster.
    if (isOver) return;
    meant = keepMeant(picture, root);
    picture.hidden = false;
    await painted();
  } catch {
    // No network, or a font that is gone: the application deals with that.
    end();
  }
}

function draw(html: string): HTMLElement {
  const picture = document.createElement("div");
  picture.inert = true;
  picture.ariaHidden = "true";
  picture.hidden = true;
  picture.style.cssText = "position:fixed;inset:0;z-index:9";
  picture.innerHTML = html;
  document.body.append(picture);
  return picture;
}

/** The frame that shows what was just changed is done when a task comes after it. */
async function painted(): Promise<void> {
  await new Promise(requestAnimationFrame);
  await after(0);
}
