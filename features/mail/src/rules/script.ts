import type { SieveFailure } from "@atrium/contract/types/sieve-script";
import { SieveScript } from "@atrium/contract/types/sieve-script";
import { readRules, writeRules, type RuleScript } from "@atrium/formats/sieve-rules";
import { MethodFailed, SetRefused, Unreachable, type JmapClient } from "@atrium/jmap";

/** What a new script is called, if the name is free. */
const NAME = "Rules";
/** Attempts to write a script that is changed elsewhere at the same time. */
const MAX_ATTEMPTS = 5;
const TYPE = "application/sieve";

/** The active script of an account. */
export interface ActiveScript {
  /** `null` where no script is active. */
  readonly id: string | null;
  readonly text: string;
  /** `undefined` if the text can't be read as rules. */
  readonly rules: RuleScript | undefined;
  /** Why it last failed on a message. */
  readonly failure: SieveFailure | null;
}

interface LoadedScript extends ActiveScript {
  readonly state: string;
  /** The names of all scripts. */
  readonly names: readonly string[];
}

/** A change to the rules; it is applied again if the script was changed elsewhere in the meantime. */
export type RuleEdit = (script: RuleScript) => RuleScript;

/** The script is not as the user last saw it. */
export class ScriptChanged extends Error {
  override readonly name = "ScriptChanged";
}

export async function loadScript(client: JmapClient, accountId: string): Promise<LoadedScript> {
  const { list, state } = await client.call("SieveScript/get", {
    accountId,
    ids: null,
    properties: ["id", "name", "blobId", "isActive", "failure"],
  });
  const active = list.find(({ isActive }) => isActive);
  const text = active ? await download(client, accountId, active.blobId) : "";
  return {
    id: active?.id ?? null,
    text,
    rules: readOrUndefined(text),
    failure: active?.failure ?? null,
    state,
    names: list.map(({ name }) => name ?? ""),
  };
}

/**
 * Changes the rules of the active script, or of a new one if there is none. Changes of one window follow each other.
 * @throws ScriptChanged if the text can't be read as rules
 */
export function changeRules(
  client: JmapClient,
  accountId: string,
  edit: RuleEdit,
): Promise<ActiveScript> {
  return queued(accountId, async () => {
    for (let attempt = 1; ; attempt += 1) {
      const loaded = await loadScript(client, accountId);
      if (!loaded.rules) throw new ScriptChanged();
      const text = writeRules(edit(loaded.rules));
      try {
        return await write(client, accountId, loaded, text);
      } catch (error) {
        if (!isMismatch(error) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  });
}

/**
 * Replaces the text of the active script.
 * @param before the text that the user edited
 * @throws ScriptChanged if it is another one by now
 */
export function replaceText(
  client: JmapClient,
  accountId: string,
  before: string,
  text: string,
): Promise<ActiveScript> {
  return queued(accountId, async () => {
    for (let attempt = 1; ; attempt += 1) {
      const loaded = await loadScript(client, accountId);
      if (loaded.text !== before) throw new ScriptChanged();
      try {
        return await write(client, accountId, loaded, text);
      } catch (error) {
        if (!isMismatch(error) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  });
}

/** What is wrong with a script in the server's words, or null. */
export async function faultOfText(
  client: JmapClient,
  accountId: string,
  text: string,
): Promise<string | null> {
  const { blobId } = await upload(client, accountId, text);
  const { error } = await client.call("SieveScript/validate", { accountId, blobId });
  return error && (error.description ?? error.type);
}

async function write(
  client: JmapClient,
  accountId: string,
  { id, state, names, failure }: LoadedScript,
  text: string,
): Promise<ActiveScript> {
  const { blobId } = await upload(client, accountId, text);
  const answer = await client.call("SieveScript/set", {
    accountId,
    ifInState: state,
    ...(id === null
      ? {
          create: { new: { name: names.includes(NAME) ? null : NAME, blobId } },
          onSuccessActivateScript: "#new",
        }
      : { update: { [id]: { blobId } } }),
  });
  const refused = { ...answer.notCreated, ...answer.notUpdated };
  if (Object.keys(refused).length > 0) throw new SetRefused(refused);
  return {
    id: id ?? answer.created?.["new"]?.id ?? null,
    text,
    rules: readOrUndefined(text),
    failure: id === null ? failure : null,
  };
}

const upload = (client: JmapClient, accountId: string, text: string) =>
  client.upload(accountId, new Blob([text], { type: TYPE }));

async function download(client: JmapClient, accountId: string, blobId: string): Promise<string> {
  const response = await fetch(
    client.downloadUrl(accountId, blobId, `${SieveScript.name}.sieve`, TYPE),
  ).catch((error: unknown) => {
    throw new Unreachable("the script did not load", { cause: error });
  });
  if (!response.ok) throw new Unreachable("the script did not load", { status: response.status });
  // A byte order mark is part of what is preserved.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
}

function readOrUndefined(text: string): RuleScript | undefined {
  try {
    return readRules(text);
  } catch {
    return undefined;
  }
}

const isMismatch = (error: unknown): boolean =>
  error instanceof MethodFailed && error.type === "stateMismatch";

const queues = new Map<string, Promise<unknown>>();

function queued<T>(accountId: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(accountId) ?? Promise.resolve();
  const turn = before.then(work, work);
  queues.set(accountId, turn);
  return turn;
}
