import type {
  EmailAuthentication,
  EmailJunkVerdict,
  JunkReason,
} from "@atrium/contract/types/email";
import { storable } from "../../../platform/storable.ts";
import { MAX_REASONS } from "../limits.ts";
import type { Acquaintance, Evidence } from "./evidence.ts";
import type { Scored } from "../scanners/rspamd.ts";

/** From here on a message is junk: a wanted one in Junk costs more than several in the inbox that are not. */
export const JUNK_FROM = 0.9;

/** What each reason adds to the log-odds that a message is junk; reports speak the loudest, what is only unusual hardly. */
const WEIGHTS = {
  // Warned of where it is read; by itself it may also be a namesake.
  lookAlike: 1.5,
  failedAuthentication: 1.6,
  reportedHere: 3,
  reportedElsewhere: 1.5,
  bulkWithoutUnsubscribe: 0.8,
  firstContact: 0.3,
  known: -3,
  saidToBeWanted: -5,
};
/** Words alone are never surer than this, in log-odds. */
const MOST_BY_WORDS = 5;
/** People elsewhere who have to agree before it says something. */
const LEAST_OTHERS = 2;
/** Words that a verdict names. */
const WORDS_NAMED = 5;

interface Reason {
  readonly kind: JunkReason;
  readonly detail: string | null;
  readonly weight: number;
}

/**
 * What a message is taken for in one account, and why. Its words alone never make junk of what is from a colleague, or from
 * somebody known, if that is proven.
 */
export function judge(evidence: Evidence, acquaintance: Acquaintance): EmailJunkVerdict {
  const { authentication, isOwn, lookAlike, words } = evidence;
  const { isKnown, ownReport, othersReports } = acquaintance;
  const failed = hasFailed(authentication);
  const reasons: Reason[] = [];
  const add = (is: boolean, kind: JunkReason, weight: number, detail: string | null = null) => {
    if (is) reasons.push({ kind, detail, weight });
  };
  add(lookAlike !== null, "lookAlike", WEIGHTS.lookAlike, lookAlike);
  add(failed, "failedAuthentication", WEIGHTS.failedAuthentication);
  add(ownReport === "junk", "reportedSender", WEIGHTS.reportedHere);
  add(
    ownReport === null && othersReports >= LEAST_OTHERS,
    "reportedSender",
    WEIGHTS.reportedElsewhere,
  );
  add(evidence.isBulkWithoutUnsubscribe, "bulkWithoutUnsubscribe", WEIGHTS.bulkWithoutUnsubscribe);
  // Whom one has reported since is not spared for what came before.
  const isSurelyKnown =
    ownReport !== "junk" &&
    (isKnown || ownReport === "wanted" || isOwn) &&
    isProven(authentication);
  add(!isKnown && ownReport !== "wanted" && !isOwn, "firstContact", WEIGHTS.firstContact);
  const said = logit(words.probability);
  // A file's name may hold what a database does not take.
  const detail = storable(words.telling.map(plainWord).slice(0, WORDS_NAMED).join(", "));
  add(said > 0 && !isSurelyKnown, "words", said, detail === "" ? null : detail);

  let odds = reasons.reduce((sum, { weight }) => sum + weight, 0);
  if (said < 0) odds += said;
  if (isSurelyKnown) odds += WEIGHTS.known;
  if (ownReport === "wanted" && isSurelyKnown) odds += WEIGHTS.saidToBeWanted;
  const probability = 1 / (1 + Math.exp(-odds));
  return {
    isJunk: probability >= JUNK_FROM,
    probability: rounded(probability),
    by: "atrium",
    reasons: severestFirst(reasons),
  };
}

/** The verdict of a scanner that was asked, with what else speaks for it. A person's own word goes before a machine's. */
export function judgeByScanner(
  own: EmailJunkVerdict,
  scored: Scored,
  acquaintance: Acquaintance,
): EmailJunkVerdict {
  const isWanted = acquaintance.ownReport === "wanted" && !own.isJunk;
  const isJunk = scored.isJunk && !isWanted;
  const share = scored.required > 0 ? scored.score / scored.required : 0;
  const probability = Math.min(
    1,
    Math.max(isJunk ? JUNK_FROM : 0, isJunk ? share : Math.min(share, JUNK_FROM - 0.01)),
  );
  const symbols = scored.symbols.map((symbol) => ({ kind: "scanner" as const, detail: symbol }));
  const named = [...symbols.slice(0, MAX_REASONS - own.reasons.length), ...own.reasons];
  return {
    isJunk,
    probability: rounded(probability),
    by: "rspamd",
    reasons: named.slice(0, MAX_REASONS),
  };
}

/** The verdict on what the author's domain, or ours, wants to be taken for junk. */
export function junkByPolicy(verdict: EmailJunkVerdict): EmailJunkVerdict {
  const others = verdict.reasons.filter(({ kind }) => kind !== "failedAuthentication");
  return {
    ...verdict,
    isJunk: true,
    probability: Math.max(verdict.probability, 0.95),
    reasons: [{ kind: "failedAuthentication" as const, detail: null }, ...others].slice(
      0,
      MAX_REASONS,
    ),
  };
}

/** Something speaks against the author, and nothing for them. */
function hasFailed(authentication: EmailAuthentication | null): boolean {
  if (authentication === null) return false;
  const { spf, dmarc, unprovenOwnDomain } = authentication;
  if (unprovenOwnDomain !== undefined || dmarc.result === "fail") return true;
  const isVouchedFor = dmarc.alignment.spf || dmarc.alignment.dkim;
  return !isVouchedFor && spf.result === "fail";
}

/** Something speaks for the author; where nothing was looked at, nothing is doubted. */
function isProven(authentication: EmailAuthentication | null): boolean {
  if (authentication === null) return true;
  const { alignment } = authentication.dmarc;
  return (alignment.spf || alignment.dkim) && !hasFailed(authentication);
}

const severestFirst = (reasons: readonly Reason[]): EmailJunkVerdict["reasons"] =>
  [...reasons]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_REASONS)
    .map(({ kind, detail }) => ({ kind, detail }));

/** `subject:word` as people would say it. */
const plainWord = (token: string): string => token.slice(token.indexOf(":") + 1);

function logit(probability: number): number {
  const odds = Math.log(probability / (1 - probability));
  return Math.max(-MOST_BY_WORDS, Math.min(MOST_BY_WORDS, odds));
}

const rounded = (probability: number): number => Math.round(probability * 1000) / 1000;
