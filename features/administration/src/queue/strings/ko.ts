import { plural, type Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  queueMore:
    "발송을 기다리는 메일을 오래된 순으로 표시합니다. 지연된 메일은 자동으로 다시 보냅니다.",
  filterQueue: "보낸 사람이나 받는 사람으로 검색",
  mailCount: ({ count }: { count: number }) => plural(count, { other: "메일 {count}개" }),
  noMailFound: "‘{query}’ 검색 결과가 없습니다",
  to: "받는 사람: {address}",
  recipients: "받는 사람",
  giveUpIntro: "발송을 중단하고 보낸 사람에게 알립니다.",
  queueEmpty: "대기열이 비어 있습니다",
  queueEmptyMore: "모든 메일을 보냈습니다.",
  ownReport: "전송 결과 또는 자동 답장",
  heldBack: "보낸 사람이 취소할 수 있어 보류 중",
  tryAllNow: "모두 다시 시도",
  isTried: "다시 시도하고 있습니다.",
  allAreTried: "모두 다시 시도하고 있습니다.",
  giveUpTitle: "이 메일의 발송을 중단할까요?",
  giveUpMore: ({ count, sender }) =>
    `받는 사람 ${count}명이 메일을 받지 못합니다. ${sender}에게 알립니다.`,
  giveUpReport: "전송 결과 또는 자동 답장이라 아무에게도 알리지 않습니다.",
  gaveUp: "발송을 중단했습니다.",
  triedJustNow: "다시 시도하는 중",
  tries: ({ count }) => `${count}회 시도`,
  nextTry: "다음 시도: {when}",
  moreRecipients: "외 {count}명",
};
