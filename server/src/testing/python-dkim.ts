import { execFileSync, spawnSync } from "node:child_process";

const VERIFY = `
import dkim, sys, json
message, records, signatures = json.load(sys.stdin)
txt = lambda name, timeout=5: records[name.decode().rstrip(".")].encode()
one = dkim.DKIM(message.encode("latin1"))
print(json.dumps([one.verify(idx=index, dnsfunc=txt) for index in range(signatures)]))
`;

/** Debian's Python has its packages, whatever other Python comes first. */
const python = ["/usr/bin/python3", "python3"].find(
  (program) => spawnSync(program, ["-c", "import dkim"]).status === 0,
);

/** Empty, or what is to stand behind the name of a test that is skipped. */
export const missing = python === undefined ? " (skipped: python3-dkim is not installed)" : "";

/**
 * What another library says of a message's DKIM signatures, the first first; that of Ed25519 only where python3-nacl
 * is installed too.
 * @param message each octet as a character.
 * @param records text of each TXT record by its name.
 */
export function verifyInPython(
  message: string,
  records: Readonly<Record<string, string>>,
): boolean[] {
  const both = spawnSync(python!, ["-c", "import nacl"]).status === 0;
  const input = JSON.stringify([message, records, both ? 2 : 1]);
  return JSON.parse(
    execFileSync(python!, ["-c", VERIFY], { input, encoding: "utf8" }),
  ) as boolean[];
}
