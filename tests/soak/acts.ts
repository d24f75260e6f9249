import { createHash, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { mailboxesOf, type Client } from "./client.ts";
import { allMail, createFollower } from "./follower.ts";
import { OUTSIDE } from "./organisation.ts";
import { createSender } from "./sending.ts";

/** What a mail is, as far as acts change it; null: it is gone. */
type Marks = { readonly keyword: string; readonly mailbox: string } | null;

type Refusals = Readonly<Record<string, { readonly type: string }>> | null;

interface Mail {
  readonly id: string;
  readonly subject: string;
  /** More than one after an act whose answer never came. */
  possible: Marks[];
}

/** A user who works on their mail, and remembers what the server has said. */
export interface Acts {
  /** Acts that the server has confirmed. */
  confirmed(): number;
  /** What it answered instead, or that it did not. */
  readonly failures: readonly string[];
  /** Subjects of mail to the outside that it has taken. */
  readonly sent: readonly string[];
  /** Acts no more; resolves when the last answer is in. */
  stop(): Promise<void>;
  /** What is not as it was confirmed, once everything has come to rest. */
  faults(): Promise<string[]>;
}

/** After an error, since the server may be on its way back (milliseconds). */
const AGAIN = 50;
/** The own copy of the mail is brought up to date after so many acts. */
const FOLLOW_EVERY = 15;
const SUBJECT = "Act ";

/**
 * Imports, writes drafts, marks, moves, deletes, uploads and sends, one act after the other, until it is stopped.
 * @param options.pause milliseconds between two acts. @param options.size octets of uploads and imports, about.
 */
export async function startActs(
  client: Client,
  options: { readonly pause: number; readonly size: number },
): Promise<Acts> {
  const boxes = await mailboxesOf(client);
  const places = [boxes["inbox"]!, boxes["archive"]!, boxes["trash"]!];
  const sender = await createSender(client);
  const follower = await createFollower(client);
  const mail: Mail[] = [];
  /** Mail that was to be made; whether it was, the answer would have said. */
  const perhaps = new Set<string>();
  const uploads = new Map<string, string>();
  const sent: string[] = [];
  const failures: string[] = [];
  const lost: string[] = [];
  let confirmed = 0;
  const state = { isStopped: false };

  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
  const filling = (): Buffer =>
    Buffer.from(`${randomUUID()}\r\n`.repeat(Math.ceil(options.size / 38)));

  async function create(
    make: (subject: string, mailbox: string) => Promise<string>,
  ): Promise<void> {
    const [subject, mailbox] = [SUBJECT + randomUUID(), pick(places)];
    perhaps.add(subject);
    const id = await make(subject, mailbox);
    perhaps.delete(subject);
    mail.push({ id, subject, possible: [{ keyword: "made", mailbox }] });
  }

  /** Changes a mail; while the answer is not there, it may be as before or as after. */
  async function change(after: (marks: NonNullable<Marks>) => Marks, args: (id: string) => object) {
    const one = mail.length === 0 ? undefined : pick(mail.slice(-200));
    if (one === undefined || one.possible.every((marks) => marks === null)) return;
    const mayBeGone = one.possible.includes(null);
    const done = one.possible.map((marks) => marks && after(marks));
    one.possible = distinct([...one.possible, ...done]);
    const answer = await client.call("Email/set", args(one.id));
    const [refusal] = Object.values<{ type: string }>({
      ...(answer["notUpdated"] as Refusals),
      ...(answer["notDestroyed"] as Refusals),
    });
    if (refusal === undefined)
      one.possible = done.filter((marks) => marks !== null || after(NOTHING) === null);
    else if (refusal.type !== "notFound") throw new Error(refusal.type);
    else {
      if (!mayBeGone) lost.push(`${one.subject} was not found`);
      one.possible = [null];
    }
  }

  const ACTS: readonly (() => Promise<void>)[] = [
    function importMail() {
      return create(async (subject, mailbox) => {
        const bytes = Buffer.concat([
          Buffer.from(
            `From: ${client.address}\r\nTo: ${client.address}\r\nSubject: ${subject}\r\nMessage-ID: <${randomUUID()}@acts.example.net>\r\n\r\n`,
          ),
          filling(),
        ]);
        const blobId = await client.upload(bytes, "message/rfc822");
        const emails = {
          one: { blobId, mailboxIds: { [mailbox]: true }, keywords: { made: true } },
        };
        return idOf(await client.call("Email/import", { emails }));
      });
    },
    function writeDraft() {
      return create(async (subject, mailbox) => {
        const one = {
          mailboxIds: { [mailbox]: true },
          keywords: { made: true },
          from: [{ email: client.address }],
          subject,
          bodyValues: { text: { value: "To be continued.\r\n" } },
          textBody: [{ partId: "text", type: "text/plain" }],
        };
        return idOf(await client.call("Email/set", { create: { one } }));
      });
    },
    function mark() {
      const keyword = `mark-${confirmed}`;
      return change(
        (marks) => ({ ...marks, keyword }),
        (id) => ({ update: { [id]: { keywords: { [keyword]: true } } } }),
      );
    },
    function move() {
      const mailbox = pick(places);
      return change(
        (marks) => ({ ...marks, mailbox }),
        (id) => ({ update: { [id]: { mailboxIds: { [mailbox]: true } } } }),
      );
    },
    function destroy() {
      return change(
        () => null,
        (id) => ({ destroy: [id] }),
      );
    },
    async function upload() {
      const bytes = filling();
      const blobId = await client.upload(bytes, "text/plain");
      uploads.set(blobId, hashOf(bytes));
    },
    async function send() {
      const subject = `Sent ${randomUUID()}`;
      await sender.send(`somebody@${OUTSIDE}`, subject);
      sent.push(subject);
    },
  ];
  /** How often, beside each other. */
  const SHARES = [2, 2, 5, 4, 1, 1, 1];
  const wheel = SHARES.flatMap((share, index) => Array.from({ length: share }, () => ACTS[index]!));

  async function run(): Promise<void> {
    for (let count = 1; !state.isStopped; count += 1) {
      try {
        await pick(wheel)();
        confirmed += 1;
        if (count % FOLLOW_EVERY === 0) await follower.catchUp();
        await pause(options.pause);
      } catch (error) {
        failures.push((error as Error).message);
        await pause(AGAIN);
      }
    }
  }

  const running = run();
  return {
    confirmed: () => confirmed,
    failures,
    sent,
    async stop() {
      state.isStopped = true;
      await running;
    },
    async faults() {
      const there = await allMail(client);
      const byId = new Map(there.map((email) => [email.id, email]));
      const faults: string[] = [];
      for (const { id, subject, possible } of mail) {
        const email = byId.get(id);
        const is =
          email === undefined ? "gone" : `${words(email.keywords)} in ${words(email.mailboxIds)}`;
        const may = possible.map((one) =>
          one === null ? "gone" : `${one.keyword} in ${one.mailbox}`,
        );
        if (!may.includes(is)) faults.push(`${subject} is ${is}, not ${may.join(" or ")}`);
      }
      const known = new Map(mail.map(({ id, subject }) => [subject, id]));
      const ids = mail.map(({ id }) => id);
      if (ids.some((id, at) => at > 0 && id <= ids[at - 1]!))
        faults.push("ids are not in the order of their making");
      const seen = new Set<string>();
      for (const { id, subject } of there) {
        if (subject?.startsWith(SUBJECT) !== true) continue;
        if (seen.has(subject)) faults.push(`${subject} is there twice`);
        seen.add(subject);
        const isKnown = known.has(subject) ? known.get(subject) === id : perhaps.has(subject);
        if (!isKnown) faults.push(`${subject} is there as ${id}, and nobody made that`);
      }
      for (const [blobId, hash] of uploads) {
        const answer = await client.download(blobId).catch(() => null);
        const bytes = Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer());
        if (hashOf(bytes) !== hash) faults.push(`the upload ${blobId} is not whole`);
      }
      return [...lost, ...faults, ...(await follower.faults())];
    },
  };
}

/** Each only once: an act that fails again and again would double them each time. */
const distinct = (all: readonly Marks[]): Marks[] => [
  ...new Map(all.map((marks) => [JSON.stringify(marks), marks])).values(),
];

/** Any mail that is there. */
const NOTHING = { keyword: "", mailbox: "" };

const words = (set: object): string => Object.keys(set).sort().join(" ");
const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** The id of the one record that was made. */
function idOf(answer: Record<string, unknown>): string {
  const created = answer["created"] as Record<string, { id: string }> | null;
  if (created?.["one"] === undefined) throw new Error(JSON.stringify(answer["notCreated"]));
  return created["one"].id;
}
