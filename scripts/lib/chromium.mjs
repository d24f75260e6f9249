import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const CJK_FONTS = ["/usr/share/fonts/opentype/noto", "/usr/share/fonts/noto-cjk", "/Library/Fonts"];
const PACKAGES = ["chromium", "fonts-noto-cjk"];

const isThere = () => PLACES.some((path) => existsSync(path));

/** Sees to a browser for the tests; answers null, or a sentence about what is missing. */
export function ensureChromium() {
  if (isThere() && CJK_FONTS.some((path) => existsSync(path))) return null;
  const debian = existsSync("/etc/debian_version") && process.getuid?.() === 0;
  if (debian) {
    process.stdout.write(`Installing ${PACKAGES.join(" and ")} for the tests in a browser …\n`);
    const options = {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    };
    const install = ["install", "-y", "-q", "--no-install-recommends", ...PACKAGES];
    // The lists of packages are fetched only when those at hand do not do.
    if (spawnSync("apt-get", install, options).status !== 0) {
      spawnSync("apt-get", ["update", "-q"], options);
      spawnSync("apt-get", install, options);
    }
  }
  if (isThere()) return null;
  return "The tests in a browser need Chromium and a font with Korean letters; on Debian or Ubuntu: sudo apt-get install chromium fonts-noto-cjk";
}
