import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  find: "대화에서 찾기",
  none: "결과 없음",
  noneInBeginning: "검색한 부분에 결과 없음",
  placeOf: "{number}/{count}",
  placeOfMore: "{number}/{count}+",
  previous: "이전 결과",
  next: "다음 결과",
  close: "닫기",
};
