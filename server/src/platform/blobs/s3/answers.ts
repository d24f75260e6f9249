/** An object as a listing names it. */
export interface Listed {
  readonly key: string;
  readonly size: number;
  readonly at: Date;
}

/** An upload in parts that has not come to its end. */
export interface Unfinished {
  readonly key: string;
  readonly uploadId: string;
  readonly at: Date;
}

/** The text of the first element of this name. The XML of S3 has neither attributes nor comments that matter here. */
export function textOf(xml: string, name: string): string | null {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml);
  return found === null ? null : decoded(found[1]!);
}

/** What an answer says went wrong, as one word; what else it says may hold a signature. */
export function codeOf(xml: string): string | null {
  if (!xml.includes("<Error")) return null;
  const code = textOf(xml, "Code");
  return code !== null && /^[A-Za-z0-9.]{1,64}$/.test(code) ? code : "Error";
}

export function listedIn(xml: string): Listed[] {
  return elements(xml, "Contents").flatMap((part) => {
    const [key, size, at] = [
      textOf(part, "Key"),
      textOf(part, "Size"),
      textOf(part, "LastModified"),
    ];
    return key === null ? [] : [{ key, size: Number(size), at: new Date(at ?? Number.NaN) }];
  });
}

export function unfinishedIn(xml: string): Unfinished[] {
  return elements(xml, "Upload").flatMap((part) => {
    const [key, uploadId] = [textOf(part, "Key"), textOf(part, "UploadId")];
    const at = new Date(textOf(part, "Initiated") ?? Number.NaN);
    return key === null || uploadId === null ? [] : [{ key, uploadId, at }];
  });
}

/** The body that joins parts, by their ETags in their order. */
export function completion(etags: readonly string[]): string {
  const parts = etags.map(
    (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${encoded(etag)}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join("")}</CompleteMultipartUpload>`;
}

const elements = (xml: string, name: string): string[] =>
  xml
    .split(`<${name}>`)
    .slice(1)
    .map((rest) => rest.split(`</${name}>`, 1)[0]!);

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

const decoded = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name as string] ?? whole;
    return String.fromCodePoint(decimal === undefined ? parseInt(hex, 16) : Number(decimal));
  });

const encoded = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
