export { type Address, type AddressGroup, parseAddresses, parseGroups } from "./addresses.ts";
export { parseMessageIds, parseUrls } from "./angle-lists.ts";
export { authorDomain, type Authors, authorsOf } from "./authors.ts";
export {
  attachedMessage,
  type BodyText,
  cutText,
  decodeBody,
  decodedSize,
  decodeText,
  type Encoded,
  withLineFeeds,
} from "./body.ts";
export { parseDate } from "./date.ts";
export { decodeWords } from "./encoded-words.ts";
export { findHeader, findHeaders, type ParsedHeader } from "./header-fields.ts";
export {
  asAddresses,
  asDate,
  asGroupedAddresses,
  asMessageIds,
  asRaw,
  asText,
  asUrls,
  HEADER_FORMS,
  parseText,
} from "./header-forms.ts";
export { type Limits, LIMITS, MAX_FROM, type Problem } from "./limits.ts";
export { parseParameters, stripComments } from "./parameters.ts";
export { type ParsedMessage, parseMessage, type ParseOptions } from "./parse.ts";
export { allParts, type ParsedPart, type TransferEncoding } from "./part.ts";
export { decodePieces } from "./decode-pieces.ts";
export { decodeTransfer } from "./transfer.ts";
