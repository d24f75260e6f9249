import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  asTable: "표로 보기",
  valuesOf: "{label}: 값",
  tableOf: "{label}: 표",
  time: "시간",
  soFar: "현재까지",
  nothing: "이 기간의 내역이 없습니다",
  unknown: "알 수 없음",
};
