import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { api } from "@atrium/contract/api/index";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testWhole } from "../../../formats/src/testing/whole.ts";
import { endPrograms, runCommand, runServer } from "../testing/program.ts";

const PASSWORD = "seven lanterns over the quay\n";

let data: string;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "atrium-cli-"));
});
afterAll(async () => {
  await endPrograms();
  await rm(data, { recursive: true, force: true });
});

const atrium = (words: string, input = "", env: NodeJS.ProcessEnv = {}) =>
  runCommand(words.split(" ").filter(Boolean), { ATRIUM_DATA: data, ...env }, input);

const startServer = (env: NodeJS.ProcessEnv = {}) => runServer({ ATRIUM_DATA: data, ...env });

/** The status that a sign-in is answered with. */
async function signIn({ url }: { readonly url: string | null }, address: string): Promise<number> {
  const { status } = await fetch(new URL(api.session.signIn.path, url!), {
    method: api.session.signIn.method,
    headers: { "content-type": "application/json", origin: url! },
    body: JSON.stringify({ address, password: PASSWORD.trim() }),
  });
  return status;
}

describe.concurrent("the command line", () => {
  testWhole("says how it is used", async () => {
    const nothing = await atrium("");
    expect(nothing).toMatchObject({ code: 0 });
    for (const words of [
      "user add",
      "user passwd",
      "domain add",
      "import mbox",
      "backup",
      "restore",
      "doctor",
    ])
      expect(nothing.out).toContain(`npx atrium ${words}`);
  });

  testWhole("answers 2 for what is not used so", async () => {
    const [unknown, short, option] = await Promise.all([
      atrium("user frobnicate"),
      atrium("user add"),
      atrium("user add a@b.test --password secret"),
    ]);
    expect([unknown.code, short.code, option.code]).toEqual([2, 2, 2]);
    expect(short.err).toContain("npx atrium user add ADDRESS");
    expect(option.err).toContain("--password");
  });

  test("names a wrong setting in one sentence", async () => {
    const { err, code } = await atrium("user list", "", { ATRIUM_SMTP_PORT: "mail" });
    expect(code).toBe(1);
    expect(err.trim().split("\n")).toEqual([
      'ATRIUM_SMTP_PORT is "mail" but must be a port from 1 to 65535, or 0 for any free one.',
    ]);
  });
});

