import { MAX_SHARED_WITH } from "@atrium/contract/types/shares";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How long sessions live, how often a sign-in may fail and what it may cost. Times in milliseconds. */
export const LIMITS = {
  /** A session that is not used for so long ends. */
  sessionIdle: 14 * DAY,
  /** A session ends after so long, used or not. */
  sessionMax: 90 * DAY,
  /** No policy has sessions end sooner: when one was seen last is known only so exactly (`sessionSeenStep`). */
  sessionShortest: 15 * MINUTE,
  /** How far ahead a second factor can be asked for; longer is never. */
  secondFactorGrace: 90 * DAY,
  /**
   * How long a session that expired is told apart from one that was ended: what its browser keeps, unsaved changes
   * among it, waits so long for the person to sign in again.
   */
  sessionRemembered: 30 * DAY,
  /** How exact "last seen" is: it is written at most so often. */
  sessionSeenStep: 5 * MINUTE,
  /** Sessions of one person; the least recently seen make room. */
  sessionsPerPerson: 50,
  /** Failures are counted in windows of this length, each beginning with its first failure. */
  failureWindow: 15 * MINUTE,
  /** Failed sign-ins in a window for one address from one network: someone who guesses. */
  failuresPerPair: 10,
  /** … for one address from anywhere: many who guess. Higher, so that one of them can't lock a person out alone. */
  failuresPerAddress: 100,
  /** … from one network for any address. An office shares one. */
  failuresPerNetwork: 200,
  /** … of codes of one person, from anywhere. Who tries has the password; six digits stand it only so often. */
  failuresPerCode: 10,
  /** How long a proof of who it is lasts for what administrators do to the ways in of others. */
  proofKept: 15 * MINUTE,
  /** Passkeys of one person. */
  passkeysPerPerson: 20,
  /** How long the answer of a device to a request for a passkey may take. */
  passkeyChallenge: 5 * MINUTE,
  /** How long sign-ins, and what failed of them, are kept for their person to see. */
  signInsKept: 90 * DAY,
  /** … of which so many are shown. */
  signInsShown: 20,
  /** Guests of one account. */
  guestsPerAccount: 200,
  /** People, groups and guests with whom one folder or file is shared. */
  sharesPerRecord: MAX_SHARED_WITH,
  /** Shares of all folders and files of one account: one for each record and each with whom it is shared. */
  sharesPerAccount: 5000,
  /** … of these with one person, group or guest. */
  sharesPerPrincipal: 1000,
  /** Shares without an end that one process keeps in memory; those that were not asked for the longest make room. */
  sharesInMemory: 100_000,
  /** What one person is still told of what others share; the oldest makes room. */
  notificationsPerPerson: 200,
  /** How long an undismissed notification is kept. */
  notificationsKept: 60 * DAY,
  /** Users whom one change of a share notifies; if there are more, only those whom it names, and no members of groups. */
  peopleToldOfShare: 1000,
  /** Addresses of one person besides the one that they sign in with. */
  aliasesPerPerson: 100,
  /** People, shared accounts and groups in one group. */
  membersPerGroup: 10_000,
  /** People in one shared account. */
  membersPerSharedAccount: 1000,
  /** Acts of administrators that one list has, the newest. */
  actsListed: 10_000,
  /** How long a person or shared account that was removed can be restored. */
  removedKept: 30 * DAY,
  /** Characters of the reason for which a remote is switched off. */
  remoteReason: 300,
  /** Characters of the name of a time zone; the longest that there is has 32. */
  timeZoneName: 64,
  /** How long the link lets someone set a password. */
  invitationKept: 7 * DAY,
  /** How long the link to set another password in place of a forgotten one works. */
  recoveryKept: 30 * MINUTE,
  /** How often one is asked for in a window for one address from one network. */
  recoveriesPerPair: 3,
  /** … for one address from anywhere. */
  recoveriesPerAddress: 10,
  /** … from one network for any address. */
  recoveriesPerNetwork: 30,
  /** How long the code of a new recovery address is good. */
  recoveryCodeKept: 60 * MINUTE,
  /** Wrong codes for it, after which another one has to be sent. */
  recoveryCodeFailures: 5,
  /** Links and codes that are sent to one person's recovery addresses … */
  recoveryMails: 10,
  /** … within this time. */
  recoveryMailsWindow: DAY,
  /** App passwords and tokens of one person. */
  credentialsPerPerson: 100,
  /** For how long they may be made at most; others never expire. Some ten years. */
  credentialLife: 3660 * DAY,
  /** How long they stay in the list after they expired. */
  credentialsKept: 90 * DAY,
  /** Passwords hashed at once by one process. Each takes some 15 ms of a core, which mail wants as well. */
  hashesAtOnce: 2,
  /** … and waiting for it, after which sign-ins are asked to come back: about a second's worth. */
  hashesInLine: 100,
  /** How long a password that was right is known without asking argon2 again (clients that send it every time). */
  credentialCache: MINUTE,
} as const;

export type Limits = { readonly [Name in keyof typeof LIMITS]: number };
