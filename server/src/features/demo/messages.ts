import type { PersonKey } from "./cast.ts";
import { conversation, drafts } from "./conversations.ts";
import { invitation, listTopics, openInvitations } from "./gatherings.ts";
import { post, type DemoMessage, type Letter } from "./letters.ts";
import { junk, notification, receipt } from "./machines.ts";
import { newsletters } from "./newsletters.ts";
import { createRandom, type Random } from "./random.ts";
import { setPieces } from "./set-pieces.ts";

/** How many messages the demo organisation has by default, counting each once however many people got it. */
export const DEMO_MESSAGES = 3000;

/** Of every thousand messages, about how many are of a kind; conversations fill the rest. */
const SHARES: readonly {
  readonly share: number;
  readonly make: (now: Date, random: Random) => Letter[];
}[] = [
  { share: 150, make: (now, random) => [notification(reader(random), now, random)] },
  { share: 48, make: (now, random) => [receipt(reader(random), now, random)] },
  { share: 20, make: (now, random) => [junk(reader(random), now, random)] },
  { share: 38, make: (now, random) => invitation(now, random) },
  { share: 140, make: (now, random) => conversation({ language: "ko", now }, random) },
  {
    share: 52,
    make: (now, random) => conversation({ language: "en", now, without: "alice" }, random),
  },
  {
    share: 45,
    make: (now, random) => conversation({ language: "en", now, long: random.int(14, 34) }, random),
  },
  {
    share: 16,
    make: (now, random) => conversation({ language: "ko", now, long: random.int(10, 18) }, random),
  },
];

/** The mail of the demo organisation, oldest first: the same for the same seed, time and count. */
export function demoMessages(options: {
  readonly seed: number;
  readonly now: Date;
  readonly count?: number;
}): DemoMessage[] {
  const { seed, now, count = DEMO_MESSAGES } = options;
  const random = createRandom(seed);
  const papers = (["alice", "bob", "jimin"] as const).flatMap((person) =>
    newsletters(person, now, random),
  );
  const letters: Letter[] = [
    ...setPieces(now, random),
    ...drafts(now, random),
    ...random.shuffle(papers).slice(0, Math.round(count * 0.11)),
    ...listTopics(now, random).slice(0, Math.round(count * 0.06)),
  ];
  for (const { share, make } of SHARES) {
    const enough = letters.length + (count * share) / 1000;
    while (letters.length < enough) letters.push(...make(now, random));
  }
  while (letters.length < count) letters.push(...conversation({ language: "en", now }, random));
  // By chances of their own, so that all others stay as they were.
  const own = createRandom(seed + 1);
  const asked = openInvitations(now, own).slice(0, count);
  const posted = [
    ...letters
      .slice(0, count - asked.length)
      .sort((a, b) => a.date.getTime() - b.date.getTime())
      .map((letter) => post(letter, now, random)),
    ...asked.map((letter) => post(letter, now, own)),
  ];
  return posted.sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
}

/** Most of it is Alice's, so that one mailbox is worth looking at. */
function reader(random: Random): PersonKey {
  return random.chance(0.72) ? "alice" : random.pick(["bob", "carol", "dave", "jimin"]);
}
