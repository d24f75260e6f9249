import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  title: "설정",
  sections: "설정",
  you: "개인",
  mail: "메일",
  organisation: "조직",

  findSetting: "설정 검색",
  nothingFound: "‘{query}’ 검색 결과가 없습니다",
  settingsFound: ({ count }) => `항목 ${count}개를 찾았습니다`,

  noSuchSection: "설정을 찾을 수 없습니다",
  noSuchSectionMore: "목록에서 항목을 선택하세요.",
  notYours: "관리자만 볼 수 있습니다",
  notYoursMore: "변경이 필요하면 관리자에게 요청하세요.",
};
