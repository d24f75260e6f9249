import { plural } from "@atrium/i18n";

export const en = {
  saved: "Saved",

  name: "Name",
  address: "Mail address",

  newPassword: "New password",
  copied: "Copied",
  create: "Create",
  secondFactor: "Two-step sign-in",
  resetSecondFactor: "Reset two-step sign-in",
  resetSecondFactorTitle: "Reset two-step sign-in of {name}?",
  resetSecondFactorMore:
    "App, recovery codes and passkeys no longer count; the password alone will let {name} in. Do it only when you are sure that it is {name} who asks.",
  reset: "Reset",
  secondFactorReset: "{name} signs in with the password alone now",

  people: "People",
  peopleMore: "Everyone with an account, and who may administer.",
  addPerson: "Add a person",
  add: "Add",
  initialPassword: "First password",
  initialPasswordHint: "Hand it over yourself; Atrium sends it nowhere.",
  personAdded: "{name} can sign in now",
  disable: "Disable",
  enable: "Enable",
  disabled: "Disabled",
  personDisabled: "{name} can no longer sign in",
  personEnabled: "{name} can sign in again",
  signOutEverywhere: "Sign out everywhere",
  personSignedOut: "{name} is signed out of every browser",
  setPassword: "Set a new password",
  passwordSet: "{name} has a new password; all sessions have ended",
  makeAdministrator: "Make administrator",
  takeAdministrator: "Take administration away",
  roleChanged: "The roles of {name} are changed",
  filterPeople: "Find people",
  peopleCount: ({ count }: { count: number }) =>
    plural(count, { one: "{count} person", other: "{count} people" }),
  aliases: "Other addresses",
  aliasesHint: "Mail to them arrives here too. Put commas between them.",
  administration: "Administration",
  administrationMore:
    "Administrators look after people, groups, domains and the queue. They read nobody's mail.",
  waysIn: "Signing in",
  hasSecondFactor: "Two-step sign-in is on.",
  hasNoSecondFactor: "Two-step sign-in is off.",
  passkeyCount: ({ count }: { count: number }) =>
    plural(count, { zero: "No passkeys.", one: "{count} passkey.", other: "{count} passkeys." }),
  disableMore: "A disabled person is signed out everywhere and gets no mail. What is there stays.",
  loadFailed: "This could not be loaded",
  nobodyFound: "Nobody is called “{query}”",

  domains: "Domains",
  addDomain: "Add a domain",
  since: "Since {date}",

  save: "Save",
  undone: "Taken back",

  members: "Members",
  memberCount: ({ count }: { count: number }) =>
    plural(count, { one: "{count} member", other: "{count} members" }),
  noMembers: "Nobody yet. Find somebody below.",
  findMember: "Find somebody to add",
  memberAdded: "{name} is in",
  memberRemoved: "{name} is out",
  takeOut: "Take {name} out",
  addressTaken: "This address belongs to somebody already",
  endNamed: "End “{name}”?",

  sharedAccounts: "Shared accounts",
  sharedAccountsMore: "Accounts that several people work in, such as support@.",
  addSharedAccount: "New shared account",
  noSharedAccounts: "There are no shared accounts",
  noSharedAccountsMore: "Make one for mail that a team answers together.",
  filterSharedAccounts: "Find shared accounts",
  sharedAccountCount: ({ count }: { count: number }) =>
    plural(count, { one: "{count} shared account", other: "{count} shared accounts" }),
  noSharedAccountFound: "No shared account is called “{query}”",
  sharedMembersMore: "They find the account beside their own mail. Changes hold at once.",
  rightOf: "What {name} may do",
  mayRead: "May read",
  mayReadMore: "Sees everything, changes nothing",
  mayWrite: "May write",
  mayWriteMore: "Also answers, moves and deletes",
  nowReads: "{name} may only read now",
  nowWrites: "{name} may write now",
  endSharedAccount: "End this account",
  endSharedAccountMore:
    "Nobody gets in any more, and its addresses take no mail. What lies in it is kept, but nobody can reach it.",
  sharedAccountRemoved: "“{name}” has ended",

  groups: "Groups",
  group: "Group",
  groupsMore: "People who are meant together. Mail to a group's address goes to all of them.",
  addGroup: "New group",
  filterGroups: "Find groups",
  groupCount: ({ count }: { count: number }) =>
    plural(count, { one: "{count} group", other: "{count} groups" }),
  noGroupFound: "No group is called “{query}”",
  moreMembers: "Show {count} more",
  noGroups: "There are no groups",
  noGroupsMore: "Make one for a team, a floor or a project.",
  noGroupAddress: "No address",
  groupAddressHint: "Empty: a group without mail",
  groupMembersMore: "People, shared accounts and other groups.",
  endGroup: "End this group",
  endGroupMore: "Its address takes no mail any more. Its members stay.",
  groupRemoved: "“{name}” has ended",

  activity: "Activity",
  activityMore: "What administrators did, and everybody to their own ways in.",

  operations: "Operations",
  operationsWords:
    "Charts, delivery, refusals, bounces, storage, database, certificate, backup, processes, errors",

  queue: "Mail queue",
  queueWords: "Outgoing mail, delivery, retry",
  tryNow: "Try now",
  giveUp: "Give up",

  signInRules: "Sign-in",
  signInRulesMore: "What the organisation asks of its people when they sign in.",
  factorRuleMore:
    "Who is asked for it and has not set it up, gets in only to do so. Mail apps go on with the app passwords that they have.",
  factorFor: "Who has to use it",
  factorForNobody: "Nobody",
  factorForAdministrators: "Administrators",
  factorForEverybody: "Everybody",
  factorGrace: "It holds",
  factorGraceMore: "Until then people are reminded once a day.",
  atOnce: "At once",
  inDays: "In {count} days",
  factorOwnFirst: "Turn on two-step sign-in for yourself first, or add a passkey, under Security.",
  factorRuleFrom: "Asked for from {date} on",
  factorRuleWithout: ({ count }: { count: number }) =>
    count === 0
      ? "Everybody whom it means has it."
      : plural(count, {
          one: "{count} person has not set it up yet.",
          other: "{count} people have not set it up yet.",
        }),
  factorRuleSaved: "The rule is saved",
} as const;
