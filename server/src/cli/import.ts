import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { importInto } from "../features/mail/index.ts";
import { UserError } from "./command.ts";
import type { Command, Invocation } from "./command.ts";

/** Octets between two lines of progress. */
const STEP = 50_000_000;

const REASONS = {
  tooLarge: "larger than ATRIUM_MAX_MESSAGE_SIZE",
  empty: "empty",
  deleted: "marked as deleted in the mail app it comes from",
  notMail: "not a message",
};

async function bring(
  { terminal, args, values, config, open }: Invocation,
  kind: "mbox" | "eml",
  files: readonly string[],
): Promise<number> {
  const address = args[0]!;
  const { accounts, engine } = await open();
  const person = await accounts.persons.find(address);
  if (person === null) throw new UserError(`No user has the address ${address}.`);
  const sum = { imported: 0, skipped: 0, left: 0 };
  for (const file of files) {
    let reported = 0;
    const report = await importInto(
      engine,
      person.accountId,
      { kind, bytes: createReadStream(file), time: (await stat(file)).mtime },
      {
        mailbox: String(values["mailbox"] ?? "inbox"),
        maxSize: config.maxMessageSize,
        onProgress({ read, imported }) {
          if (read - reported < STEP) return;
          reported = read;
          terminal.note(`${file}: ${Math.round(read / 1e6)} MB read, ${imported} messages`);
        },
      },
    );
    sum.imported += report.imported;
    sum.skipped += report.skipped;
    sum.left += report.left.length;
    for (const { position, reason } of report.left)
      terminal.note(`${file}: message ${position} not imported: ${REASONS[reason]}`);
  }
  terminal.print(
    `${sum.imported} messages imported for ${person.address}, ${sum.skipped} already there, ${sum.left} not imported.`,
  );
  return 0;
}

/** The files themselves, and for a folder those in it that end in `.eml`. */
async function emlFiles(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    if (!(await existing(path)).isDirectory()) files.push(path);
    else
      for (const name of (await readdir(path)).sort())
        if (name.toLowerCase().endsWith(".eml")) files.push(join(path, name));
  }
  return files;
}

async function existing(path: string) {
  try {
    return await stat(path);
  } catch {
    throw new UserError(`${path} does not exist.`);
  }
}

const options = { mailbox: { type: "string" } } as const;

export const importCommands: readonly Command[] = [
  {
    name: "import mbox",
    usage: "ADDRESS FILE… [--mailbox FOLDER]",
    summary:
      "Import mbox files into a folder of a user (default: inbox); messages already there are skipped",
    arity: [2, Infinity],
    options,
    async run(invocation) {
      const files = invocation.args.slice(1);
      for (const file of files) await existing(file);
      return await bring(invocation, "mbox", files);
    },
  },
  {
    name: "import eml",
    usage: "ADDRESS FILE|FOLDER… [--mailbox FOLDER]",
    summary:
      "Import single messages, or a folder of them, into a folder of a user (default: inbox)",
    arity: [2, Infinity],
    options,
    async run(invocation) {
      return await bring(invocation, "eml", await emlFiles(invocation.args.slice(1)));
    },
  },
];
