import type { AdminQueuedMail, DomainCheck } from "@atrium/contract/api/admin";
import { api } from "@atrium/contract/api/index";
import { refuse, type Actor } from "../../../engine/index.ts";
import { may } from "../../../features/accounts/index.ts";
import type {
  DomainReport,
  MailAdministration,
  QueuedMessage,
} from "../../../features/outbound/index.ts";
import type { Route } from "../route.ts";

const queue = (actor: Actor): boolean => may(actor, "change", { type: "queue" });
const domains = (actor: Actor): boolean => may(actor, "change", { type: "domains" });

/** What a domain needs in DNS, and the mail that waits to leave, for administrators. */
export function adminMailRoutes(route: Route, mail: MailAdministration): void {
  route(api.admin.domains.check, {
    access: domains,
    handle: async ({ params, signedIn }) =>
      domainCheck(await mail.checkDomain(signedIn.actor, params["name"]!)),
  });

  route(api.admin.queue.list, {
    access: queue,
    handle: async ({ signedIn }) => (await mail.listQueue(signedIn.actor)).map(queuedMail),
  });

  route(api.admin.queue.retryAll, {
    access: queue,
    handle: async ({ signedIn }) => ({ recipients: await mail.retry(signedIn.actor, "all") }),
  });

  route(api.admin.queue.retry, {
    access: queue,
    handle: async ({ params, signedIn }) =>
      someOf(await mail.retry(signedIn.actor, { id: params["id"]! })),
  });

  route(api.admin.queue.drop, {
    access: queue,
    handle: async ({ params, signedIn }) =>
      someOf(await mail.drop(signedIn.actor, { id: params["id"]! })),
  });

  route(api.admin.queue.retryDomain, {
    access: queue,
    handle: async ({ params, signedIn }) =>
      someOf(await mail.retry(signedIn.actor, { domain: params["domain"]! })),
  });

  route(api.admin.queue.dropDomain, {
    access: queue,
    handle: async ({ params, signedIn }) =>
      someOf(await mail.drop(signedIn.actor, { domain: params["domain"]! })),
  });
}

/** Meanwhile it may have left, or another process is at it. */
const someOf = (recipients: number): { recipients: number } =>
  recipients === 0 ? refuse("notFound") : { recipients };

const domainCheck = ({ domain, host, checkedHost, records }: DomainReport): DomainCheck => ({
  domain,
  host,
  addresses: checkedHost.addresses,
  hostFault: checkedHost.fault,
  records: records.map(({ record: { kind, name, type, value, isOptional }, state, found }) => ({
    kind,
    name,
    type,
    value,
    isOptional,
    state,
    found,
  })),
});

/** Whose account it is and what it says is nobody's business here. */
const queuedMail = ({
  id,
  mailFrom,
  size,
  createdAt,
  notBefore,
  recipients,
}: QueuedMessage): AdminQueuedMail => ({
  id,
  mailFrom,
  size,
  createdAt: createdAt.toISOString(),
  notBefore: notBefore.toISOString(),
  recipients: recipients.map(({ nextAt, ...recipient }) => ({
    ...recipient,
    nextAt: nextAt.toISOString(),
  })),
});
