/**
 * `npm run audit`: asks the registry for advisories about the packages that run, and says which of them stand.
 * `--sbom FILE` writes what is installed as a CycloneDX file besides. Ends with 0 when nothing high is known, with 1
 * when something is, with 2 when nobody could be asked: that is no answer.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");
const HIGH = new Set(["high", "critical"]);

interface Report {
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly name: string; readonly severity: string; readonly range: string }>
  >;
}

function npm(...words: string[]): string {
  const { stdout } = spawnSync("npm", words, {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 64 << 20,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return stdout;
}

const sbom = process.argv.indexOf("--sbom");
if (sbom > 0) {
  const file = process.argv[sbom + 1] ?? "sbom.json";
  writeFileSync(file, npm("sbom", "--omit=dev", "--sbom-format=cyclonedx"));
  console.log(`Wrote the list of packages to ${file}.`);
}

/** Npm writes its own failure as JSON too; a report without the key is none. */
function read(text: string): Report["vulnerabilities"] {
  try {
    return (JSON.parse(text) as Report).vulnerabilities;
  } catch {
    return undefined;
  }
}

const found = read(npm("audit", "--omit=dev", "--audit=true", "--json"));
if (found === undefined) {
  console.error("The registry did not answer, so nothing is known about advisories.");
  process.exitCode = 2;
} else {
  const all = Object.values(found);
  for (const { name, severity, range } of all) console.log(`${severity}\t${name} ${range}`);
  const high = all.filter(({ severity }) => HIGH.has(severity));
  console.log(`${all.length} advisories, ${high.length} of them high or critical.`);
  process.exitCode = high.length > 0 ? 1 : 0;
}
