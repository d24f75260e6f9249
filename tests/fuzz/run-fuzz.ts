import { MOST_HELD, MOST_KEPT } from "./bounds.ts";
import { HELD_TURN, runCampaign, type Campaign, type Failure } from "./campaign.ts";
import { startFuzzServer, type FuzzServer } from "./fuzz-server.ts";
import { messageSubject } from "./messages/subject.ts";
import type { Subject } from "./problem.ts";
import { requestSubject } from "./requests/subject.ts";

export interface FuzzOptions {
  readonly seed: number;
  /** The number of the first message and of the first request: to go on, or to look at one again. */
  readonly first: number;
  readonly messages: number;
  readonly requests: number;
  /** Of each, done before anything is measured: programs are loaded and compiled, and caches filled. */
  readonly warmUp: number;
  readonly say?: (sentence: string) => void;
}

export interface FuzzOutcome {
  readonly campaigns: Readonly<Record<"messages" | "requests", Campaign>>;
  /** Seconds. */
  readonly took: Readonly<Record<"messages" | "requests", number>>;
  /** What is wrong with the memory, as sentences. */
  readonly memory: readonly string[];
  /** Octets: what was needed at first and at most later, each after a collection, and what was held at most. */
  readonly needed: readonly [first: number, most: number];
  readonly held: number;
  /** Every one that is served. */
  readonly methods: readonly string[];
}

const FIRST_OF_WARM_UP = 900_000_000;
/** The memory is looked at after so many. */
const LOOK_EVERY = 6400;
const MILLION = 1_000_000;

/** Messages, then requests, at one server; where it dies, another one goes on. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzOutcome> {
  const { seed, first, say = () => undefined } = options;
  let server: FuzzServer = await startFuzzServer();
  const ofMessages = messageSubject(() => server, seed);
  const ofRequests = requestSubject(() => server, seed);
  let baseline = 0;
  let most = 0;
  let held = 0;
  const memory: string[] = [];

  async function warm<Item>(subject: Subject<Item>): Promise<void> {
    await subject.prepare();
    const items = Array.from({ length: options.warmUp }, (_, at) =>
      subject.make(FIRST_OF_WARM_UP + at),
    );
    await subject.run(items);
  }

  async function warmUp(): Promise<void> {
    await warm(ofMessages);
    await warm(ofRequests);
    server.faults();
    baseline = await server.inUse();
  }

  async function restart(): Promise<void> {
    await server.kill();
    server = await startFuzzServer();
    await warmUp();
  }

  async function lookAtMemory(when: string): Promise<void> {
    const needed = await server.inUse();
    most = Math.max(most, needed);
    if (needed - baseline > MOST_KEPT)
      memory.push(`${when} ${inMb(needed - baseline)} more are needed than at first`);
  }

  async function campaign<Item>(subject: Subject<Item>, count: number): Promise<Campaign> {
    let looked = 0;
    const found = await runCampaign(subject, {
      first,
      count,
      server: () => server,
      restart,
      failed: (failure) => say(asSentence(failure, seed)),
      async progress(done) {
        if (done - looked < LOOK_EVERY && done < count) return;
        looked = done;
        await lookAtMemory(`after ${done} ${subject.name}`);
        say(`${done} ${subject.name}, ${inMb(server.held())} held`);
      },
    });
    held = Math.max(held, found.held);
    if (found.held > MOST_HELD) memory.push(`${inMb(found.held)} were held during ${subject.name}`);
    return found;
  }

  try {
    await warmUp();
    const [start, firstNeed] = [performance.now(), baseline];
    const messages = await campaign(ofMessages, options.messages);
    const middle = performance.now();
    const requests = await campaign(ofRequests, options.requests);
    return {
      campaigns: { messages, requests },
      took: { messages: (middle - start) / 1000, requests: (performance.now() - middle) / 1000 },
      memory,
      needed: [firstNeed, most],
      held,
      methods: server.methods,
    };
  } finally {
    if (server.isAlive()) await server.close();
    else await server.kill();
  }
}

const inMb = (octets: number): string => `${Math.round(octets / MILLION)} MB`;

/** What makes it again stands behind it. */
const asSentence = ({ kind, detail, reproducer }: Failure, seed: number): string =>
  `${kind}: ${detail} — seed ${seed}, ${reproducer}`;

/** @param held whether those are meant that held the event loop, or all others. */
export const asSentences = ({ failures }: Campaign, seed: number, held: boolean): string[] =>
  failures
    .filter(({ kind }) => (kind === HELD_TURN) === held)
    .map((failure) => asSentence(failure, seed));
