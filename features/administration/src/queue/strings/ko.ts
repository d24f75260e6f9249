import { plural, type Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  queueMore: "나가기를 기다리는 메일이며 오래된 것부터 보입니다. Atrium이 스스로 다시 시도합니다.",
  filterQueue: "보낸 사람이나 받는 사람으로 찾기",
  mailCount: ({ count }: { count: number }) => plural(count, { other: "메일 {count}개" }),
  noMailFound: "“{query}”에 맞는 대기 중인 메일이 없습니다",
  to: "받는 사람 {address}",
  recipients: "받는 사람",
  giveUpIntro: "더 이상 보내려 하지 않으며, 보낸 사람에게 알립니다.",
  queueEmpty: "기다리는 메일이 없습니다",
  queueEmptyMore: "모든 메일이 나갔습니다.",
  ownReport: "보고 또는 자동 응답",
  heldBack: "보낸 사람이 취소할 수 있게 보류 중",
  tryAllNow: "모두 지금 시도",
  isTried: "지금 시도합니다",
  allAreTried: "모두 지금 시도합니다",
  giveUpTitle: "이 메일을 포기할까요?",
  giveUpMore: ({ count, sender }) =>
    `받는 사람 ${count}명에게 가지 않습니다. ${sender}에게 알립니다.`,
  giveUpReport: "보고 또는 자동 응답이라 아무에게도 알리지 않습니다.",
  gaveUp: "메일을 포기했습니다",
  triedJustNow: "지금 시도하는 중",
  tries: ({ count }) => `${count}번 시도`,
  nextTry: "다음 시도 {when}",
  moreRecipients: "그 밖에 {count}명",
};
