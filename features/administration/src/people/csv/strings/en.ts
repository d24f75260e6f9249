import { plural } from "@atrium/i18n";

interface Count {
  readonly count: number;
}

export const en = {
  title: "Import people",
  intro:
    "Add many people at once from a CSV file, such as an export from Google Workspace or Microsoft 365.",

  file: "File",
  fileMore:
    "Each line is a person with a name and an email address. Other addresses, roles and limits are optional.",
  choose: "Choose a CSV file",
  dropHere: "Drop the file here",
  orDrop: "You can also drop it here.",
  paste: "Or paste a table",
  pasteHint: "For example, copied from a spreadsheet, with the column titles.",
  check: "Check",
  passwords:
    "Passwords in the file are not imported. People choose their own with an invitation link.",

  tooLarge: "This file is too large. Split it into files of up to 10 MB.",
  tooManyRows: "This file has too many lines. Split it into files of up to 50,000.",
  tooManyColumns: "Line {line} has more than 200 columns.",
  cellTooLong: "Line {line} has a value with more than 10,000 characters.",
  unclosedQuote: "A quotation mark in line {line} is never closed.",
  binary: "This is not a CSV file. In Excel or Numbers, save or export the table as CSV first.",
  noPeople: "There are no people in this file.",
  unread: "This file could not be read.",

  columns: "Columns",
  columnsMore: "Where each detail is in the file. Change what was not recognised.",
  columnsMissing: "Choose the columns that have the names and the email addresses",
  none: "Not in the file",
  column: "Column {number}",
  columnLike: "{title} ({example})",
  address: "Email address",
  name: "Name",
  firstName: "First name",
  lastName: "Last name",
  aliases: "Other addresses",
  roles: "Roles",
  quotaOctets: "Storage limit (GB)",
  quotaEmails: "Message limit",

  checked: "What will happen",
  checkedMore: "Nothing has been changed yet.",
  newCount: ({ count }: Count) =>
    plural(count, { one: "{count} person will be added", other: "{count} people will be added" }),
  newNone: "Nobody will be added",
  presentCount: ({ count }: Count) =>
    plural(count, {
      one: "{count} person is already here and stays unchanged",
      other: "{count} people are already here and stay unchanged",
    }),
  unusableCount: ({ count }: Count) =>
    plural(count, {
      one: "{count} line can’t be imported",
      other: "{count} lines can’t be imported",
    }),
  foreignAliases: ({ count }: Count) =>
    plural(count, {
      one: "{count} other address is left out because its domain isn’t yours",
      other: "{count} other addresses are left out because their domains aren’t yours",
    }),
  rolesGiven: ({ count }: Count) =>
    plural(count, {
      one: "{count} of them gets more rights than a user",
      other: "{count} of them get more rights than users",
    }),
  roleOf: "{name}: {roles}",
  line: "Line {line}",
  andMore: ({ count }: Count) =>
    plural(count, { one: "and {count} more", other: "and {count} more" }),
  downloadUnusable: "Download these lines",
  links: "Create an invitation link for each person",
  linksHint:
    "The links are in the results you download at the end. You can also create one later on the person’s page.",
  importCount: ({ count }: Count) =>
    plural(count, { one: "Import {count} person", other: "Import {count} people" }),
  otherFile: "Choose another file",

  importing: "Importing people",
  importingMore:
    "Keep this page open. If you leave, the import stops; import the same file again to continue.",
  progress: "{done} of {total}",
  secondsLeft: ({ count }: Count) =>
    plural(count, { one: "{count} second left", other: "{count} seconds left" }),
  minutesLeft: ({ count }: Count) =>
    plural(count, { one: "{count} minute left", other: "{count} minutes left" }),
  stop: "Stop",
  stopping: "Stopping…",
  resume: "Continue",

  finished: "Import finished",
  stopped: "Import stopped",
  stoppedMore: ({ count }: Count) =>
    plural(count, {
      one: "{count} person has not been imported yet",
      other: "{count} people have not been imported yet",
    }),
  createdCount: ({ count }: Count) =>
    plural(count, { one: "{count} person was added", other: "{count} people were added" }),
  createdNone: "Nobody was added",
  refusedCount: ({ count }: Count) =>
    plural(count, {
      one: "{count} line could not be imported",
      other: "{count} lines could not be imported",
    }),
  linkMissing: ({ count }: Count) =>
    plural(count, {
      one: "{count} person was added but has no link",
      other: "{count} people were added but have no link",
    }),
  downloadResults: "Download results",
  linksWarning: "The results contain invitation links",
  linksWarningMore:
    "Anyone who has a link can set that person’s password, so keep the file as safe as a list of passwords and delete it when the links are handed out. The links work once, for 7 days, and are not shown again.",
  again: "Import another file",

  noAddress: "No email address",
  noName: "No name",
  longName: "The name is longer than 200 characters",
  wrongAddress: "“{what}” is not a valid email address",
  foreignDomain: "“{what}” is not one of your domains",
  wrongAlias: "“{what}” is not a valid email address",
  tooManyAliases: "More than 100 other addresses",
  wrongRole: "There is no role “{what}”",
  wrongQuota: "“{what}” is not a valid limit",
  twiceInFile: "Line {what} has the same address",
  takenByOther: "“{what}” is already used by someone else",
  removedPerson: "This person was removed. Restore them instead.",

  fileLine: "Line",
  result: "Result",
  reason: "Reason",
  invitationLink: "Invitation link",
  worksUntil: "Works until (UTC)",
  resultCreated: "Added",
  resultPresent: "Already here",
  resultRefused: "Not imported",
  resultPending: "Not imported yet",
  status: "Status",
  active: "Active",
  disabled: "Disabled",
  peopleFile: "people.csv",
  resultsFile: "import-results.csv",
  unusableFile: "not-importable.csv",
} as const;
