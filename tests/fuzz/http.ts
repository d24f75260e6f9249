import { Agent, request } from "node:http";
import { PATIENCE } from "./bounds.ts";

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The answer has no end: it is left after so many milliseconds. */
  readonly leaveAfter?: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** @throws when no answer comes in time, or none that is HTTP. */
export function sendHttp(url: string, given: HttpRequest): Promise<HttpAnswer> {
  const { hostname, port } = new URL(url);
  const { method, path, headers, body, leaveAfter } = given;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        hostname,
        port,
        method,
        path,
        headers: { ...headers, "content-length": body.length },
      },
      (answer) => {
        const pieces: Buffer[] = [];
        const finish = (): void =>
          resolve({
            status: answer.statusCode!,
            headers: answer.headers,
            body: Buffer.concat(pieces),
          });
        answer.on("data", (piece: Buffer) => pieces.push(piece));
        answer.on("end", finish);
        answer.on("error", reject);
        if (leaveAfter !== undefined)
          setTimeout(() => {
            finish();
            sent.destroy();
          }, leaveAfter);
      },
    );
    sent.setTimeout(PATIENCE, () => sent.destroy(new Error("no answer in time")));
    sent.on("error", reject);
    sent.end(body);
  });
}
