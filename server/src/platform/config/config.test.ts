import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { configTable, readConfig, variables } from "./index.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "atrium-config-"));
  await writeFile(
    join(root, "atrium.toml"),
    `port = 9090\nATRIUM_SMTP_PORT = 25\ndata = "kept"\ntrusted_proxies = ["10.0.0.0/8", "::1"]\nprot = 1\n`,
  );
});
afterAll(() => rm(root, { recursive: true }));

test("with nothing set the defaults hold", () => {
  const { config, warnings } = readConfig({}, "/nowhere");
  expect(config).toMatchObject({
    host: "127.0.0.1",
    port: 8080,
    data: "/nowhere/data",
    smtpPort: 2525,
    submissionPort: 2587,
    publicUrl: null,
    databaseUrl: null,
    maxMessageSize: 50_000_000,
  });
  expect(warnings).toEqual([]);
});

test("atrium.toml wins over the defaults and the environment over both", () => {
  const { config } = readConfig({ ATRIUM_PORT: "7070", ATRIUM_HOST: "" }, root);
  expect(config.port).toBe(7070);
  expect(config.host).toBe("127.0.0.1");
  expect(config.smtpPort).toBe(25);
  expect(config.data).toBe(join(root, "kept"));
  expect(config.trustedProxies).toEqual(["10.0.0.0/8", "::1"]);
});

test("names that are no settings are reported, in the environment and in the file", () => {
  const { warnings } = readConfig({ ATRIUM_PROT: "1", PATH: "x" }, root);
  expect(warnings).toEqual([
    "ATRIUM_PROT is not a setting of Atrium and has no effect.",
    "ATRIUM_PROT in atrium.toml is not a setting of Atrium and has no effect.",
  ]);
});

test.for([
  ["ATRIUM_PORT", "80a", "a port"],
  ["ATRIUM_SMTP_PORT", "65536", "a port"],
  ["ATRIUM_SUBMISSION_PORT", "-1", "a port"],
  ["ATRIUM_PUBLIC_URL", "atrium.example.org", "an address such as"],
  ["ATRIUM_PUBLIC_URL", "https://example.org/atrium", "without a path"],
  ["ATRIUM_PUBLIC_URL", "ftp://example.org", "an address such as"],
  ["ATRIUM_ASSET_BASE", "/assets", "an address such as"],
  ["ATRIUM_DATABASE_URL", "mysql://localhost/x", "postgres://"],
  ["ATRIUM_S3_BUCKET", "a/b", "the name of a bucket"],
  ["ATRIUM_S3_ENDPOINT", "https://s3.example.org/here", "an address without a path"],
  ["ATRIUM_S3_PREFIX", "/a", "letters, digits"],
  ["ATRIUM_S3_PREFIX", "a/../b", "letters, digits"],
  ["ATRIUM_S3_PART_SIZE", "5MB", "6MB or more"],
  ["ATRIUM_SMARTHOST", "http://mail.example.org", "smtp://"],
  ["ATRIUM_DRIVE_URL", "drive", "an address such as"],
  ["ATRIUM_DNS", "localhost:53", "127.0.0.1:53"],
  ["ATRIUM_DNS", "127.0.0.1", "127.0.0.1:53"],
  ["ATRIUM_TRUSTED_PROXIES", "10.0.0.0/33", "10.0.0.0/8"],
  ["ATRIUM_SMTP_PROXY_FROM", "proxy.local", "addresses or networks"],
  ["ATRIUM_LOG_LEVEL", "loud", "one of error, warn"],
  ["ATRIUM_MAX_MESSAGE_SIZE", "50 parsecs", "a size such as"],
] as const)("%s=%s is refused with a sentence that names it", ([name, value, expected]) => {
  const read = () => readConfig({ [name]: value }, "/nowhere");
  expect(read).toThrow(`${name} is "${value}" but must be`);
  expect(read).toThrow(expected);
});

test.for([
  ["ATRIUM_DATABASE_URL", "mysql://atrium:p@ss:word@db/x", "mysql://…@db/x"],
  ["ATRIUM_S3_ENDPOINT", "https://key:secret@s3.example.org", "https://…@s3.example.org"],
  ["ATRIUM_SMARTHOST", "http://user:secret@mail.example.org", "http://…@mail.example.org"],
  ["ATRIUM_SMARTHOST", "user:secret@mail.example.org:port", "…@mail.example.org:port"],
] as const)("the user and password of %s do not get into the log", ([name, value, shown]) => {
  expect(() => readConfig({ [name]: value }, "/nowhere")).toThrow(
    `${name} is "${shown}" but must be`,
  );
});

test("a wrong value in the file is named with the file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "atrium-config-"));
  await writeFile(join(folder, "atrium.toml"), `port = "many"`);
  expect(() => readConfig({}, folder)).toThrow("ATRIUM_PORT in atrium.toml");
  await writeFile(join(folder, "atrium.toml"), `port = = 1`);
  expect(() => readConfig({}, folder)).toThrow("atrium.toml cannot be read");
  await rm(folder, { recursive: true });
});

test("addresses are understood in the forms that people write", () => {
  const { config } = readConfig(
    {
      ATRIUM_SMARTHOST: "smtps://al%40x:p%3Aw@mail.example.org",
      ATRIUM_DNS: "[::1]:5353",
      ATRIUM_PUBLIC_URL: "https://Atrium.example.org:443/",
      ATRIUM_ASSET_BASE: "https://cdn.example.org/a",
      ATRIUM_MAX_UPLOAD_SIZE: "1GB",
    },
    "/nowhere",
  );
  expect(config.smarthost).toEqual({
    host: "mail.example.org",
    port: 465,
    implicitTls: true,
    user: "al@x",
    password: "p:w",
  });
  expect(config.dns).toEqual({ address: "::1", port: 5353 });
  expect(config.publicUrl).toBe("https://atrium.example.org");
  expect(config.assetBase).toBe("https://cdn.example.org/a/");
  expect(config.maxUploadSize).toBe(1_000_000_000);
});

test("every default is one that its own parser takes, and every line of documentation is a sentence", () => {
  for (const { default: text, parse, doc } of Object.values(variables)) {
    if (text !== null) expect(() => parse(text, "/")).not.toThrow();
    expect(doc).toMatch(/^[A-Z].*\.$/);
  }
});

test("the README's table is the one that the program makes", async () => {
  const readme = await readFile(new URL("../../../../README.md", import.meta.url), "utf8");
  const [, table] = /<!-- config -->([\s\S]*?)<!-- \/config -->/.exec(readme) ?? [];
  expect(table?.trim(), "run `node scripts/config-table.ts`").toBe(configTable());
});
