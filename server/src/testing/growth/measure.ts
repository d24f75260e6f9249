import { growthCases, type GrowthCase } from "./cases.ts";
import { READERS } from "./readers.ts";

/** Twice the input may cost three times as much: caches and the collection of garbage are not linear. */
const MOST = 3;
/** Milliseconds; shorter times say nothing. Nor do those of a nanosecond for an octet: so much may the memory for it cost. */
const leastMeasured = (octets: number): number => Math.max(20, octets / 1_000_000);
/** Milliseconds that a time may be short of: many kernels count a thread's time in ticks, HZ=250. */
const TICK = 4;
/** A ratio that is too high has to be seen so often before it counts. */
const TRIES = 6;

/** Octets from which on and up to which a message grows. */
export interface Sizes {
  readonly first: number;
  /** Of a header, which has a limit of its own. */
  readonly lastHeader: number;
  readonly lastBody: number;
}

export interface Growth {
  readonly reader: string;
  readonly message: string;
  readonly octets: number;
  /** CPU time for these octets, divided by that for half of them. */
  readonly ratio: number;
}

/** Who reads some message in more than linear time, with the least size at which it shows; null when nobody does. */
export async function slowReaderOf(one: GrowthCase, sizes: Sizes): Promise<Growth | null> {
  const largest = one.field === null ? sizes.lastBody : sizes.lastHeader;
  const messages: { readonly octets: number; readonly message: Buffer }[] = [];
  for (let octets = sizes.first; octets <= largest; octets *= 2)
    messages.push({ octets, message: one.make(octets) });
  for (const [reader, read] of Object.entries(READERS)) {
    let before: number | null = null;
    for (const { octets, message } of messages) {
      const time = await cpuTime(() => read(message, one));
      const isFast = time < leastMeasured(octets) || before === null || isLinear(before, time);
      if (!isFast) {
        const ratio = await leastRatio(one, read, octets);
        if (ratio !== null) return { reader, message: one.name, octets, ratio };
      }
      before = time;
    }
  }
  return null;
}

const isLinear = (half: number, whole: number): boolean => whole <= (half + TICK) * MOST;

/** What one size costs beside half of it, at best: what else the machine does only makes either slower. Null where that is no more than it should. */
async function leastRatio(
  one: GrowthCase,
  read: (message: Buffer, of: GrowthCase) => unknown,
  octets: number,
): Promise<number | null> {
  const [half, whole] = [one.make(octets / 2), one.make(octets)];
  let [leastHalf, leastWhole] = [Infinity, Infinity];
  for (let tries = 0; tries < TRIES; tries++) {
    leastHalf = Math.min(leastHalf, await cpuTime(() => read(half, one)));
    leastWhole = Math.min(leastWhole, await cpuTime(() => read(whole, one)));
    if (leastWhole < leastMeasured(octets) || isLinear(leastHalf, leastWhole)) return null;
  }
  return leastWhole / leastHalf;
}

/** Milliseconds of this thread alone. */
async function cpuTime(work: () => unknown): Promise<number> {
  bringUpToDate();
  const start = process.threadCpuUsage();
  await work();
  bringUpToDate();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

const nobodyWakes = new Int32Array(new SharedArrayBuffer(4));

/** A running thread's time is up to four milliseconds old; that of one which has just slept is not. */
function bringUpToDate(): void {
  Atomics.wait(nobodyWakes, 0, 0, 0.01);
}

/** Which once were slow, or would be where what a reader remembers is forgotten: they are in every sample. */
const KNOWN = [
  'Subject: "=?utf-8?b? "…',
  'a first line of " "…',
  'Authentication-Results: "\\\\("…',
  'a report with message/delivery-status of "\\n"…',
];

/** Some of the cases, by a seed: one of every `share`. All of them are those of each seed below `share`. */
export function chosenCases(seed: number, share: number): GrowthCase[] {
  return growthCases().filter(
    ({ name }, index) => (index * 7919 + seed) % share === 0 || KNOWN.includes(name),
  );
}
