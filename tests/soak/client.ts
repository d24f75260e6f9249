import { PASSWORD, type Person } from "./organisation.ts";

export type Call = readonly [name: string, args: object, id: string];
export type Answer = readonly [name: string, args: Record<string, unknown>, id: string];

/** The server said no, or that it cannot now. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, text: string) {
    super(`${status} ${text}`);
    this.status = status;
  }
}

/** A person's program that speaks JMAP; its session lives through restarts of the server. */
export interface Client extends Person {
  readonly cookie: string;
  /** The answers to several calls. What the server answers otherwise, or not at all, is thrown. */
  request(calls: readonly Call[]): Promise<readonly Answer[]>;
  /** The answer to one call. @throws Refused also when it is an error. */
  call(name: string, args: object): Promise<Record<string, unknown>>;
  upload(bytes: Uint8Array, type: string): Promise<string>;
  download(blobId: string): Promise<Response>;
}

const USING = ["core", "mail", "submission"].map((name) => `urn:ietf:params:jmap:${name}`);
/** A server that is killed may leave a connection without an end. */
const PATIENCE = 60_000;

/** Signs in. */
export async function createClient(url: string, person: Person): Promise<Client> {
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const answer = await fetch(url + path, { signal: AbortSignal.timeout(PATIENCE), ...init });
    if (!answer.ok) throw new Refused(answer.status, await answer.text());
    return answer;
  };
  const json = { origin: url, "content-type": "application/json" };
  const body = JSON.stringify({ address: person.address, password: PASSWORD });
  const signedIn = await send("/api/sign-in", { method: "POST", headers: json, body });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const { accountId } = person;

  const client: Client = {
    ...person,
    cookie,
    async request(calls) {
      const methodCalls = calls.map(([name, args, id]) => [name, { accountId, ...args }, id]);
      const answer = await send("/jmap/api", {
        method: "POST",
        headers: { ...json, cookie },
        body: JSON.stringify({ using: USING, methodCalls }),
      });
      return ((await answer.json()) as { methodResponses: Answer[] }).methodResponses;
    },
    async call(name, args) {
      const [answer] = await client.request([[name, args, "0"]]);
      if (answer![0] === "error") throw new Refused(200, JSON.stringify(answer![1]));
      return answer![1];
    },
    async upload(bytes, type) {
      const answer = await send(`/jmap/upload/${accountId}`, {
        method: "POST",
        headers: { origin: url, cookie, "content-type": type },
        body: bytes as BodyInit,
      });
      return ((await answer.json()) as { blobId: string }).blobId;
    },
    download: (blobId) =>
      send(`/jmap/download/${accountId}/${blobId}/file?type=text/plain`, { headers: { cookie } }),
  };
  return client;
}

/** The ids of a person's mailboxes by their role. */
export async function mailboxesOf(client: Client): Promise<Readonly<Record<string, string>>> {
  const { list } = await client.call("Mailbox/get", { ids: null });
  return Object.fromEntries(
    (list as { id: string; role: string | null }[]).map(({ id, role }) => [role ?? id, id]),
  );
}
