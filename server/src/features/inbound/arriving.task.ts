import { parseMessage } from "@atrium/formats/mime";
import type { Ask } from "../../platform/workers/index.ts";
import { junkTokens } from "../mail/message/junk-tokens.ts";
import { prepareMessage, type PreparedMessage } from "../mail/message/message.ts";
import { run as authenticate, type OriginInput } from "./authentication/authenticate.task.ts";
import type { Findings } from "./authentication/authenticate.ts";

/** What is asked once it is known where a mail is from: the header with which it is kept, if it is to be read here. */
export interface HeaderQuestion {
  readonly findings: Findings;
}

/** What a mail says. */
export interface ReadArrival {
  /** `null` where the header with which it is kept was not known. */
  readonly prepared: PreparedMessage | null;
  /** By which it is judged. */
  readonly tokens: readonly string[];
}

/** Finds out where a mail is from, and then reads it as it is kept, in a thread of its own. */
export async function run(input: OriginInput, ask: Ask): Promise<ReadArrival> {
  const findings = await authenticate(input, ask);
  const header = (await ask({ findings } satisfies HeaderQuestion)) as Uint8Array | null;
  if (header === null) return { prepared: null, tokens: junkTokens(parseMessage(input.bytes)) };
  const kept = Buffer.concat([header, input.bytes.subarray(input.header)]);
  const message = parseMessage(kept);
  return { prepared: prepareMessage(kept, "", message), tokens: junkTokens(message) };
}
