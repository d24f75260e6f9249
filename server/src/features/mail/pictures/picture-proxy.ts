import { refuse, type Actor, type Engine } from "../../../engine/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import { createGate, type Gate } from "../../../platform/gate.ts";
import type { OutboundHttp } from "../../../platform/outbound-http/index.ts";
import type { Secrets } from "../../../platform/secrets/index.ts";
import { readMail } from "../read-mail.ts";
import { fetchPicture, type Picture } from "./fetch-picture.ts";
import { createNamedIn } from "./named-in.ts";

export type { Picture } from "./fetch-picture.ts";

/** Shows pictures of other servers without those servers learning of the reader. */
export interface PictureProxy {
  /**
   * Tickets for those of the addresses that the mail really names, good for this session alone.
   * @throws Refusal `notFound` when the actor may see no such mail
   */
  permit(
    reader: Reader,
    mail: { readonly accountId: string; readonly emailId: string },
    addresses: readonly string[],
  ): Promise<ReadonlyMap<string, Ticket>>;
  /** @throws Refusal `forbidden` for a ticket that was not given to this session, or no longer holds */
  fetch(
    reader: Reader,
    ticket: Ticket & { address: string },
    closed: AbortSignal,
  ): Promise<Picture>;
}

export interface Reader {
  readonly actor: Actor;
  readonly sessionId: string;
}

/** The right to fetch one address. */
export interface Ticket {
  /** Seconds since 1970, as digits. */
  readonly until: string;
  readonly signature: string;
}

/** As much of a mail as the reader shows. */
const BODY = { fetchHTMLBodyValues: true, maxBodyValueBytes: 1_000_000 };
/** Tickets end at midnight, not at once but a day later: within a day a picture keeps its address, and the browser what it has. */
const DAY = 86_400;
/** Pictures at once, for one person and for all; what is more waits. */
const OF_ONE = 6;
const OF_ALL = 24;

export function createPictureProxy(options: {
  readonly engine: Engine;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly outboundHttp: OutboundHttp;
}): PictureProxy {
  const { engine, secrets, clock, outboundHttp } = options;
  const all = createGate(OF_ALL);
  const gates = new Map<string, { readonly gate: Gate; users: number }>();
  const seconds = (): number => Math.floor(clock.now().getTime() / 1000);
  const signed = ({ sessionId }: Reader, until: string, address: string): string =>
    `${sessionId}\n${until}\n${address}`;

  async function inTurn<T>(person: string, work: () => Promise<T>): Promise<T> {
    const own = gates.get(person) ?? { gate: createGate(OF_ONE), users: 0 };
    gates.set(person, own);
    own.users += 1;
    try {
      return await own.gate.run(1, () => all.run(1, work));
    } finally {
      if ((own.users -= 1) === 0) gates.delete(person);
    }
  }

  return {
    async permit(reader, mail, addresses) {
      const { htmlBody, bodyValues } = await readMail(
        engine,
        reader.actor,
        mail,
        ["htmlBody", "bodyValues"],
        BODY,
      );
      const html = htmlBody.map(({ partId }) => bodyValues[partId ?? ""]?.value ?? "").join("\n");
      const isNamed = createNamedIn(html);
      const until = String((Math.ceil(seconds() / DAY) + 1) * DAY);
      return new Map(
        addresses.filter(isNamed).map((address) => {
          const signature = secrets.sign("image-proxy", signed(reader, until, address));
          return [address, { until, signature }];
        }),
      );
    },

    async fetch(reader, { until, signature, address }, closed) {
      const isOurs = secrets.verify("image-proxy", signed(reader, until, address), signature);
      if (!isOurs || Number(until) < seconds()) refuse("forbidden");
      return await inTurn(reader.actor.personId, async () => {
        if (closed.aborted) refuse("badRequest", "the client disconnected");
        return await fetchPicture(outboundHttp, address, closed);
      });
    },
  };
}
