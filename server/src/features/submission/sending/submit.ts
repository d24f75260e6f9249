import { refuse, type Actor, type Engine } from "../../../engine/index.ts";
import { findRecipient, hasDomain, parseAddress } from "../../accounts/index.ts";
import { areMailParameters, areRecipientParameters } from "./parameters.ts";
import { holdsSender, sendingAccount, sendingAccounts } from "../identity/may-send-as.ts";
import { inspected, MAX_RECEIVED } from "../../mail/message/inspect.ts";
import { enqueueMessage, type Parameters } from "../../outbound/index.ts";
import { spool, withHeader, type Spooled } from "../../mail/message/spool.ts";
import { outgoingHeader } from "./outgoing-header.ts";
import { countRecipients } from "./send-limit.ts";
import { headerAddresses } from "./sender-fields.ts";
import type { SendingLimits } from "./sending-limits.ts";
import { MAIL_REFUSALS } from "../../mail/index.ts";
import { SUBMISSION_REFUSALS } from "../refusals.ts";

/** A mail as a user's mail program hands it over. */
export interface HandedIn {
  /** Names it in a Message-ID, if it brings none. */
  readonly transactionId: string;
  readonly actor: Actor;
  /** Empty for the null sender. */
  readonly mailFrom: string;
  readonly mailFromParams: Parameters;
  readonly recipients: readonly { readonly address: string; readonly params: Parameters }[];
}

/** Takes mail from people's mail programs (RFC 6409) and puts it on its way. */
export interface Submit {
  /** Whether what the person signed in with is for sending at all. */
  maySend(actor: Actor): boolean;
  /** Whether the person may have mail returned to the address. */
  mayReturnTo(actor: Actor, mailFrom: string): Promise<boolean>;
  /** `unknown`: an address of ours that nobody has; `invalid`: none that mail can be sent to. */
  recipient(address: string): Promise<"good" | "unknown" | "invalid">;
  areMailParameters(parameters: Parameters): boolean;
  areRecipientParameters(parameters: Parameters): boolean;
  /**
   * When it resolves, the mail is on its way and survives the loss of power.
   * @throws RefusedMessage when the message itself is at fault; Refusal `invalidEmail`, `forbiddenFrom`,
   *   `forbiddenMailFrom`, `rateLimit`; any other error is temporary.
   */
  take(
    source: AsyncIterable<Uint8Array>,
    mail: HandedIn,
  ): Promise<{ readonly queueId: string; readonly size: number }>;
}

export function createSubmit(options: {
  readonly engine: Engine;
  readonly limits: SendingLimits;
}): Submit {
  const { engine, limits } = options;
  const { db, services } = engine;

  async function accountOf(actor: Actor, mailFrom: string): Promise<string | null> {
    if (mailFrom !== "") return await sendingAccount(db, actor, mailFrom);
    return holdsSender(actor, actor.accountId) ? actor.accountId : null;
  }

  /** The From and Sender fields hold own addresses alone, whatever the envelope says. */
  async function checkHeader(header: Buffer, actor: Actor): Promise<void> {
    const { from, sender, invalid } = headerAddresses(header);
    if (invalid.length > 0)
      refuse(MAIL_REFUSALS.invalidEmail, `needs exactly one ${invalid.join(" and exactly one ")}`);
    const found = await sendingAccounts(db, actor, [...from, ...sender]);
    const foreign = [...from, ...sender].find((address) => !found.has(address));
    if (foreign !== undefined)
      refuse(SUBMISSION_REFUSALS.forbiddenFrom, `you may not send as ${foreign}`);
  }

  async function store(message: Spooled, mail: HandedIn): Promise<{ hash: string; size: number }> {
    const from = headerAddresses(message.header).from[0] ?? "";
    const header = outgoingHeader(message.header, {
      id: mail.transactionId,
      domain: parseAddress(from)?.domain ?? "",
      date: services.clock.now(),
    });
    return await services.blobs.put(withHeader(header, message));
  }

  return {
    areMailParameters,
    areRecipientParameters,

    maySend: (actor) => Object.keys(actor.accounts).some((id) => holdsSender(actor, id)),

    mayReturnTo: async (actor, mailFrom) => (await accountOf(actor, mailFrom)) !== null,

    async recipient(text) {
      if ((await findRecipient(db, text)) !== null) return "good";
      const address = parseAddress(text);
      if (address === null) return "invalid";
      return (await hasDomain(db, address.domain)) ? "unknown" : "good";
    },

    async take(source, mail) {
      const { actor, mailFrom, recipients } = mail;
      const accountId = await accountOf(actor, mailFrom);
      if (accountId === null) return refuse(SUBMISSION_REFUSALS.forbiddenMailFrom);
      const rules = {
        maxSize: limits.maxMessageSize,
        maxReceived: MAX_RECEIVED,
        ownAddresses: new Set<string>(),
      };
      const message = await spool(inspected(source, rules));
      try {
        await checkHeader(message.header, actor);
        const { hash, size } = await store(message, mail);
        const queueId = await engine.write([accountId], async (w) => {
          await countRecipients(w, actor.personId, recipients.length, limits.sendLimit);
          return await enqueueMessage(w, {
            accountId,
            hash,
            size,
            mailFrom,
            mailFromParams: mail.mailFromParams,
            recipients,
            origin: "mua",
          });
        });
        return { queueId, size };
      } finally {
        await message.release();
      }
    },
  };
}
