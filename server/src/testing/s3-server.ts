import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request as the server sees it; tests make of it what should go wrong. */
export interface S3Seen {
  readonly method: string;
  /** After the bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
}

/** Answers with a status and code, breaks the connection off, says nothing, or does as it should (`null`). */
export type S3Trouble =
  | { readonly status: number; readonly code: string }
  | "break"
  | "break-after"
  | "silence"
  | "half"
  | null;

export interface TestS3 {
  readonly endpoint: string;
  /** All requests, in their order. */
  readonly seen: S3Seen[];
  readonly objects: Map<string, { bytes: Buffer; at: Date }>;
  readonly uploads: Map<string, { key: string; parts: Map<number, Buffer>; at: Date }>;
  trouble: (request: S3Seen) => S3Trouble;
  close(): Promise<void>;
}

export const S3_KEYS = { accessKey: "AKTEST", secretKey: "s3cret/with+signs" };
export const S3_BUCKET = "test-bucket";
const REGION = "us-east-1";

class S3Error extends Error {
  readonly status: number;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

/** An S3 store in memory that believes nobody: it verifies signatures and hashes. */
export async function startTestS3(): Promise<TestS3> {
  const objects: TestS3["objects"] = new Map();
  const uploads: TestS3["uploads"] = new Map();
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const self: TestS3 = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    objects,
    uploads,
    trouble: () => null,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, self.endpoint);
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split("/");
    const seen = { method: request.method!, key: rest.join("/"), query: url.searchParams };
    const body = await buffer(request);
    self.seen.push(seen);
    const trouble = self.trouble(seen);
    if (trouble === "silence") return;
    if (trouble === "break") return void response.destroy();
    try {
      if (trouble !== null && typeof trouble === "object")
        throw new S3Error(trouble.status, trouble.code);
      verify(request, url, body);
      if (bucket !== S3_BUCKET) throw new S3Error(404, "NoSuchBucket");
      const answer = seen.key === "" ? list(seen.query) : act(seen, body, request);
      if (trouble === "break-after") return void response.destroy();
      response.writeHead(answer.status, {
        "content-length": answer.body.length,
        ...answer.headers,
      });
      if (seen.method === "HEAD") return void response.end();
      if (trouble !== "half") return void response.end(answer.body);
      response.write(answer.body.subarray(0, answer.body.length / 2), () => response.destroy());
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      const { status, message } = error;
      const text = `<?xml version="1.0"?><Error><Code>${message}</Code><Message>${request.headers.authorization}</Message></Error>`;
      response.writeHead(status, { "content-type": "application/xml" }).end(text);
    }
  }

  function list(query: URLSearchParams): Answer {
    const prefix = query.get("prefix") ?? "";
    if (query.has("uploads")) {
      const found = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
      const parts = found.map(
        ([id, { key, at }]) =>
          `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
      );
      return xml(`<R><IsTruncated>false</IsTruncated>${parts.join("")}</R>`);
    }
    // Pages of three, so that there is always a next one.
    const after = query.get("continuation-token") ?? "";
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, 3).map((key) => {
      const { bytes, at } = objects.get(key)!;
      return `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
    });
    const next = keys.length > 3 ? `<NextContinuationToken>${keys[2]}</NextContinuationToken>` : "";
    return xml(`<ListBucketResult>${page.join("")}${next}</ListBucketResult>`);
  }

  function act({ method, key, query }: S3Seen, body: Buffer, request: IncomingMessage): Answer {
    const uploadId = query.get("uploadId");
    const uploading = uploadId === null ? undefined : uploads.get(uploadId);
    if (uploadId !== null && uploading === undefined) throw new S3Error(404, "NoSuchUpload");
    if (method === "POST" && query.has("uploads")) {
      const id = randomUUID();
      uploads.set(id, { key, parts: new Map(), at: new Date() });
      return xml(`<R><UploadId>${id}</UploadId></R>`);
    }
    if (uploading !== undefined) {
      if (method === "DELETE") uploads.delete(uploadId!);
      else if (method === "PUT") uploading.parts.set(Number(query.get("partNumber")), body);
      else {
        const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, n]) =>
          Number(n),
        );
        const bytes = Buffer.concat(numbers.map((n) => uploading.parts.get(n)!));
        objects.set(key, { bytes, at: new Date() });
        uploads.delete(uploadId!);
      }
      return { ...xml("<R></R>"), headers: { etag: '"part"' } };
    }
    if (method === "PUT") objects.set(key, { bytes: body, at: new Date() });
    if (method === "DELETE") objects.delete(key);
    if (method === "PUT" || method === "DELETE") return xml("");
    const found = objects.get(key);
    if (found === undefined) throw new S3Error(404, "NoSuchKey");
    const headers = { "last-modified": found.at.toUTCString() };
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
    if (from === undefined) return { status: 200, headers, body: found.bytes };
    if (Number(from) >= found.bytes.length) throw new S3Error(416, "InvalidRange");
    const part = found.bytes.subarray(Number(from), to === "" ? undefined : Number(to) + 1);
    return { status: 206, headers, body: part };
  }

  return self;
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

const xml = (text: string): Answer => ({ status: 200, headers: {}, body: Buffer.from(text) });

const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac("sha256", key).update(text).digest();
const sha256 = (bytes: string | Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** Signature Version 4, as Amazon documents it ("Create a signed AWS API request"). */
function verify(request: IncomingMessage, url: URL, body: Buffer): void {
  const { headers } = request;
  const [, access, day, region, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    ) ?? [];
  if (access !== S3_KEYS.accessKey) throw new S3Error(403, "InvalidAccessKeyId");
  if (region !== REGION) throw new S3Error(400, "AuthorizationHeaderMalformed");
  const signed = names!.split(";");
  if (!["host", "x-amz-content-sha256", "x-amz-date"].every((name) => signed.includes(name)))
    throw new S3Error(403, "AccessDenied");
  const escaped = (text: string): string =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  const canonical = [
    request.method,
    decodeURIComponent(url.pathname).split("/").map(escaped).join("/"),
    [...url.searchParams]
      .map((pair) => pair.map(escaped).join("="))
      .sort()
      .join("&"),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    "",
    names,
    headers["x-amz-content-sha256"],
  ].join("\n");
  const time = String(headers["x-amz-date"]);
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [day!, region, "s3", "aws4_request"].reduce<string | Buffer>(
    (from, text) => hmac(from, text),
    `AWS4${S3_KEYS.secretKey}`,
  );
  const wanted = hmac(key, ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n"));
  if (!timingSafeEqual(wanted, Buffer.from(signature!, "hex")))
    throw new S3Error(403, "SignatureDoesNotMatch");
  if (sha256(body) !== headers["x-amz-content-sha256"])
    throw new S3Error(400, "XAmzContentSHA256Mismatch");
}
