import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  formatting: "서식",
  bold: "굵게",
  italic: "기울임",
  underline: "밑줄",
  strike: "취소선",
  bullets: "글머리 기호",
  numbers: "번호 매기기",
  indentQuote: "인용",
  link: "링크",
  picture: "그림 넣기",
  clearFormats: "서식 지우기",
  linkAddress: "링크 주소",
  apply: "적용",
  removeLink: "링크 삭제",
  cancel: "취소",
  editorNotLoaded: "편집기를 불러오지 못했습니다.",
  tryAgain: "다시 시도",
};
