import type { SeedKey, TestSuite } from "../../server/src/testing/suite.ts";

/** Where a user signs in. */
export type At = Pick<TestSuite, "url" | "people">;

/** A person's other device: calls that the server answers, each after the one before. */
export async function device<Answer>(
  { url, people }: At,
  who: SeedKey,
  calls: readonly (readonly [name: string, args: object])[],
): Promise<Answer[]> {
  const { address, password, accountId } = people[who];
  const headers = { origin: url, "content-type": "application/json" };
  const send = (path: string, body: object, more: object = {}) =>
    fetch(url + path, {
      method: "POST",
      headers: { ...headers, ...more },
      body: JSON.stringify(body),
    });
  const signedIn = await send("/api/sign-in", { address, password });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  await signedIn.body?.cancel();
  const answer = await send(
    "/jmap/api",
    {
      using: [
        "urn:ietf:params:jmap:core",
        "urn:ietf:params:jmap:mail",
        "urn:ietf:params:jmap:submission",
        "urn:ietf:params:jmap:vacationresponse",
        "urn:atrium:mail",
      ],
      methodCalls: calls.map(([name, args], index) => [
        name,
        { accountId, ...args },
        String(index),
      ]),
    },
    { cookie },
  );
  const body = (await answer.json()) as { methodResponses: [string, Answer][] };
  return body.methodResponses.map(([, result]) => result);
}

export interface StoredMail {
  readonly id: string;
  readonly subject: string;
  readonly keywords: object;
  readonly mailboxIds: object;
}

/** A person's mail as the server has it. */
export async function storedMail(
  at: At,
  who: SeedKey,
  filter: object,
): Promise<readonly StoredMail[]> {
  const ids = { resultOf: "0", name: "Email/query", path: "/ids" };
  const properties = ["subject", "keywords", "mailboxIds"];
  const [, found] = await device<{ list: StoredMail[] }>(at, who, [
    ["Email/query", { filter }],
    ["Email/get", { "#ids": ids, properties }],
  ]);
  return found!.list;
}

/** A person's folders: their ids by role, or by name where they have none. */
export async function foldersOf(at: At, who: SeedKey): Promise<Readonly<Record<string, string>>> {
  const [found] = await device<{ list: { id: string; role: string | null; name: string }[] }>(
    at,
    who,
    [["Mailbox/get", { ids: null }]],
  );
  return Object.fromEntries(found!.list.map(({ id, role, name }) => [role ?? name, id]));
}
