import { createHash } from "node:crypto";
import type { FuzzServer } from "../fuzz-server.ts";
import type { Problem, Subject } from "../problem.ts";
import { signIn, type User } from "../user.ts";
import { createDelivery, type Delivered, type Delivery } from "./deliver.ts";
import { fuzzedMessage, type FuzzedMessage } from "./message.ts";

const CONNECTIONS = 4;
/** Octets of each body value, as much as the browser's reader asks for. */
const MOST_BODY = 262_144;
/** Messages whose details are asked for at once: as many as a window does. */
const PAGE = 16;
const PROPERTIES = [
  "id blobId threadId mailboxIds keywords size receivedAt messageId inReplyTo references sender from to cc bcc replyTo subject sentAt",
  "hasAttachment isPartlyRead preview authentication snoozed bodyValues textBody htmlBody attachments headers bodyStructure",
  "header:From:asGroupedAddresses:all header:List-Unsubscribe:asURLs header:Date:asDate:all header:Subject:asText:all header:References:asMessageIds header:To:asRaw:all",
]
  .join(" ")
  .split(" ");
const PART =
  "partId blobId size headers name type charset disposition cid language location subParts".split(
    " ",
  );

interface Sent {
  readonly message: FuzzedMessage;
  readonly at: number;
  readonly transactionId: string;
}

interface Listed {
  readonly id: string;
  readonly blobId: string;
  readonly size: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly attachments: readonly { readonly blobId: string | null; readonly type: string }[];
}

