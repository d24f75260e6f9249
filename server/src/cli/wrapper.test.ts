import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const WRAPPER = join(import.meta.dirname, "../../../deploy/atrium.sh");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "atrium-wrapper-"));
  const printed = "JSON.stringify([process.env, process.argv.slice(2)])";
  await writeFile(join(folder, "printed.mjs"), `process.stdout.write(${printed});`);
  const text = (await readFile(WRAPPER, "utf8"))
    .replace("/etc/atrium/atrium.env", join(folder, "atrium.env"))
    .replace("/opt/atrium/node_modules/.bin/node", process.execPath)
    .replace("/opt/atrium/dist/server/cli.mjs", join(folder, "printed.mjs"));
  await writeFile(join(folder, "atrium.sh"), text);
});
afterAll(() => rm(folder, { recursive: true }));

/** What the command line is given, with these lines as the settings of the service. */
async function run(settings: string, ...words: string[]) {
  await writeFile(join(folder, "atrium.env"), settings);
  const { stdout, stderr, status } = spawnSync("sh", [join(folder, "atrium.sh"), ...words], {
    encoding: "utf8",
    env: { ATRIUM_HOST: "of the shell" },
  });
  if (status !== 0) return { stderr };
  const [env, args] = JSON.parse(stdout) as [Record<string, string>, string[]];
  return { env, args };
}

test("values are taken as they stand, as systemd takes them", async () => {
  const found = await run(
    [
      "# A comment with $(false), and an empty line",
      "",
      "; another",
      "ATRIUM_DATABASE_URL=postgres://u:a#b$c`d@one,two/x?target_session_attrs=read-write&sslmode=require",
      '  ATRIUM_SMARTHOST="smtp://it\'s:p w@mail.example.org"  ',
      "ATRIUM_MAIL_HOST='a \"b\"'",
      "ATRIUM_HOST=0.0.0.0",
      "ATRIUM_TLS_KEY=",
      "ATRIUM_S3_BUCKET=the last one has no newline",
    ].join("\n"),
    "user",
    "add",
    "a b",
  );
  expect(found.env).toMatchObject({
    ATRIUM_DATABASE_URL:
      "postgres://u:a#b$c`d@one,two/x?target_session_attrs=read-write&sslmode=require",
    ATRIUM_SMARTHOST: "smtp://it's:p w@mail.example.org",
    ATRIUM_MAIL_HOST: 'a "b"',
    ATRIUM_HOST: "0.0.0.0",
    ATRIUM_TLS_KEY: "",
    ATRIUM_S3_BUCKET: "the last one has no newline",
    ATRIUM_DATA: "/var/lib/atrium",
  });
  expect(found.args).toEqual(["user", "add", "a b"]);
  expect((await run("ATRIUM_DATA=/srv/atrium\n")).env).toMatchObject({
    ATRIUM_DATA: "/srv/atrium",
  });
});

test.for([
  "ATRIUM_HOST=a\\ b",
  "ATRIUM_HOST=0.0.0.0\r",
  "ATRIUM_HOST= 0.0.0.0",
  'ATRIUM_HOST="0.0.0.0" # all',
  'ATRIUM_HOST="a"b"',
  "ATRIUM_HOST='a",
  "export ATRIUM_HOST=0.0.0.0",
  "ATRIUM_HOST",
])("what systemd would take in another way is refused: %j", async (line) => {
  const { env, stderr } = await run(`${line}\n`);
  expect(env).toBeUndefined();
  expect(stderr).toMatch(/atrium\.env: .*ATRIUM_HOST must be NAME=value/);
});
