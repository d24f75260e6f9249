import { CAPABILITY } from "@atrium/contract/types/wire";
import type { Actor, Engine } from "../../../engine/index.ts";

/** A user who acts on one account from inside the server: imports, the demo organisation. */
export function ownerOf(accountId: string): Actor {
  return {
    personId: "system",
    accountId,
    roles: [],
    accounts: { [accountId]: { name: "", isPersonal: true, isReadOnly: false } },
  };
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
  readonly role: string | null;
}

/**
 * Finds the mailboxes at paths such as `inbox` (a role) or `Projects/Copper Hall` (names), and makes those that are
 * missing. Answers their ids by path.
 */
export async function mailboxesAt(
  engine: Engine,
  accountId: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await listMailboxes(engine, accountId);
  const found = new Map<string, string>();
  for (const path of new Set(paths)) {
    const role = rows.find((row) => row.role === path.toLowerCase());
    found.set(path, role?.id ?? (await atNames(engine, accountId, rows, path.split("/"))));
  }
  return found;
}

async function atNames(
  engine: Engine,
  accountId: string,
  rows: Row[],
  names: readonly string[],
): Promise<string> {
  let parentId: string | null = null;
  for (const name of names) {
    const there: Row | undefined = rows.find(
      (row) => row.parentId === parentId && row.name === name,
    );
    const id: string = there?.id ?? (await createMailbox(engine, accountId, name, parentId));
    if (!there) rows.push({ id, name, parentId, role: null });
    parentId = id;
  }
  if (parentId === null) throw new Error("a mailbox needs a name");
  return parentId;
}

async function listMailboxes(engine: Engine, accountId: string): Promise<Row[]> {
  const answer = await call(engine, accountId, "Mailbox/get", {
    ids: null,
    properties: ["name", "parentId", "role"],
  });
  return answer["list"] as Row[];
}

async function createMailbox(
  engine: Engine,
  accountId: string,
  name: string,
  parentId: string | null,
): Promise<string> {
  const answer = await call(engine, accountId, "Mailbox/set", {
    create: { new: { name, parentId } },
  });
  const created = answer["created"] as Record<string, { id: string }> | null | undefined;
  if (!created?.["new"])
    throw new Error(`mailbox ${name} was not made: ${JSON.stringify(answer["notCreated"])}`);
  return created["new"].id;
}

async function call(
  engine: Engine,
  accountId: string,
  name: string,
  args: object,
): Promise<Record<string, unknown>> {
  const { methodResponses } = await engine.handle(ownerOf(accountId), {
    using: [CAPABILITY.core, CAPABILITY.mail],
    methodCalls: [[name, { accountId, ...args }, "0"]],
  });
  const [answered, answer] = methodResponses[0] ?? [];
  if (answered !== name) throw new Error(`${name}: ${JSON.stringify(answer)}`);
  return answer as Record<string, unknown>;
}
