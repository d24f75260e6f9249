import { driveBaseUrl } from "@atrium/contract/remotes";
import { CAPABILITY } from "@atrium/contract/types/wire";
import type { Engine } from "../../engine/index.ts";
import { mailboxesAt } from "../mail/index.ts";
import { PEOPLE, type PersonKey } from "./cast.ts";
import { actorOf, type Owner } from "./drive.ts";

/** A page worth a look. */
export interface Stop {
  readonly path: string;
  /** Who signs in there; `null`: nobody has to. */
  readonly address: string | null;
  readonly shows: string;
}

/** One for each row of the path table that shows something, in the order in which one would look. */
const STOPS: readonly { readonly path: string; readonly by?: PersonKey; readonly shows: string }[] =
  [
    {
      path: "/",
      by: "alice",
      shows: "Mail: a busy inbox with folders, labels and a shared mailbox",
    },
    { path: driveBaseUrl, by: "alice", shows: "Drive: plans, quotes and photos" },
    { path: "/address-book", by: "alice", shows: "Address book: everyone in the organisation" },
    { path: "/mail/write/", by: "alice", shows: "A new message in its own window" },
    { path: "/mail/popup/mails/{email}", by: "alice", shows: "One message in its own window" },
    { path: "/setting", by: "bob", shows: "Settings of a user" },
    {
      path: "/setting/operations",
      by: "alice",
      shows: "Administration: people, mail queue, the server",
    },
    { path: "/help/", shows: "Help" },
    { path: "/ipt-call", by: "alice", shows: "Camera and microphone check" },
  ];

/** Where to look in the organisation that was just made. */
export async function demoTour(engine: Engine, people: readonly Owner[]): Promise<readonly Stop[]> {
  const alice = people.find(({ key }) => key === "alice")!;
  const email = await newestInInbox(engine, alice);
  return STOPS.map(({ path, by, shows }) => ({
    path: path.replace("{email}", email),
    address: by === undefined ? null : PEOPLE[by].address,
    shows,
  }));
}

async function newestInInbox(engine: Engine, person: Owner): Promise<string> {
  const { accountId } = person;
  const inMailbox = (await mailboxesAt(engine, accountId, ["Inbox"])).get("Inbox");
  const { methodResponses } = await engine.handle(actorOf(person), {
    using: [CAPABILITY.core, CAPABILITY.mail],
    methodCalls: [
      [
        "Email/query",
        {
          accountId,
          filter: { inMailbox },
          sort: [{ property: "receivedAt", isAscending: false }],
          limit: 1,
        },
        "q",
      ],
    ],
  });
  const [id] = (methodResponses[0]![1] as { ids?: string[] }).ids ?? [];
  if (id === undefined) throw new Error("the demo organisation has an empty inbox");
  return id;
}
