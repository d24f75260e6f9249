/** Octets of a name in UTF-8, as the server and file systems take it. */
export const MAX_NAME = 255;

export type NameFault = "nameEmpty" | "nameSlash" | "nameTooLong";

/** A name as the server keeps it. */
export const tidyName = (name: string): string => name.normalize("NFC").trim();

export const octetsOf = (name: string): number => new TextEncoder().encode(name).length;

/** Why the server would refuse a name, before anything is sent. */
export function faultOf(name: string): NameFault | undefined {
  const tidy = tidyName(name);
  if (tidy === "") return "nameEmpty";
  if (tidy === "." || tidy === ".." || /[/\p{Cc}]/u.test(tidy) || !tidy.isWellFormed())
    return "nameSlash";
  return octetsOf(tidy) > MAX_NAME ? "nameTooLong" : undefined;
}

/** `plan.pdf` → `plan (2).pdf`, cut where it would be too long; the first copy keeps its name. */
export function numbered(name: string, copy: number): string {
  if (copy === 1) return name;
  const { base, extension } = splitName(name);
  const end = ` (${copy})${extension}`;
  let start = base;
  while (start !== "" && octetsOf(start + end) > MAX_NAME)
    start = start.replace(/.$/su, "").trimEnd();
  return start + end;
}

/** A name without its extension, which includes the dot; a folder has none to speak of. */
export function splitName(name: string): { readonly base: string; readonly extension: string } {
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 ? name.slice(dot) : "";
  // What is longer is no extension but a sentence with a full stop in it.
  return octetsOf(extension) > 20
    ? { base: name, extension: "" }
    : { base: name.slice(0, name.length - extension.length), extension };
}
