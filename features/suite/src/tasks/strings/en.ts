import { plural } from "@atrium/i18n";

type Count = { count: number };

export const en = {
  tasks: "Background tasks",
  waiting: "Waiting to start…",
  preparing: "Getting ready…",
  far: "{done} of {total}",
  secondsLeft: ({ count }: Count) =>
    plural(count, { one: "{count} second left", other: "{count} seconds left" }),
  minutesLeft: ({ count }: Count) =>
    plural(count, { one: "about {count} minute left", other: "about {count} minutes left" }),
  stop: "Stop",
  close: "Close",
  undo: "Undo",
  undoing: "Undoing: {name}",
  allDone: ({ count }: Count) => plural(count, { one: "Done: {count}", other: "Done: {count}" }),
  nothing: "There was nothing to do.",
  partly: "{done} of {total} done.",
  failed: ({ count }: Count) =>
    plural(count, { one: "{count} couldn’t be changed.", other: "{count} couldn’t be changed." }),
  stopped: "Stopped.",
  broken: "Something went wrong on the server.",
  forbidden: "You no longer have access.",
  gone: "What this was about no longer exists.",
  report: "Download report",
  reportName: "report.csv",
  subject: "Subject",
  from: "From",
  received: "Received",
  why: "Reason",
  whyForbidden: "Not allowed",
  whyFull: "No space left",
  whyGone: "The folder no longer exists",
  whyOther: "Not possible",
  unreachable: "The server can’t be reached. Try again when you’re back online.",
  tooMany: "Too many tasks are running. Wait until one is done.",
  notStarted: "This couldn’t be started.",
} as const;
