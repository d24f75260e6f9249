import { parseMessage } from "@atrium/formats/mime";
import type { EmailRecord } from "@atrium/contract/types/email";
import { refuse, type Call } from "../../../engine/index.ts";
import { contentOf, type ContentRequest } from "./content.ts";
import { READ_IN_PLACE } from "../message/message.ts";
import { openContent } from "./open-content.ts";
import { readHead } from "../message/read-head.ts";

/** How many messages are read at once, and from how many octets in all on they are read one by one. */
const AT_ONCE = 8;
const MANY_OCTETS = 64_000_000;

/**
 * Reads what was asked for out of stored messages, given as hash and size. Answers in their order.
 * @throws Refusal `requestTooLarge` when the answer would not fit into memory.
 */
export async function readContents(
  call: Call,
  messages: readonly { readonly hash: string; readonly size: number }[],
  request: ContentRequest,
): Promise<Partial<EmailRecord>[]> {
  const sizes = messages.map(({ size }) => size);
  boundValues(request, sizes);
  const octets = sizes.reduce((sum, size) => sum + size, 0);
  if (!wantsOnlyHead(request)) call.budget.spend("octetsRead", octets);
  const contents: Partial<EmailRecord>[] = Array.from({ length: messages.length });
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < messages.length) {
      const index = next;
      next += 1;
      contents[index] = await readContent(call, messages[index]!, request);
    }
  };
  await Promise.all(Array.from({ length: octets > MANY_OCTETS ? 1 : AT_ONCE }, worker));
  return contents;
}

/**
 * Makes sure that the body values asked for, of messages of these sizes, fit into one answer.
 * @throws Refusal `requestTooLarge`
 */
export function boundValues(
  { properties, body, room }: ContentRequest,
  sizes: readonly number[],
): void {
  if (!properties.has("bodyValues")) return;
  if (!body.fetchText && !body.fetchHtml && !body.fetchAll) return;
  const values = sizes.reduce((sum, size) => sum + Math.min(size, body.maxBytes || size), 0);
  if (values > room.octets) refuse("requestTooLarge", "these bodies are too large for one request");
}

const wantsOnlyHead = ({ properties }: ContentRequest): boolean =>
  [...properties].every((name) => name === "headers");

async function readContent(
  call: Call,
  { hash, size }: { readonly hash: string; readonly size: number },
  request: ContentRequest,
): Promise<Partial<EmailRecord>> {
  let bytes: Buffer | null = wantsOnlyHead(request)
    ? await readHead(call, hash, size)
    : await call.services.blobs.read(hash);
  if (bytes.length <= READ_IN_PLACE) return contentOf(parseMessage(bytes), hash, request);
  const place = { hash, start: 0, end: size, request };
  const { content } = await openContent(call.services, place, async () => {
    // The thread gets it for good; begun again, it gets another.
    const given = bytes ?? (await call.services.blobs.read(hash));
    bytes = null;
    return given;
  });
  return content;
}
