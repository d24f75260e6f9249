import type { Mdn } from "@atrium/contract/types/mdn";
import { readDispositionNotification } from "@atrium/formats/disposition-notification";
import {
  asText,
  decodeBody,
  decodeText,
  findHeader,
  parseMessage,
  type ParsedPart,
} from "@atrium/formats/mime";
import { storable } from "../../../platform/storable.ts";
import { MAX_MDN_OCTETS, MAX_MDN_TEXT } from "./limits.ts";

/** Reads a message as a read receipt (RFC 8098); null when it is none. `forEmailId` is for the account to find out. */
export function parseMdn(bytes: Uint8Array): Omit<Mdn, "forEmailId"> | null {
  const message = parseMessage(bytes);
  const { root, headers, charset } = message;
  if (root.type !== "multipart/report") return null;
  const parts = root.children ?? [];
  const forMachines = parts.find(({ type }) =>
    /^message\/(?:global-)?disposition-notification$/.test(type),
  );
  if (forMachines === undefined) return null;
  const octets = decodeBody(bytes, beginningOf(forMachines));
  const notification = readDispositionNotification(new TextDecoder().decode(octets));
  if (notification === null) return null;
  const forPeople = parts.find(({ type }) => type === "text/plain");
  const subject = findHeader(headers, "subject");
  return {
    ...notification,
    subject: subject === undefined ? null : storable(asText(bytes, subject, charset)),
    textBody:
      forPeople === undefined
        ? null
        : storable(decodeText(bytes, beginningOf(forPeople)).value.slice(0, MAX_MDN_TEXT)),
    includeOriginalMessage: parts.some(
      ({ type }) => type === "message/rfc822" || type === "message/global",
    ),
  };
}

const beginningOf = (part: ParsedPart): ParsedPart => ({
  ...part,
  end: Math.min(part.end, part.start + MAX_MDN_OCTETS),
});
