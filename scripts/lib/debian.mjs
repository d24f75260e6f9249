import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Debian's packages that tests use, and the files of which any one shows that each is there. */
const PACKAGES = {
  chromium: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
  // The same without the windows of a desktop: quicker. Where it is not to be had, the tests take the other.
  "chromium-headless-shell": ["/usr/bin/chromium-headless-shell"],
  "fonts-noto-cjk": [
    "/usr/share/fonts/opentype/noto",
    "/usr/share/fonts/noto-cjk",
    "/Library/Fonts",
  ],
  // Someone else's opinion of our DKIM signatures; its test is left out where this is not to be had.
  "python3-dkim": ["/usr/lib/python3/dist-packages/dkim"],
  // Someone else's opinion of our answers to invitations, and of when rules recur; left out where it is not to be had.
  "python3-icalendar": ["/usr/lib/python3/dist-packages/icalendar"],
  // Someone else's Sieve; what compares ours with it is left out where this is not to be had.
  "dovecot-sieve": ["/usr/bin/sieve-test"],
  // Scanners for junk and viruses; what asks them is left out where they are not to be had.
  rspamd: ["/usr/bin/rspamd"],
  "clamav-daemon": ["/usr/sbin/clamd"],
};

const isThere = (name) => PACKAGES[name].some((path) => existsSync(path));

/** Sees to what the tests need beside Node; answers null, or a sentence about the browser that is missing. */
export function ensurePackages() {
  const missing = Object.keys(PACKAGES).filter((name) => !isThere(name));
  const debian = existsSync("/etc/debian_version") && process.getuid?.() === 0;
  if (debian && missing.length > 0) {
    process.stdout.write(`Installing ${missing.join(" and ")} for the tests …\n`);
    const options = {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    };
    const install = ["install", "-y", "-q", "--no-install-recommends", ...missing];
    // The lists of packages are fetched only when those at hand do not do.
    if (spawnSync("apt-get", install, options).status !== 0) {
      spawnSync("apt-get", ["update", "-q"], options);
      spawnSync("apt-get", install, options);
    }
  }
  if (isThere("chromium")) return null;
  return "The browser tests need Chromium and a Korean font. On Debian or Ubuntu: sudo apt-get install chromium fonts-noto-cjk";
}
