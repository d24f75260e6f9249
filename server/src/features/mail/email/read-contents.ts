import { parseMessage } from "@atrium/formats/mime";
import type { EmailRecord } from "@atrium/contract/types/email";
import { refuse, type Call } from "../../../engine/index.ts";
import { contentOf, type ContentRequest } from "./content.ts";
import { READ_IN_PLACE } from "./message.ts";
import { openContent } from "./open-content.ts";

/** Header fields of nearly all messages end within so many octets. */
const HEAD = 65_536;

/** How many messages are read at once, and from how many octets in all on they are read one by one. */
const AT_ONCE = 8;
const MANY_OCTETS = 64_000_000;
/** Octets of body values in one answer. */
const MAX_VALUES = 128_000_000;

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
export function boundValues({ properties, body }: ContentRequest, sizes: readonly number[]): void {
  if (!properties.has("bodyValues")) return;
  if (!body.fetchText && !body.fetchHtml && !body.fetchAll) return;
  const values = sizes.reduce((sum, size) => sum + Math.min(size, body.maxBytes || size), 0);
  if (values > MAX_VALUES) refuse("requestTooLarge", "these bodies are too much for one call");
}

async function readContent(
  call: Call,
  { hash, size }: { readonly hash: string; readonly size: number },
  request: ContentRequest,
): Promise<Partial<EmailRecord>> {
  const { blobs } = call.services;
  const onlyHead = [...request.properties].every((name) => name === "headers");
  let bytes = await blobs.read(hash, onlyHead && size > HEAD ? { start: 0, end: HEAD } : undefined);
  if (bytes.length < size && !hasWholeHead(bytes)) bytes = await blobs.read(hash);
  if (bytes.length <= READ_IN_PLACE) return contentOf(parseMessage(bytes), hash, request);
  const { content } = await openContent(
    call.services,
    { hash, start: 0, end: size, request },
    async () => {
      const given = bytes;
      // The thread gets it for good; begun again, it gets another.
      bytes = Buffer.alloc(0);
      return given.length > 0 ? given : await blobs.read(hash);
    },
  );
  return content;
}

function hasWholeHead(bytes: Buffer): boolean {
  return bytes.includes("\r\n\r\n") || bytes.includes("\n\n");
}
