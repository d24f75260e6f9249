import type { Script } from "./compile.ts";
import { singleAddress } from "./delivery.ts";
import { strings, type Step } from "./step.ts";

/** The addresses that a script redirects to, each once; those that contain variables are not known. */
export function redirectsOf({ steps }: Pick<Script, "steps">): readonly string[] {
  const found = new Set<string>();
  const look = (all: readonly Step[]): void => {
    for (const { name, args, block } of all) {
      const [text] = name === "redirect" ? strings(args[0]) : [];
      const address = text === undefined ? undefined : singleAddress(text);
      if (address !== undefined) found.add(address);
      look(block);
    }
  };
  look(steps);
  return [...found];
}