/** Messages go in by SMTP; those that were taken are there once, whole, listed, and can be read in every way. */
export function messageSubject(server: () => FuzzServer, seed: number): Subject<FuzzedMessage> {
  let user: User;
  let state: string;
  let deliveries: Delivery[] = [];

  /** What came since the last look. */
  async function arrived(): Promise<readonly string[]> {
    const ids: string[] = [];
    for (;;) {
      const [[, changes]] = (await user.call(["Email/changes", { sinceState: state }])) as [
        Answered,
      ];
      ids.push(...(changes["created"] as string[]));
      state = changes["newState"] as string;
      if (changes["hasMoreChanges"] !== true) return ids;
    }
  }

  async function deliverAll(
    messages: readonly FuzzedMessage[],
    problems: Problem[],
  ): Promise<Sent[]> {
    const sent: Sent[] = [];
    let next = 0;
    await Promise.all(
      deliveries.map(async (delivery) => {
        for (let at = next++; at < messages.length; at = next++) {
          const message = messages[at]!;
          const way = message.octets.length % 5 === 0 ? "chunks" : "data";
          const answer: Delivered | Error = await delivery
            .deliver(message.octets, way)
            .catch((error: Error) => error);
          if (answer instanceof Error)
            problems.push({ kind: "no reply to a message", detail: answer.message, at });
          else if (answer.transactionId !== null)
            sent.push({ message, at, transactionId: answer.transactionId });
          else if (answer.reply.startsWith("4"))
            // It would come again for days, and be refused each time.
            problems.push({ kind: "a message is put off", detail: answer.reply, at });
          else if (answer.reply.startsWith("2"))
            problems.push({ kind: "a strange reply", detail: answer.reply, at });
        }
      }),
    );
    return sent;
  }

  async function readAll(ids: readonly string[]): Promise<Listed[]> {
    const listed: Listed[] = [];
    for (let at = 0; at < ids.length; at += PAGE) {
      const page = ids.slice(at, at + PAGE);
      const [[, got]] = (await user.call([
        "Email/get",
        {
          ids: page,
          properties: PROPERTIES,
          bodyProperties: PART,
          fetchAllBodyValues: true,
          maxBodyValueBytes: MOST_BODY,
        },
      ])) as [Answered];
      listed.push(...(got["list"] as Listed[]));
    }
    return listed;
  }

  /** Whether what is kept ends with what was sent. */
  async function checkBytes(pairs: readonly (readonly [Sent, Listed])[], problems: Problem[]) {
    for (let at = 0; at < pairs.length; at += PAGE) {
      const page = pairs.slice(at, at + PAGE);
      const answers = await user.call(
        ...page.map(([{ message }, { blobId, size }]) => {
          const tail = unforged(message.octets);
          const args = {
            ids: [blobId],
            offset: size - tail.length,
            length: tail.length,
            properties: ["digest:sha-256"],
          };
          return ["Blob/get", args] as const;
        }),
      );
      for (const [index, [, answer]] of answers.entries()) {
        const [sent] = page[index]!;
        const wanted = createHash("sha256").update(unforged(sent.message.octets)).digest("base64");
        const [blob] = answer["list"] as { "digest:sha-256": string | null }[];
        if (blob?.["digest:sha-256"] !== wanted)
          problems.push({
            kind: "a message is not whole",
            detail: JSON.stringify(answer),
            at: sent.at,
          });
      }
    }
  }

  async function run(messages: readonly FuzzedMessage[]): Promise<readonly Problem[]> {
    const problems: Problem[] = [];
    const sent = await deliverAll(messages, problems);
    const ids = await arrived();
    const listed = await readAll(ids);
    const byTransaction = new Map(listed.map((email) => [transactionOf(email), email]));
    const pairs: (readonly [Sent, Listed])[] = [];
    for (const one of sent) {
      const email = byTransaction.get(one.transactionId);
      if (email !== undefined) pairs.push([one, email]);
      else
        problems.push({
          kind: "an acknowledged message is not there",
          detail: one.transactionId,
          at: one.at,
        });
    }
    if (listed.length > sent.length && problems.length === 0)
      problems.push({
        kind: "mail that nobody sent",
        detail: `${listed.length} of ${sent.length}`,
      });
    await checkBytes(pairs, problems);
    await lookAround(ids, listed, problems);
    for (let at = 0; at < ids.length; at += 500)
      await user.call(["Email/set", { destroy: ids.slice(at, at + 500) }]);
    return problems;
  }

  /** Lists, conversations, search, and messages that are attached. */
  async function lookAround(
    ids: readonly string[],
    listed: readonly Listed[],
    problems: Problem[],
  ) {
    if (ids.length === 0) return;
    const [[, query]] = (await user.call(
      [
        "Email/query",
        { sort: [{ property: "receivedAt", isAscending: false }], limit: ids.length + 50 },
      ],
      ["Email/query", { filter: { text: "hello" }, limit: 20 }],
      [
        "Email/query",
        {
          filter: { operator: "AND", conditions: [{ hasAttachment: true }, { subject: "re" }] },
          collapseThreads: true,
        },
      ],
      ["SearchSnippet/get", { filter: { text: "hello carol" }, emailIds: ids.slice(0, PAGE) }],
    )) as [Answered];
    const found = new Set(query["ids"] as string[]);
    for (const id of ids)
      if (!found.has(id)) problems.push({ kind: "a message is not listed", detail: id });
    const blobIds = listed
      .flatMap(({ blobId, attachments }) => [
        blobId,
        ...attachments
          .slice(0, 3)
          .flatMap((part) => (part.type === "message/rfc822" ? (part.blobId ?? []) : [])),
      ])
      .slice(0, PAGE);
    await user.call([
      "Email/parse",
      { blobIds, properties: ["subject", "preview", "bodyStructure", "attachments"] },
    ]);
  }

  return {
    name: "messages",
    make: (index, kept) => fuzzedMessage(seed, index, kept),
    stepsOf: (message) => message.steps,
    describe: (message) => `${message.octets.length} octets`,
    bytesOf: (message) => message.octets,
    async run(messages) {
      try {
        // Mail may have come by other ways meanwhile.
        await forget();
        return await run(messages);
      } catch (error) {
        return [{ kind: "mail cannot be read", detail: (error as Error).message }];
      }
    },
    async prepare() {
      for (const delivery of deliveries) delivery.close();
      const { url, smtpPort, people } = server();
      deliveries = Array.from({ length: CONNECTIONS }, () =>
        createDelivery(smtpPort, people.carol.address),
      );
      user = await signIn(url, people.carol);
      await forget();
    },
  };

  async function forget(): Promise<void> {
    const [[, got]] = (await user.call(["Email/get", { ids: [] }])) as [Answered];
    state = got["state"] as string;
  }
}

/** The first Received field is the server's own. */
const transactionOf = ({ headers }: Listed): string | undefined =>
  / id (\S+?);?\s/.exec(headers.find(({ name }) => name === "Received")?.value ?? "")?.[1];

type Answered = readonly [string, Readonly<Record<string, unknown>>, string];

/** The part that a server must leave as it is: it takes out fields that claim to be its own. */
function unforged(octets: Buffer): Buffer {
  const end = octets.indexOf("\r\n\r\n");
  const headerEnd = end < 0 ? octets.length : end;
  const head = octets.toString("latin1", 0, headerEnd);
  return /^authentication-results[ \t]*:/im.test(head) ? octets.subarray(headerEnd) : octets;
}
