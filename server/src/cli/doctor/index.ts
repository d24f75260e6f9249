import type { Command, Invocation } from "../command.ts";
import { certificate } from "./certificate.ts";
import { database } from "./database.ts";
import { disk } from "./disk.ts";
import { fail, reason, serverOf, type Check, type Finding, type Patient } from "./finding.ts";
import { machine } from "./machine.ts";
import { mail } from "./mail.ts";
import { ports } from "./ports.ts";
import { scanners } from "./scanners.ts";
import { web } from "./web.ts";

const SIGNS = { ok: "✓", warn: "!", fail: "✗" };

const checks: readonly Check[] = [
  ...machine,
  ...disk,
  database,
  ...web,
  ports,
  certificate,
  ...mail,
  scanners,
];

/** A check that breaks is a finding of its own; the others are made all the same. */
async function look(check: Check, patient: Patient): Promise<readonly Finding[]> {
  try {
    return await check.look(patient);
  } catch (error) {
    const advice = "fix this and run the check again";
    return [fail(`${check.name}: ${(error as Error).message || reason(error)}`, advice)];
  }
}

async function examine({ config, open, terminal, values }: Invocation): Promise<number> {
  const patient: Patient = { config, open, server: await serverOf(config) };
  const found: (Finding & { readonly check: string })[] = [];
  for (const check of checks)
    for (const finding of await look(check, patient)) {
      found.push({ check: check.name, ...finding });
      if (values["json"] === true) continue;
      const { state, what, advice } = finding;
      terminal.print(`${SIGNS[state]} ${what}${advice === undefined ? "" : `: ${advice}`}`);
    }
  const failed = found.filter(({ state }) => state === "fail").length;
  if (values["json"] === true) {
    const isServing = patient.server !== null;
    terminal.print(JSON.stringify({ ok: failed === 0, isServing, findings: found }, null, 2));
  }
  return failed === 0 ? 0 : 1;
}

export const doctorCommand: Command = {
  name: "doctor",
  usage: "[--json]",
  summary:
    "Check the installation and say how to fix what is wrong. Exit code 1 if something is broken",
  arity: [0, 0],
  options: { json: { type: "boolean" } },
  run: examine,
};
