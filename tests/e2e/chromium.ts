import { existsSync } from "node:fs";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
} from "playwright-core";

/** Without the windows of a desktop, and what belongs to one, as notifications: it takes two thirds of the time. */
const SHELL = "/usr/bin/chromium-headless-shell";
const DESKTOP = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** No name resolves and nothing of the browser's own asks the network: what is left is what our pages do. */
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-features=" +
    [
      // A document that a test answered itself counts as public; our other servers are all on this machine.
      "LocalNetworkAccessChecks",
      // Two pages of the browser's own behind every window, each with a process: more work than most of our windows.
      "WebUIOmniboxPopup",
      "WebUIOmniboxAimPopup",
    ].join(","),
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];

export interface ChromiumOptions {
  /** Arguments besides those of every test. */
  readonly further?: readonly string[];
  /** Whether it has to be the one with all that belongs to a desktop. */
  readonly isDesktop?: boolean;
}

/** Starts the Chromium of the machine, or the one that `ATRIUM_CHROMIUM` names. */
export function launchChromium(options: ChromiumOptions = {}): Promise<Browser> {
  return chromium.launch(launchOptions(options));
}

/** The same with a profile on disk, as a person has one: it also keeps the scripts as they were compiled. */
export function launchProfile(
  folder: string,
  context: BrowserContextOptions,
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    ...launchOptions({ isDesktop: true }),
    ...context,
  });
}

function launchOptions({ further = [], isDesktop = false }: ChromiumOptions): LaunchOptions {
  const places = isDesktop ? DESKTOP : [SHELL, ...DESKTOP];
  const executablePath = process.env["ATRIUM_CHROMIUM"] ?? places.find((path) => existsSync(path));
  if (!executablePath) throw new Error("Chromium is not installed; `npm test` says how to");
  return {
    executablePath,
    args: [...ARGUMENTS, ...further],
    // Where the shell names no character set, Chromium would write downloads' names in ASCII.
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  };
}
