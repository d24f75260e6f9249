import { costOf, type Answer, type Call, type Client, type Cost, type Effort } from "./load.ts";
import type { Store } from "./store.ts";
import { SOUGHT } from "./words.ts";

/** Different messages and conversations that the requests are about, from all over the account. */
const PLACES = 200;
/** Where a person gets by the scroll bar alone. */
const DEEP = 50_000;
const PAGE = 50;
const EFFORT: Effort = { warming: 200, alone: 200, crowd: 800, patience: 8000 };

/** As the main application asks for a folder: what is pinned and what came back from being snoozed on top. */
export const FOLDER_ORDER = [
  ...["$pinned", "$unsnoozed"].map((keyword) => ({
    property: "someInThreadHaveKeyword",
    keyword,
    isAscending: false,
  })),
  { property: "receivedAt", isAscending: false },
];
const SUMMARY =
  "threadId mailboxIds keywords snoozed from to subject receivedAt preview hasAttachment".split(
    " ",
  );
const OPEN = [
  ...SUMMARY,
  ..."blobId size sentAt sender cc bcc replyTo messageId inReplyTo references textBody htmlBody attachments bodyValues authentication".split(
    " ",
  ),
];

/** The large account as a client finds it. */
export interface Mail {
  readonly accountId: string;
  readonly inbox: string;
  readonly trash: string;
  readonly messages: number;
  readonly conversations: number;
  /** Messages from all over the account, each of another conversation, that the list shows. */
  readonly shown: readonly string[];
}

export async function lookAt({ accountId }: Store, client: Client): Promise<Mail> {
  const boxes = await one(client, ["Mailbox/get", { accountId, ids: null }, "m"]);
  const list = boxes["list"] as readonly Record<"id" | "role", string>[];
  const byRole = (role: string): string => list.find((box) => box.role === role)!.id;
  const inbox = byRole("inbox");
  const { totalEmails: messages, totalThreads: conversations } = list.find(
    ({ id }) => id === inbox,
  ) as unknown as Record<"totalEmails" | "totalThreads", number>;
  const shown: string[] = [];
  for (let place = 0; place < PLACES; place++) {
    const position = Math.floor((conversations * place) / PLACES);
    const page = { accountId, filter: { inMailbox: inbox }, position, limit: 1 };
    const sort = [{ property: "receivedAt", isAscending: false }];
    const answer = await one(client, [
      "Email/query",
      { ...page, sort, collapseThreads: true },
      "q",
    ]);
    shown.push(...(answer["ids"] as string[]));
  }
  return { accountId, inbox, trash: byRole("trash"), messages, conversations, shown };
}

/** The only answer to one call. */
export async function one(client: Client, call: Call): Promise<Answer[1]> {
  const [answer] = await client.send([call]);
  return answer![1];
}

export async function benchReading(
  store: Store,
  clients: readonly Client[],
  mail: Mail,
): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (const [name, calls] of Object.entries(requests(mail)))
    costs.push(
      await costOf(
        { clients, cpu: store.cpu },
        name,
        async (client, turn) => mustFind(name, await client.send(calls(turn))),
        EFFORT,
      ),
    );
  return costs;
}

/** What a person does all day, as the main application asks for it. */
export function requests(mail: Mail): Record<string, (turn: number) => Call[]> {
  const { accountId, inbox, trash, shown } = mail;
  const at = (turn: number): string => shown[(turn * 7919) % shown.length]!;
  const list = (where: object): Call[] => rows(accountId, { inMailbox: inbox }, where);
  const search = (texts: readonly string[], where: object) => (turn: number) => {
    const text = texts[turn % texts.length]!;
    const conditions = [{ text }, { inMailboxOtherThan: [trash] }];
    const sort = [{ property: "receivedAt", isAscending: false }];
    const filter = { operator: "AND", conditions };
    return rows(accountId, filter, { sort, calculateTotal: false, ...where });
  };
  const page = (texts: readonly string[]) => (turn: number) => search(texts, {})(turn).slice(0, 2);
  const count = (texts: readonly string[]) => (turn: number) =>
    search(texts, { limit: 0, calculateTotal: true })(turn).slice(0, 1);
  const common = SOUGHT.common.map((word) => `${word}*`);
  const korean = SOUGHT.korean.map((word) => `${word}*`);
  return {
    "list of 50, first page": () => list({}).slice(0, 2),
    "list of 50, at an anchor": (turn) => list({ anchor: at(turn), anchorOffset: 1 }).slice(0, 2),
    [`list of 50, at offset ${deep(mail).toLocaleString("en")}`]: (turn) =>
      list({ position: deep(mail) + (turn % PAGE) }).slice(0, 2),
    "list of 50, with all of its conversations": () => list({}),
    "open a message": (turn) => [
      [
        "Email/get",
        {
          accountId,
          ids: [at(turn)],
          properties: OPEN,
          fetchTextBodyValues: true,
          fetchHTMLBodyValues: true,
        },
        "g",
      ],
    ],
    "list by sender, first page": () =>
      list({ sort: [{ property: "from", isAscending: true }] }).slice(0, 2),
    "all folders with counts": () => [["Mailbox/get", { accountId, ids: null }, "m"]],
    [NOTHING]: page(["xylophagous*"]),
    "search, rare word": page(SOUGHT.rare.map((word) => `${word}*`)),
    "search, common word": page(common),
    "search, Korean word": page(korean),
    "search, phrase": page([`"${SOUGHT.phrase}"`]),
    "count for a common word": count(common),
    "count for a Korean word": count(korean),
  };
}

/** Where there are fewer conversations, half of the way down. */
const deep = ({ conversations }: Mail): number =>
  conversations > DEEP + 2 * PAGE ? DEEP : Math.floor(conversations / 2);

/** A page and the messages that stand in it; then, as a window asks further, their conversations with all their messages. */
function rows(accountId: string, filter: object, where: object): Call[] {
  const query = { accountId, filter, sort: FOLDER_ORDER, collapseThreads: true };
  const from = (resultOf: string, name: string, path: string) => ({ resultOf, name, path });
  return [
    ["Email/query", { ...query, limit: PAGE, calculateTotal: true, ...where }, "q"],
    [
      "Email/get",
      { accountId, "#ids": from("q", "Email/query", "/ids"), properties: SUMMARY },
      "r",
    ],
    [
      "Thread/get",
      {
        accountId,
        "#ids": from("r", "Email/get", "/list/*/threadId"),
        properties: ["emailIds"],
      },
      "t",
    ],
    [
      "Email/get",
      {
        accountId,
        "#ids": from("t", "Thread/get", "/list/*/emailIds"),
        properties: SUMMARY,
      },
      "o",
    ],
  ];
}

const NOTHING = "search, no match";

/** An empty answer is quick, and measures nothing; but where there is nothing to find. */
function mustFind(name: string, answers: readonly Answer[]): void {
  if (name === NOTHING) return;
  for (const [, answer] of answers) {
    const found = (answer["ids"] ?? answer["list"]) as readonly unknown[];
    if ((answer["total"] ?? found.length) === 0) throw new Error(`${name}: nothing was found`);
  }
}
