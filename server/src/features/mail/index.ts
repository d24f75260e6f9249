import { CAPABILITY } from "@atrium/contract/types/wire";
import { Email } from "@atrium/contract/types/email";
import { serveMethods, type Capability, type Served } from "../../engine/index.ts";
import { holdsMail, toMail } from "./access.ts";
import { deletedEmail } from "./deleted-email/deleted-email.ts";
import { email } from "./email/email.ts";
import {
  MAX_ATTACHMENTS,
  MAX_MAILBOX_DEPTH,
  MAX_MAILBOX_NAME,
  MAX_MAILBOXES_PER_EMAIL,
} from "./limits.ts";
import { label } from "./label/label.ts";
import { quickStep } from "./quick-step/quick-step.ts";
import { savedSearch } from "./saved-search/saved-search.ts";
import { searchSnippet } from "./search/search-snippet.ts";
import { mailbox } from "./mailbox/mailbox.ts";
import { thread } from "./thread/thread.ts";
import { trustedSender } from "./trusted-sender/trusted-sender.ts";
import "./tables.ts";

export { keywordFor } from "./label/keyword.ts";
export { holdsMail, toMail } from "./access.ts";
export { deliver } from "./delivery/deliver.ts";
export type {
  Copy,
  Delivered,
  Delivery,
  Destination,
  Filtered,
  FilteredEmail,
  Recipient,
} from "./delivery/deliver.ts";
export { listIdOf, listReaders } from "./delivery/list-readers.ts";
export { AUTHOR, LEARN_JUNK } from "./junk-report/note-reports.ts";
export { importMessages } from "./delivery/import.ts";
export type { ImportedMessage, ImportResult } from "./delivery/import.ts";
export { importInto } from "./import/import-into.ts";
export type { ImportProgress, ImportReport, ImportSource } from "./import/import-into.ts";
export { mailboxesAt } from "./import/mailbox-at.ts";
export { changeItems } from "./bulk/change-items.ts";
export { changeEmails, destroyEmails, emailChanges } from "./bulk/kinds.ts";
export { checkSource, collect, emailSource } from "./bulk/source.ts";
export { RefusedMessage } from "./message/inspect.ts";
export type { MessageFault } from "./message/inspect.ts";
export type { PreparedMessage } from "./message/message.ts";
export { isKeyword } from "./email/email.rules.ts";
export { releaseScheduled } from "./email/release-scheduled.ts";
export { addKeyword } from "./email/add-keyword.ts";
export { findByMessageId } from "./email/find-by-message-id.ts";
export { findMessage } from "./email/find-message.ts";
export { unpackTnef } from "./email/tnef-parts.ts";
export { createPictureProxy, type Picture, type PictureProxy } from "./pictures/picture-proxy.ts";
export { unsubscribe } from "./unsubscribe/unsubscribe.ts";
export { serverMessage, timeInWords } from "./notices/server-message.ts";
export { mailJobs } from "./jobs.ts";
export { createRoleMailboxes } from "./mailbox/roles.ts";
export { MAIL_REFUSALS } from "./refusals.ts";

/** RFC 8621 §1.5: has a state and nothing else. */
const emailDelivery = serveMethods(
  { name: "EmailDelivery", capability: CAPABILITY.mail },
  { access: toMail, methods: {} },
);

/** The data types of mail (RFC 8621), and those that Atrium adds. */
export const mailTypes: readonly Served[] = [
  mailbox,
  thread,
  email,
  searchSnippet,
  deletedEmail,
  trustedSender,
  savedSearch,
  quickStep,
  label,
  emailDelivery,
];

/** RFC 8621 §1.3.1. */
export const mailCapabilities: readonly Capability[] = [
  {
    urn: CAPABILITY.mail,
    server: {},
    account: (actor, accountId) =>
      holdsMail(actor, accountId)
        ? {
            maxMailboxesPerEmail: MAX_MAILBOXES_PER_EMAIL,
            maxMailboxDepth: MAX_MAILBOX_DEPTH,
            maxSizeMailboxName: MAX_MAILBOX_NAME,
            maxSizeAttachmentsPerEmail: MAX_ATTACHMENTS,
            emailQuerySortOptions: Email.sorts,
            mayCreateTopLevelMailbox: !(actor.accounts[accountId]?.isReadOnly ?? true),
          }
        : null,
  },
  {
    urn: CAPABILITY.atriumMail,
    server: {},
    account: (actor, accountId) => (holdsMail(actor, accountId) ? {} : null),
  },
];
