import { QUEUED_MAIL_METHODS, QueuedMail } from "@atrium/contract/types/queued-mail";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import { method, refuse, serve, type Method, type Served } from "../../engine/index.ts";
import type { Notify } from "../../platform/db/index.ts";
import { may, ORGANISATION, recordAct } from "../accounts/index.ts";
import { MAILS_LISTED, RECIPIENTS_SHOWN } from "./limits.ts";
import { dropQueued, readQueued, retryQueued, searchQueued, type Queued } from "./queue/index.ts";

/** The mail that waits to leave, for administrators: whose account it is and what it says is nobody's business here. */
export function queuedMailType({ notify }: { readonly notify: Pick<Notify, "send"> }): Served {
  /** A verb on one mail, on all that waits for a domain, or on everything. What had no effect is not recorded. */
  const onQueue = (
    name: string,
    work: (engine: Parameters<typeof retryQueued>[0], queued: Queued) => Promise<number>,
  ): Method =>
    method({
      verb: "update",
      arguments: QUEUED_MAIL_METHODS.retry,
      async run(call, engine) {
        const write: typeof engine.write = (accountIds, work) => engine.write(accountIds, work);
        const { id, domain } = call.args;
        if (id !== null && domain !== null) refuse("invalidArguments", "both id and domain");
        // PostgreSQL has no text with NUL, so nothing waits for it.
        if (domain?.includes("\0")) refuse("notFound", "no such mail is waiting");
        const queued = id !== null ? { id } : domain !== null ? { domain } : "all";
        const recipients = await work({ ...call, write }, queued);
        // Meanwhile it may have left, or another process is at it.
        if (recipients === 0 && queued !== "all") refuse("notFound", "no such mail is waiting");
        if (recipients > 0)
          await write([ORGANISATION], (w) =>
            recordAct(w, call.actor, {
              verb: `queue.${name}`,
              thing: id ?? domain ?? "all",
              detail: { recipients },
            }),
          );
        return { accountId: call.accountId, recipients };
      },
    });

  return serve(QueuedMail, {
    access: (actor, verb, accountId) =>
      accountId === ORGANISATION &&
      may(actor, verb === "read" ? "read" : "change", { type: "queue" }),
    isUnlogged: true,
    without: ["set", "copy"],
    store: {
      get: async ({ db }, ids, _properties, limit) =>
        (await readQueued(db, ids, { limit, recipients: RECIPIENTS_SHOWN })).map((mail) => ({
          ...mail,
          createdAt: utcSeconds(mail.createdAt),
          notBefore: utcSeconds(mail.notBefore),
        })),
      list: ({ db }, filter, sort) =>
        searchQueued(db, filter, {
          isAscending: sort[0]?.isAscending ?? true,
          limit: MAILS_LISTED,
        }),
    },
    methods: {
      retry: onQueue("retry", (engine, queued) => retryQueued(engine, notify, queued)),
      giveUp: onQueue("drop", (engine, queued) =>
        queued === "all"
          ? refuse("invalidArguments", "neither id nor domain")
          : dropQueued(engine, notify, queued),
      ),
    },
  });
}
