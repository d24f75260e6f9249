import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  unsubscribeTitle: "{list} 수신을 거부할까요?",
  unsubscribeOneClick: "서버가 {host}에 수신 거부를 요청합니다. 여기서는 되돌릴 수 없습니다.",
  unsubscribeMail: "안내에 따라 {address} 주소로 메일을 보냅니다.",
  unsubscribed: "수신을 거부했습니다. 적용되기까지 며칠 걸릴 수 있습니다.",
  unsubscribeFailed: "수신 거부를 처리하지 못했습니다. 나중에 다시 시도해 주세요.",
  alsoDelete: ({ count, list }) => `${list}의 메일 ${count}개도 모두 삭제`,
  unsubscribePage: "웹페이지에서 수신 거부",
  source: "메일 원문",
  sourceCut: "앞부분만 표시합니다. 전체를 보려면 메일을 저장하세요.",

  print: "인쇄",
  copyMessageLink: "메일 링크 복사",
  messageLinkCopied: "링크를 복사했습니다. 이 메일을 볼 수 있는 사람만 열 수 있습니다.",
  messageLinkNotCopied: "링크를 복사하지 못했습니다.",
  viewSource: "원문 보기",
  saveEml: ".eml로 저장",
  lightPaper: "밝은 배경으로 보기",
  darkPaper: "어두운 테마에 맞추기",
  fixedFont: "고정폭 글꼴로 보기",
  usualFont: "기본 글꼴로 보기",
  cancel: "취소",
};
