import type { Properties } from "./define.ts";

/**
 * How the server is doing, for administrators (`urn:atrium:operations`): `Operations/now` and `Operations/history`,
 * both for the organisation's account. Neither names mail that lies in an account.
 */

/** What is counted as it happens. `deferred`: a try without success that is made again. Deliveries count by recipient. */
export const COUNTED = ["received", "refused", "sent", "delivered", "deferred", "bounced"] as const;
export type CountedFigure = (typeof COUNTED)[number];

/** What is read once a minute. */
export const LEVELS = [
  "queueWaiting",
  "queueDeferred",
  "storedOctets",
  "storedEmails",
  "databaseOctets",
] as const;
export type LevelFigure = (typeof LEVELS)[number];

/** The last hour by minutes, the last day by quarters of an hour, the last 30 days by quarters of a day. */
export const HISTORY_RANGES = ["hour", "day", "month"] as const;
export type HistoryRange = (typeof HISTORY_RANGES)[number];

/** What the methods take beyond the account. */
export const OPERATIONS_METHODS = {
  now: {},
  history: { range: { type: { oneOf: HISTORY_RANGES } } },
} as const satisfies Readonly<Record<string, Properties>>;

export interface OperationsHistory {
  readonly accountId: string;
  readonly range: HistoryRange;
  /** UTCDate: when the first bucket begins. */
  readonly startsAt: string;
  /** Length of a bucket in seconds. The last one is still being filled. */
  readonly step: number;
  readonly counts: Readonly<Record<CountedFigure, readonly number[]>>;
  /** `null` where nobody read it, as while the server was down. */
  readonly levels: Readonly<Record<LevelFigure, readonly (number | null)[]>>;
}

const HOUR = 3_600_000;

/** From when on something is worth a look, on the operations page and to `atrium doctor`. docs/operate.md says the same. */
export const WORTH_A_LOOK = {
  /** Age of the oldest mail that waits (milliseconds). */
  queueAge: HOUR,
  /** A nightly backup, and half a day for the night that it came late (milliseconds). */
  backupAge: 36 * HOUR,
  /** One that ends sooner was not renewed in time: certbot and Caddy do it a month before (milliseconds). */
  certificateLeft: 14 * 24 * HOUR,
  /** Share of the database's connections that are in use. */
  connections: 0.8,
  /** What is free of the disk, as a share of it and in octets: either is too little. */
  diskFree: { share: 0.1, octets: 5e9 },
} as const;

/** Octets of a disk. */
export interface DiskRoom {
  readonly all: number;
  readonly free: number;
}

/** Whether so little is left of a disk that it is worth a look. */
export const hasLittleRoom = ({ all, free }: DiskRoom): boolean =>
  free < WORTH_A_LOOK.diskFree.octets || free < all * WORTH_A_LOOK.diskFree.share;

/** One process of the server. */
export interface ServerProcess {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  /** UTCDate. */
  readonly startedAt: string;
  /** UTCDate: when it last said how it is. */
  readonly seenAt: string;
  /** Share of one core, since the reading before; may be above 1. */
  readonly cpu: number;
  /** Octets that it holds in memory. */
  readonly memory: number;
  /** By how much the event loop was late, in seconds: 99 of 100 times less than this. */
  readonly loopDelay: number;
  /** Its connections to the database; `wanted` wait for one. */
  readonly connections: { readonly busy: number; readonly idle: number; readonly wanted: number };
  /** Connections that changes are pushed to. */
  readonly pushed: number;
  /** Octets of the disk that its data folder is on. */
  readonly disk: DiskRoom | null;
  /** UTCDate; `null` before the certificate is read. */
  readonly certificateEndsAt: string | null;
  /** Whether the certificate is one that the server made itself. */
  readonly certificateIsOwn: boolean;
}

/** Mail that waits for one domain. All counts are of recipients. */
export interface QueuedDomain {
  /** ASCII. */
  readonly domain: string;
  readonly waiting: number;
  /** Of these, tried without success already. */
  readonly deferred: number;
  /** Of these, held back so that the sender can take it back, or until its hour. */
  readonly held: number;
  /** UTCDate: when the oldest came. */
  readonly oldestAt: string;
  /** UTCDate: when the next of them is tried. */
  readonly nextAt: string;
  /** The last reply. */
  readonly reply: string | null;
}

export interface StoredAccount {
  readonly id: string;
  readonly name: string;
  readonly kind: "personal" | "shared" | "organisation";
  readonly octets: number;
  readonly emails: number;
  readonly blobs: number;
  /** Octets that it may keep; `null`: as many as it likes. */
  readonly quota: number | null;
  /** How much of its limits is used, of 1: the larger share; `null` without a limit. */
  readonly filled: number | null;
  /** Mail to it is refused for lack of room. */
  readonly isFull: boolean;
}

/** What went wrong, over the last 30 days. */
export interface Fault {
  readonly source: "smtp" | "submission" | "delivery" | "http" | "jmap";
  /** As the protocol has it: "550 5.1.1", "500", "serverFail". */
  readonly code: string;
  readonly amount: number;
  /** UTCDate. */
  readonly lastAt: string;
  /** What was said last, or where it was. Without addresses of people. */
  readonly detail: string;
}

export interface OperationsNow {
  readonly accountId: string;
  /** UTCDate: the server's clock. */
  readonly at: string;
  readonly processes: readonly ServerProcess[];
  readonly queue: {
    readonly waiting: number;
    readonly deferred: number;
    readonly held: number;
    /** UTCDate of the oldest that is not held back; `null` when nothing waits. */
    readonly oldestAt: string | null;
    /** Those for whom most waits; `domainCount` is how many there are. */
    readonly domains: readonly QueuedDomain[];
    readonly domainCount: number;
  };
  readonly storage: {
    readonly octets: number;
    readonly emails: number;
    /** Those nearest to their limits, then the largest; `accountCount` is how many there are. */
    readonly accounts: readonly StoredAccount[];
    readonly accountCount: number;
    /** How many accounts mail is refused to for lack of room, and how many it soon will be. */
    readonly fullCount: number;
    readonly nearlyFullCount: number;
    /** Octets that each account may keep; `null`: no limit. */
    readonly quota: number | null;
  };
  readonly database: {
    readonly octets: number;
    readonly connections: number;
    readonly maxConnections: number;
    readonly version: string;
  };
  readonly lastBackup: { readonly at: string; readonly name: string } | null;
  readonly faults: readonly Fault[];
}
