import { connect } from "node:net";
import { PATIENCE } from "../bounds.ts";
import type { FuzzServer } from "../fuzz-server.ts";
import { sendHttp } from "../http.ts";
import { createDelivery } from "../messages/deliver.ts";
import { fuzzedMessage } from "../messages/message.ts";
import type { Problem, Subject } from "../problem.ts";
import { signIn, type User } from "../user.ts";
import { framesOf, fuzzedRequest, type FuzzedRequest } from "./request.ts";
import { PER_KIND } from "./values.ts";
import { upgrade } from "./wire.ts";

/** Requests beside each other, as a window and a phone of one person would have them. */
const AT_ONCE = 4;
/** Stands in everything that another person has, and in no answer. */
const MARK = "jimins-own-business-4711";
/** How long an answer without an end is listened to, and a connection that says no more (milliseconds). */
const LISTENED = 40;
const QUIET = 2000;
/** Messages that the one who asks has; beyond the second number the oldest go. */
const FEWEST = 40;
const MOST = 400;
/** Messages of the fuzz itself, beyond those that are sent for their own sake. */
const FIRST_MESSAGE = 5_000_000;

/** Characters of a request in the sentence about its failure; the whole of it is in a file. */
const MOST_TOLD = 700;

type Ids = Readonly<Record<string, readonly string[]>>;

/** Requests of a user who may do something, and much that nobody may; each is answered, and by no error of our own. */
export function requestSubject(server: () => FuzzServer, seed: number): Subject<FuzzedRequest> {
  let user: User;
  let administrator: User;
  let foreign: Ids = {};
  let ids: Ids = {};
  let written = 0;

  async function run(requests: readonly FuzzedRequest[]): Promise<readonly Problem[]> {
    await refill();
    const problems: Problem[] = [];
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let at = next++; at < requests.length; at = next++) {
        const found = await one(requests[at]!).catch(
          (error: Error) => `no answer: ${error.message}`,
        );
        if (found !== null)
          problems.push({ kind: found.slice(0, 80), detail: found.slice(0, 600), at });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return problems;
  }

  /** What was wrong with the answer. */
  async function one(request: FuzzedRequest): Promise<string | null> {
    const { url, smtpPort, submissionPort } = server();
    if (request.via === "http") {
      const who = { user, administrator, nobody: null }[request.as];
      const { status, body } = await sendHttp(url, {
        method: request.method,
        path: encodeURI(real(request.path)).replaceAll(/%25([\da-f]{2})/gi, "%$1"),
        headers: asOctets({
          origin: url,
          "content-type": "application/json",
          ...who?.headers,
          ...request.headers,
        }),
        body: Buffer.from(real(request.body)),
        ...(request.isEndless && { leaveAfter: LISTENED }),
      });
      return fault(status, body.toString(), request.as !== "administrator");
    }
    if (request.via === "web socket") {
      const head = upgrade(user.headers["cookie"]!, url);
      const octets = framesOf(request.messages.map(real), request.seed);
      return answered(
        await converse(Number(new URL(url).port), [Buffer.from(head), octets], "HTTP/1.1 101"),
      );
    }
    if (request.to === "http")
      return answered(
        await converse(
          Number(new URL(url).port),
          [Buffer.from(real(request.octets.toString("latin1")), "latin1")],
          null,
        ),
      );
    const port = request.to === "smtp" ? smtpPort : submissionPort;
    const said = await converse(port, [request.octets], "220");
    const strange = said.split("\r\n").find((line) => line !== "" && !/^[2-5]\d\d[ -]/.test(line));
    return strange === undefined ? answered(said) : `a strange reply: ${strange}`;
  }

  /** Real ids in the place of their names. */
  const real = (text: string): string =>
    text.replaceAll(/@([a-z]+)(\d)/gi, (whole, kind: string, at: string) => {
      const known = ids[kind];
      return known === undefined || known.length === 0 ? whole : known[Number(at) % known.length]!;
    });

  /** Brings up to date what there is, and puts some mail where there is too little. */
  async function refill(): Promise<void> {
    if (!(await user.isSignedIn())) user = await signIn(server().url, server().people.bob);
    let found = await look();
    let emailIds = found[0]["ids"] as string[];
    if (emailIds.length > MOST)
      await user.call(["Email/set", { destroy: emailIds.slice(0, emailIds.length - MOST / 2) }]);
    if (emailIds.length < FEWEST) {
      await putMail(server().people.bob.address, FEWEST);
      found = await look();
      emailIds = found[0]["ids"] as string[];
    }
    const [emails, mailboxes, files, identities, submissions, got] = found;
    const mailboxIds = (mailboxes["list"] as { id: string }[]).map(({ id }) => id);
    if (mailboxIds.length > 60)
      await user.call([
        "Mailbox/set",
        { destroy: mailboxIds.slice(20), onDestroyRemoveEmails: true },
      ]);
    const some = got["list"] as { blobId: string; threadId: string }[];
    const first = (list: readonly string[]): readonly string[] => list.slice(-PER_KIND);
    ids = {
      ...foreign,
      email: first(emailIds),
      mailbox: mailboxIds.slice(0, PER_KIND),
      thread: some.map(({ threadId }) => threadId),
      blob: some.map(({ blobId }) => blobId),
      file: first(files["ids"] as string[]),
      submission: first(submissions["ids"] as string[]),
      identity: (identities["list"] as { id: string }[]).map(({ id }) => id),
      label: ["l1"],
      state: [emails["queryState"] as string, got["state"] as string, "0", "1"],
      account: [
        user.accountId,
        server().supportId,
        server().people.jimin.accountId,
        "organisation",
        "a0000000000000000",
      ],
      person: [server().people.dave.personId, server().people.dave.personId, "p1"],
    };
  }

  const look = async (): Promise<Looked> =>
    (
      await user.call(
        ["Email/query", { sort: [{ property: "receivedAt" }], limit: 5000 }],
        ["Mailbox/get", { ids: null, properties: ["id"] }],
        ["FileNode/query", { limit: 10 }],
        ["Identity/get", { ids: null, properties: ["id"] }],
        ["EmailSubmission/query", { limit: 10 }],
        [
          "Email/get",
          {
            "#ids": { resultOf: "0", name: "Email/query", path: "/ids" },
            properties: ["blobId", "threadId"],
          },
        ],
      )
    ).map(([, answer]) => answer) as unknown as Looked;

  async function putMail(to: string, count: number): Promise<void> {
    const delivery = createDelivery(server().smtpPort, to);
    for (let at = 0; at < count; at += 1) {
      written += 1;
      await delivery
        .deliver(fuzzedMessage(seed, FIRST_MESSAGE + (written % 1000)).octets, "data")
        .catch(() => undefined);
    }
    delivery.close();
  }

  return {
    name: "requests",
    make: (index, kept) => fuzzedRequest(seed, index, server().methods, kept),
    stepsOf: (request) => request.steps,
    // What a request may use is the same in each, and long.
    describe: (request) =>
      bytesOf(request)
        .toString()
        .replace(/"using":\[[^\]]*\],/, "")
        .replaceAll(/(.)\1{40,}/gs, (run, one: string) => `${one}(×${run.length})`)
        .slice(0, MOST_TOLD),
    bytesOf,
    async run(requests) {
      try {
        return await run(requests);
      } catch (error) {
        return [{ kind: "the account cannot be looked at", detail: (error as Error).message }];
      }
    },
    async prepare() {
      const { url, people, smtpPort } = server();
      user = await signIn(url, people.bob);
      administrator = await signIn(url, people.alice);
      const other = await signIn(url, people.jimin);
      await other.call(["Mailbox/set", { create: { a: { name: MARK } } }]);
      const delivery = createDelivery(smtpPort, people.jimin.address);
      for (let at = 0; at < PER_KIND; at += 1)
        await delivery.deliver(
          Buffer.from(
            `From: ${MARK} <ann@sender.test>\r\nSubject: ${MARK} ${at}\r\n\r\n${MARK}\r\n`,
          ),
          "data",
        );
      delivery.close();
      const [[, mailboxes], [, query]] = (await other.call(
        ["Mailbox/get", { ids: null }],
        ["Email/query", {}],
      )) as [Listed, Listed];
      const emailIds = query["ids"] as string[];
      const [[, got]] = (await other.call([
        "Email/get",
        { ids: emailIds, properties: ["blobId"] },
      ])) as [Listed];
      foreign = {
        foreignMailbox: (mailboxes["list"] as { id: string }[]).map(({ id }) => id),
        foreignEmail: emailIds,
        foreignBlob: (got["list"] as { blobId: string }[]).map(({ blobId }) => blobId),
      };
    },
  };
}

