import { answerBelow, bounced, invited, recipientOffline } from "./answering.ts";
import { makeRule, newsletter, thirty } from "./filing.ts";
import { attachedFile, eitherOr, leaveList, moveFromWindow, whoAnswered } from "./looking.ts";
import { offline } from "./offline.ts";
import { file, find, readNext } from "./reading.ts";
import { shareFolder } from "./sharing.ts";
import type { Task } from "./task.ts";
import { answer, crash, forward, schedule, template, undoSend, whileReading } from "./writing.ts";

/** In the order of the page. */
export const TASKS: readonly Task[] = [
  readNext,
  file,
  find,
  answer,
  forward,
  schedule,
  template,
  undoSend,
  newsletter,
  thirty,
  whileReading,
  crash,
  offline,
  shareFolder,
  invited,
  answerBelow,
  attachedFile,
  whoAnswered,
  recipientOffline,
  bounced,
  eitherOr,
  leaveList,
  moveFromWindow,
  makeRule,
];
