import type { Engine } from "../../engine/index.ts";
import type { BlobStore } from "../../platform/blobs/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config/index.ts";
import type { Db, Notify, TakeOver } from "../../platform/db/index.ts";
import type { Resolver } from "../../platform/dns/index.ts";
import type { Log } from "../../platform/log/index.ts";
import { outboundRule, type OutboundHttp } from "../../platform/outbound-http/index.ts";
import type { Dkim } from "./dkim/keys.ts";
import type { LocalDelivery } from "./queue/local-delivery.ts";
import { createQueue, type Queue, type QueueOptions } from "./queue/pump.ts";
import type { Timeouts } from "./transport/limits.ts";
import { createTransportPolicies } from "./transport/mta-sts.ts";
import { createTransport } from "./transport/transport.ts";

export interface OutgoingOptions {
  readonly engine: Engine;
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly notify: Notify;
  readonly resolver: Resolver;
  readonly outboundHttp: OutboundHttp;
  readonly dkim: Dkim;
  readonly local: LocalDelivery;
  readonly config: Pick<
    Config,
    "smarthost" | "mxPort" | "outboundNetworks" | "queueLifetime" | "databaseUrl" | "processes"
  >;
  /** The name of this server among mail servers. */
  readonly hostName: string;
  readonly timeouts?: Partial<Timeouts>;
  /** Authorities to trust instead of the known ones (PEM); for tests. */
  readonly authorities?: readonly string[];
  readonly scan?: QueueOptions["scan"];
  /** Receives the outcome of each recipient, each time. */
  readonly observed?: QueueOptions["observed"];
  readonly takeOver?: TakeOver;
  readonly random?: () => number;
  readonly stopWithin?: number;
}

/** The queue with all that it needs to bring mail to people here and to other servers. */
export function createOutgoing(options: OutgoingOptions): Queue {
  const { config, hostName, outboundHttp } = options;
  const transport = createTransport({
    ...options,
    ...config,
    ownName: hostName,
    mayConnect: outboundRule(config.outboundNetworks),
    policies: createTransportPolicies({ ...options, http: outboundHttp }),
  });
  return createQueue({
    ...options,
    transport,
    ownName: hostName,
    lifetime: config.queueLifetime,
    // PostgreSQL that comes along serves the processes of one server alone.
    isAlone: config.databaseUrl === null && config.processes === 1,
    hasSmarthost: config.smarthost !== null,
  });
}