describe("a data folder, from nothing", () => {
  testWhole("nobody is made before there is an organisation", async () => {
    expect(await atrium("user add alice@example.test", PASSWORD)).toMatchObject({
      code: 1,
      err: expect.stringContaining("There is no organisation yet") as string,
    });
  });

  test("with the server down: an organisation is made", async () => {
    expect(await atrium("domain add example.test --organisation Example")).toMatchObject({
      code: 0,
    });
  });

  testWhole("with the server down: its people are made", async () => {
    const added = await atrium("user add alice@example.test --role administrator", PASSWORD);
    expect(added).toMatchObject({ code: 0, out: "alice <alice@example.test> can sign in.\n" });
    expect(await atrium("user add bob@example.test", "short\n")).toMatchObject({ code: 1 });
    expect((await atrium("user list")).out).toBe(
      "alice@example.test\talice\tmember,administrator\n",
    );
  });

  testWhole("what else there is to do while the server is down", async () => {
    expect((await atrium("domain unverified Example.test")).out).toBe(
      "Unverified mail from example.test goes to Junk.\n",
    );
    expect((await atrium("domain unverified example.test reject")).out).toBe(
      "Unverified mail from example.test is rejected.\n",
    );
    expect(await atrium("domain unverified example.test burn")).toMatchObject({
      code: 1,
      err: expect.stringContaining("one of junk, deliver, reject") as string,
    });
    expect(await atrium("domain unverified other.test deliver")).toMatchObject({ code: 1 });
    await atrium("domain unverified example.test junk");
    expect(await atrium("user add bob@example.test")).toMatchObject({
      code: 1,
      err: expect.stringContaining("Nothing was read from standard input") as string,
    });
  });

  test("with the server up: it works beside it, and what it does counts at once", async () => {
    const server = await startServer();
    expect(server.lines.join("\n")).not.toContain("set-up");
    expect(await signIn(server, "bob@example.test")).toBe(401);
    expect(await atrium("user add bob@example.test --name Bob", PASSWORD)).toMatchObject({
      code: 0,
    });
    expect(await signIn(server, "bob@example.test")).toBe(200);
    expect(await server.stop()).toBe(0);
  });

  testWhole("what else there is to do while it is up", async () => {
    const server = await startServer();
    const second = await startServer();
    expect(await second.errors).toMatch(/^Atrium is already running on .* \(process \d+\)\.\n$/);
    expect(await atrium("user disable bob@example.test")).toMatchObject({ code: 0 });
    expect(await signIn(server, "bob@example.test")).toBe(401);
    const mail = join(data, "mail.mbox");
    await writeFile(
      mail,
      "From a@b Mon Jan  5 10:00:00 2026\nSubject: One\n\nFirst.\n\nFrom a@b Mon Jan  5 11:00:00 2026\nSubject: Two\n\nSecond.\n",
    );
    expect((await atrium(`import mbox alice@example.test ${mail}`)).out).toMatch(/^2 messages/);
    const backups = join(data, "backups");
    const backup = await atrium(`backup ${backups} --keep 3`);
    expect(backup).toMatchObject({ code: 0, out: expect.stringContaining(backups) as string });

    await atrium("user enable bob@example.test");
    expect(
      await atrium("shared add Support support@example.test --member alice@example.test"),
    ).toMatchObject({ code: 0, out: "Created Support <support@example.test>. Members: 1.\n" });
    expect((await atrium("second-factor require everybody --in 7")).out).toMatch(
      /^From \S+ on, two-step sign-in is required of everybody; \d of them have not set it up yet\.\n$/,
    );
    expect((await atrium("second-factor require nobody")).out).toMatch(/is optional/);
    await atrium("shared grant support@example.test bob@example.test --read-only");
    expect((await atrium("shared list")).out).toBe(
      "support@example.test\tSupport\tbob@example.test (read only),alice@example.test\n",
    );
    expect(await atrium("shared revoke support@example.test bob@example.test")).toMatchObject({
      code: 0,
    });
    expect(await atrium("shared revoke support@example.test bob@example.test")).toMatchObject({
      code: 1,
    });
    expect(await atrium("user reset-second-factor bob@example.test")).toMatchObject({
      code: 1,
      err: expect.stringContaining("has no second factor") as string,
    });
    await atrium("user disable bob@example.test");
    expect(await atrium("user disable alice@example.test")).toMatchObject({ code: 1 });
    expect((await atrium(`import mbox alice@example.test ${mail}`)).out).toMatch(
      /^0 messages .*, 2 already there/,
    );
    const doctor = await atrium("doctor");
    expect(doctor.out).toContain("Example: 2 people, example.test");
    expect(doctor).toMatchObject({ code: 0 });
    expect(await atrium(`backup ${backups} --keep nothing`)).toMatchObject({ code: 1 });
    expect((await atrium(`backup list ${backups}`)).out).toMatch(/^\S+Z\t\d+ rows\t\d+ blobs\t/);
    expect((await atrium(`backup check ${backups}`)).out).toMatch(/is intact\.\n$/);
    expect(await atrium(`restore ${backups}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining("Atrium is already running") as string,
    });
    expect(await server.stop()).toBe(0);
  });

  testWhole("what was backed up is restored on another machine", async () => {
    const other = { ATRIUM_DATA: await mkdtemp(join(tmpdir(), "atrium-cli-")) };
    expect(await atrium(`restore ${join(data, "backups")}`, "", other)).toMatchObject({ code: 0 });
    const [here, there] = await Promise.all([atrium("user list"), atrium("user list", "", other)]);
    expect(there.out).toBe(here.out);
    const server = await startServer(other);
    expect(server.url).not.toBeNull();
    expect(await server.stop()).toBe(0);
    for (const [words, input] of [
      ["move --to nowhere", ""],
      ["move --to -", "mysql://u:secret@one/db\n"],
    ] as const) {
      const { err, code } = await atrium(words, input, other);
      expect([code, err]).toEqual([1, expect.stringMatching(/^--to must be a URL such as/)]);
    }
    await rm(other.ATRIUM_DATA, { recursive: true });
  });

  testWhole("after a clean stop: it works by itself again", async () => {
    expect((await atrium("user list")).out).toContain("bob@example.test\tBob\tmember\t\tdisabled");
    expect((await atrium("domain list")).out).toBe("example.test\n");
  });

  testWhole("doctor has a word about a server that others reach by any name", async () => {
    const word = "! ATRIUM_PUBLIC_URL is not set, and 192.0.2.1 can be reached";
    const elsewhere = { ATRIUM_HOST: "192.0.2.1" };
    expect((await atrium("doctor", "", elsewhere)).out).toContain(word);
    const named = { ...elsewhere, ATRIUM_PUBLIC_URL: "http://mail.example.test" };
    expect((await atrium("doctor", "", named)).out).not.toContain(word);
  });

  testWhole(
    "a port that is taken stops the start with its setting's name, and leaves nothing running",
    async () => {
      const other = createServer().listen(0, "127.0.0.1");
      await once(other, "listening");
      const taken = String((other.address() as AddressInfo).port);
      const server = await startServer({ ATRIUM_PORT: taken });
      expect(await server.errors).toBe(
        `Port ${taken} is in use by another program. Set ATRIUM_PORT to another port.\n`,
      );
      const doctor = await atrium("doctor", "", { ATRIUM_PORT: taken });
      expect(doctor).toMatchObject({ code: 1 });
      expect(doctor.out).toContain(`✗ ATRIUM_PORT ${taken}`);
      other.close();
    },
  );
});

testWhole("an empty store offers the set-up link when the server starts", async () => {
  const folder = await mkdtemp(join(tmpdir(), "atrium-cli-"));
  const server = await startServer({ ATRIUM_DATA: folder });
  await expect.poll(() => server.lines.at(-1)).toMatch(/\/setting\/set-up#\S{40,}$/);
  expect(await server.stop()).toBe(0);
  await rm(folder, { recursive: true });
});
