import { StoreUnavailable, missingBlob, type ByteRange } from "../store.ts";
import { codeOf } from "./answers.ts";
import type { S3Client, S3Download } from "./client.ts";

/** The bytes of an object, or some of them. A connection that breaks is taken up again where it broke. */
export async function* download(
  client: S3Client,
  name: string,
  range: ByteRange,
  attempts: number,
): AsyncGenerator<Uint8Array, void> {
  let at = range.start;
  for (let failures = 0; ;) {
    const answer = await open(client, name, { start: at, end: range.end });
    if (answer === null) return;
    const end = at + Number(answer.headers.get("content-length") ?? Number.NaN);
    const pieces = answer.bytes();
    try {
      for (;;) {
        const next = await pieces.next().catch(() => null);
        if (next === null) break;
        if (next.done === true) {
          if (at < end) break;
          return;
        }
        at += next.value.length;
        failures = 0;
        yield next.value;
      }
    } finally {
      await pieces.return();
    }
    failures += 1;
    if (failures >= attempts)
      throw new StoreUnavailable(`The blob store broke off while it sent ${name}.`);
    await client.backOff(failures);
  }
}

/** @returns `null` when the object ends before the range begins. */
async function open(client: S3Client, name: string, range: ByteRange): Promise<S3Download | null> {
  const isWhole = range.start === 0 && range.end === Infinity;
  const last = range.end === Infinity ? "" : range.end - 1;
  const answer = await client.download({
    method: "GET",
    name,
    headers: isWhole ? {} : { range: `bytes=${range.start}-${last}` },
    accept: [404, 416],
  });
  if (answer.status === 200 || answer.status === 206) {
    if (answer.status === (isWhole ? 200 : 206)) return answer;
    await answer.bytes().return();
    // Of nothing, some stores give all instead of none.
    if (answer.headers.get("content-length") === "0") return null;
    throw new StoreUnavailable("The blob store does not support byte ranges.");
  }
  const code = codeOf(await answer.text().catch(() => ""));
  if (answer.status === 416) return null;
  // A bucket that is not there is not a blob that is not there.
  if (code === "NoSuchBucket")
    throw new StoreUnavailable("The bucket does not exist; check ATRIUM_S3_BUCKET.");
  throw missingBlob(name);
}
