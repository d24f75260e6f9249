import { UserError } from "./command.ts";
import type { Terminal } from "./command.ts";

const ENTER = new Set(["\r", "\n", "\u0004"]);
const ERASE = new Set(["\u007f", "\b"]);

export const terminal: Terminal = {
  print: (line) => void process.stdout.write(`${line}\n`),
  note: (line) => void process.stderr.write(`${line}\n`),
  async readPassword(prompt) {
    if (!process.stdin.isTTY) return await firstLine(process.stdin);
    const password = await typed(`${prompt}: `);
    if ((await typed(`${prompt} (again): `)) !== password)
      throw new UserError("The two entries do not match. Nothing was changed.");
    return password;
  },
};

/** The first line of a pipe; whatever else may come is not read. */
async function firstLine(input: NodeJS.ReadStream): Promise<string> {
  let text = "";
  input.setEncoding("utf8");
  for await (const piece of input) {
    text += piece as string;
    if (text.includes("\n")) break;
  }
  const password = text.split(/\r?\n/, 1)[0]!;
  if (password === "")
    throw new UserError(
      "Nothing was read from standard input. Type it when asked, or pipe it in: echo … | npx atrium …",
    );
  return password;
}

/** One line of the keyboard, shown nowhere. */
function typed(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  return new Promise((resolve, reject) => {
    let text = "";
    const finish = (act: () => void): void => {
      stdin.off("data", onData);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write("\n");
      act();
    };
    const onData = (data: string): void => {
      for (const key of data) {
        if (ENTER.has(key)) return finish(() => resolve(text));
        if (key === "\u0003") return finish(() => reject(new UserError("Nothing was changed.")));
        if (ERASE.has(key)) text = text.slice(0, -1);
        else text += key;
      }
    };
    stderr.write(prompt);
    stdin.setRawMode(true);
    stdin.setEncoding("utf8");
    stdin.on("data", onData);
    stdin.resume();
  });
}
