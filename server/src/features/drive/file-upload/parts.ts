import { sql } from "kysely";
import type { FileUploadRecord } from "@atrium/contract/types/file-upload";

type Divided = Pick<FileUploadRecord, "size" | "partSize">;

/** Into how many parts a file is divided. */
export const countParts = ({ size, partSize }: Divided): number => Math.ceil(size / partSize);

/** Octets of a part, by its number from 0 on. */
export const sizeOfPart = (upload: Divided, number: number): number =>
  Math.min(upload.partSize, upload.size - number * upload.partSize);

/** Octets of parts together. */
export const sizeOfParts = (upload: Divided, numbers: readonly string[]): number =>
  numbers.reduce((sum, number) => sum + sizeOfPart(upload, Number(number)), 0);

/** What distinguishes two states of an upload's parts, by their numbers: those that came or are others now, and those that went. */
export function partsChanged(
  before: FileUploadRecord["parts"],
  after: FileUploadRecord["parts"],
): { readonly set: readonly string[]; readonly gone: readonly string[] } {
  return {
    set: Object.keys(after).filter((number) => after[number] !== before[number]),
    gone: Object.keys(before).filter((number) => after[number] === undefined),
  };
}

/** Octets that an upload keeps. */
export const octetsKept = (upload: Pick<FileUploadRecord, "blobId" | "parts"> & Divided): number =>
  upload.blobId === null ? sizeOfParts(upload, Object.keys(upload.parts)) : upload.size;

/** The same of the row `u` of `file_upload`. */
export const OCTETS_KEPT = sql<number>`case when u.blob_hash is not null then u.size else (
  select coalesce(sum(least(u.part_size, u.size - p.number * u.part_size)), 0)::int8
  from file_upload_part p where p.account_id = u.account_id and p.upload_id = u.id) end`;