type Got = Readonly<Record<string, unknown>>;
type Looked = readonly [Got, Got, Got, Got, Got, Got];
type Listed = readonly [string, Readonly<Record<string, unknown>>, string];

function bytesOf(request: FuzzedRequest): Buffer {
  if (request.via === "octets") return request.octets;
  if (request.via === "web socket") return Buffer.from(request.messages.join("\n"));
  return Buffer.from(
    `${request.as}: ${request.method} ${request.path} ${JSON.stringify(request.headers)}\n${request.body}`,
  );
}

/** Header values are octets; those that no request can have are left out. */
const asOctets = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, ""),
    ]),
  );

/** An administrator may see who is who, but that is in no mark. */
function fault(status: number, body: string, isMember: boolean): string | null {
  if (isMember && body.includes(MARK)) return "another person's data is shown";
  if (status >= 500 && status !== 503) return `status ${status}: ${body.slice(0, 200)}`;
  return answered(body);
}

function answered(body: string): string | null {
  if (body.includes(MARK)) return "another person's data is shown";
  const failure = /\["error",\{"type":"(serverFail|serverPartialFail)"[^\]]*\]/.exec(body)?.[0];
  if (failure !== undefined) return "serverFail";
  return /^HTTP\/1.1 500/m.test(body) ? `status 500: ${body.slice(0, 200)}` : null;
}

/** Sends octets and reads what comes until the end, or nothing comes any more. @param greeting after which the rest is sent. */
function converse(
  port: number,
  pieces: readonly Buffer[],
  greeting: string | null,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect(port, "127.0.0.1");
    const isSocket = pieces.length > 1;
    let isSent = false;
    const finish = (): void => {
      clearTimeout(deadline);
      socket.destroy();
      const text = Buffer.concat(received).toString("latin1");
      if (greeting !== null && text === "") reject(new Error("the connection was dropped"));
      else resolve(text);
    };
    const deadline = setTimeout(finish, PATIENCE);
    const sendRest = (): void => {
      if (isSent) return;
      isSent = true;
      const rest = isSocket ? pieces.slice(1) : pieces;
      for (const piece of rest) socket.write(piece);
      if (isSocket || greeting === null) setTimeout(finish, LISTENED);
      else setTimeout(finish, QUIET);
    };
    socket.on("connect", () => {
      if (isSocket) socket.write(pieces[0]!);
      else if (greeting === null) sendRest();
    });
    socket.on("data", (piece: Buffer) => {
      received.push(piece);
      sendRest();
    });
    socket.on("error", () => finish());
    socket.on("close", finish);
  });
}
