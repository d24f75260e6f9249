import type { Resolver } from "../../../platform/dns/index.ts";

/** More questions than these about one mail serve nobody who means well. */
const MAX_LOOKUPS = 100;

/**
 * Lookups for one mail, each question asked once: after `time` milliseconds in all, or too many questions, each fails
 * like one that nobody answers. So whatever a sender's zones are like, checking ends, with what it knows.
 */
export function boundedLookup(lookup: Resolver["lookup"], time: number): Resolver["lookup"] {
  const until = performance.now() + time;
  const asked = new Map<string, Promise<unknown[]>>();

  async function ask(name: string, type: string): Promise<unknown[]> {
    const left = until - performance.now();
    if (left <= 0 || asked.size > MAX_LOOKUPS) throw tooLate(name);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(tooLate(name)), left);
    });
    try {
      return await Promise.race([lookup(name, type), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  return (name, type) => {
    const key = `${type} ${name.toLowerCase()}`;
    const answer = asked.get(key) ?? ask(name, type);
    asked.set(key, answer);
    return answer;
  };
}

function tooLate(name: string): Error {
  return Object.assign(new Error(`no answer in time for ${name}`), { code: "ETIMEOUT" });
}
