import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileName, flagWords, summary } from "./describe.fixture.ts";

/** Dovecot's tool, in Debian's package dovecot-sieve. */
const PROGRAM = "sieve-test";

/** Empty, or a note for the name of a skipped test. */
export const missing =
  spawnSync(PROGRAM, []).error === undefined ? "" : " (skipped: dovecot-sieve is not installed)";

/** sieve-test refuses to run as root, so it runs as nobody then. */
const isRoot = process.getuid?.() === 0;
const [UID, GID] = isRoot ? [65_534, 65_534] : [process.getuid!(), process.getgid!()];

const CONFIG = (folder: string): string => `
mail_uid = ${UID}
mail_gid = ${GID}
first_valid_uid = 1
first_valid_gid = 1
mail_home = ${folder}
mail_location = maildir:${folder}/Mail
namespace inbox {
  inbox = yes
  separator = /
  mailbox Archive {
    auto = create
    special_use = \\Archive
  }
}
plugin {
  sieve = file:${folder}/scripts;active=${folder}/active.sieve
  sieve_extensions = +editheader +mboxmetadata +vacation-seconds +special-use
  sieve_max_redirects = 5
  sieve_vacation_min_period = 0
  recipient_delimiter = +
}
`;

export interface SieveTest {
  /** Runs a script on a message; the outcome is in the notation of `describeOutcome`. */
  run(
    script: string,
    message: Uint8Array,
    envelope: { readonly from: string; readonly to: string },
    includes?: Readonly<Record<string, string>>,
  ): string;
  close(): void;
}

export function startSieveTest(): SieveTest {
  const folder = mkdtempSync(join(tmpdir(), "atrium-sieve-"));
  mkdirSync(join(folder, "scripts"));
  for (const path of [folder, join(folder, "scripts")]) chownSync(path, UID, GID);
  writeFileSync(join(folder, "dovecot.conf"), CONFIG(folder));
  return {
    run(script, message, envelope, includes = {}) {
      writeFileSync(join(folder, "script.sieve"), script);
      writeFileSync(join(folder, "message.eml"), message);
      for (const [name, text] of Object.entries(includes))
        writeFileSync(join(folder, "scripts", `${name}.sieve`), text);
      const args = ["-C", "-c", "dovecot.conf"];
      // It does not accept the null sender.
      if (envelope.from !== "") args.push("-f", envelope.from);
      const { status, stdout, stderr } = spawnSync(
        PROGRAM,
        [...args, "-r", envelope.to, "-a", envelope.to, "script.sieve", "message.eml"],
        {
          cwd: folder,
          uid: UID,
          gid: GID,
          encoding: "utf8",
          env: { PATH: process.env["PATH"], TZ: "UTC" },
        },
      );
      if (stderr.includes("failed to compile")) return "refused";
      if (stderr.includes("final result: failed")) return "failed";
      if (status !== 0) throw new Error(`sieve-test ended with ${status}: ${stderr}`);
      return readActions(stdout);
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}

/** Parses the output: a line with a star for each action, followed by details. */
function readActions(printed: string): string {
  const actions = printed.split(/^ \* /m).slice(1);
  return summary(actions.flatMap((action) => readAction(action) ?? []));
}

function readAction(action: string): string | undefined {
  const [first = ""] = action.split("\n");
  if (first.startsWith("store message in folder: ")) {
    const flags = /add IMAP flags: (.*)/.exec(action)?.[1]?.split(" ") ?? [];
    const name = fileName(first.slice("store message in folder: ".length));
    return `${name}${action.includes("create mailbox") ? " +create" : ""}${flagWords(flags)}`;
  }
  if (first.startsWith("redirect message to: <")) return `redirect ${first.slice(22, -1)}`;
  if (first.startsWith("send vacation message")) {
    const subject = /=> subject : (.*)/.exec(action)?.[1];
    return `vacation ${/=> seconds : (.*)/.exec(action)?.[1]}${subject ? ` ${subject}` : ""}`;
  }
  if (first.startsWith("reject message with reason: "))
    return `reject ${first.slice("reject message with reason: ".length)}`;
  if (first === "discard" || /^track .*duplicate/.test(first)) return undefined;
  throw new Error(`sieve-test did something else: ${first}`);
}
