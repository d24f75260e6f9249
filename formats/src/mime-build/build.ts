import { concat } from "../mime/octets.ts";
import { encodeFile, encodeText, type EncodedBody } from "./encode-body.ts";
import { octetsOf } from "./fold.ts";
import { parameterField } from "./parameters.ts";

interface PartHead {
  /** Whole header fields, as the field functions make them; neither Content-Type nor Content-Transfer-Encoding. */
  readonly fields: readonly string[];
  readonly type: string;
  /** Of Content-Type, without `boundary`. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** A part to be written: a multipart, text with any line ends (written in UTF-8), or a file. */
export type BuiltPart = PartHead &
  (
    | { readonly children: readonly BuiltPart[] }
    | { readonly text: string }
    | { readonly file: Uint8Array }
  );

/**
 * A message as octets. The fields of the root part follow those of the message.
 * @param newBoundary answers a boundary that no part contains: random, of letters and digits.
 */
export function buildMessage(
  fields: readonly string[],
  root: BuiltPart,
  newBoundary: () => string,
): Uint8Array {
  const { head, pieces } = write(root, newBoundary);
  return concat([octetsOf(`${fields.join("")}${head}\r\n`), ...pieces]);
}

interface Written {
  readonly head: string;
  readonly pieces: readonly Uint8Array[];
  readonly encoding: EncodedBody["encoding"];
}

function write(part: BuiltPart, newBoundary: () => string): Written {
  if ("children" in part) return writeMultipart(part, part.children, newBoundary);
  const isText = "text" in part;
  const { encoding, bytes } = isText ? encodeText(part.text) : encodeFile(part.file, part.type);
  const parameters = isText ? { ...part.parameters, charset: "utf-8" } : part.parameters;
  return { head: headOf(part, parameters, encoding), pieces: [bytes], encoding };
}

function writeMultipart(
  part: BuiltPart,
  children: readonly BuiltPart[],
  newBoundary: () => string,
): Written {
  const boundary = newBoundary();
  const written = children.map((child) => write(child, newBoundary));
  // RFC 2045 §6.4: a multipart is as wide as the widest of its parts, and never encoded itself.
  const encoding = written.some((child) => child.encoding === "8bit") ? "8bit" : "7bit";
  const pieces = written.flatMap(({ head, pieces }) => [
    octetsOf(`--${boundary}\r\n${head}\r\n`),
    ...pieces,
    octetsOf("\r\n"),
  ]);
  pieces.push(octetsOf(`--${boundary}--\r\n`));
  return { head: headOf(part, { ...part.parameters, boundary }, encoding), pieces, encoding };
}

function headOf(
  { fields, type }: PartHead,
  parameters: Readonly<Record<string, string>>,
  encoding: EncodedBody["encoding"],
): string {
  const contentType = parameterField("Content-Type", type, parameters);
  return `${contentType}Content-Transfer-Encoding: ${encoding}\r\n${fields.join("")}`;
}
