import type { TestPerson } from "../../server/src/testing/suite.ts";
import { sendHttp } from "./http.ts";

export type Call = readonly [name: string, args: object, id: string];
export type Answer = readonly [name: string, args: Readonly<Record<string, unknown>>, id: string];

/** A user who is signed in. */
export interface User {
  readonly accountId: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The answers to all calls. @throws for any error. */
  call(...calls: readonly (readonly [name: string, args: object])[]): Promise<readonly Answer[]>;
  isSignedIn(): Promise<boolean>;
}

const USING = ["core", "mail", "submission", "blob", "filenode"].map(
  (name) => `urn:ietf:params:jmap:${name}`,
);

export async function signIn(
  url: string,
  { address, password, accountId }: TestPerson,
): Promise<User> {
  const json = { origin: url, "content-type": "application/json" };
  const answer = await sendHttp(url, {
    method: "POST",
    path: "/api/sign-in",
    headers: json,
    body: Buffer.from(JSON.stringify({ address, password })),
  });
  if (answer.status !== 200) throw new Error(`${address} cannot sign in: ${answer.status}`);
  const cookie = [answer.headers["set-cookie"] ?? []]
    .flat()
    .map((line) => line.split(";")[0])
    .join("; ");
  const headers = { ...json, cookie };
  return {
    accountId,
    headers,
    async call(...calls) {
      const methodCalls: Call[] = calls.map(([name, args], at) => [
        name,
        { accountId, ...args },
        String(at),
      ]);
      const { status, body } = await sendHttp(url, {
        method: "POST",
        path: "/jmap/api",
        headers,
        body: Buffer.from(JSON.stringify({ using: USING, methodCalls })),
      });
      if (status !== 200) throw new Error(`${status} ${String(body.subarray(0, 300))}`);
      const { methodResponses } = JSON.parse(String(body)) as { methodResponses: Answer[] };
      const error = methodResponses.find(([name]) => name === "error");
      if (error !== undefined)
        throw new Error(`${calls[Number(error[2])]![0]}: ${JSON.stringify(error[1])}`);
      return methodResponses;
    },
    async isSignedIn() {
      const seen = await sendHttp(url, {
        method: "GET",
        path: "/api/session",
        headers,
        body: Buffer.of(),
      });
      return seen.status === 200;
    },
  };
}
