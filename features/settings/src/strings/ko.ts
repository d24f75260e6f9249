import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  title: "설정",
  sections: "설정",
  you: "나",
  organisation: "조직",

  findSetting: "설정 찾기",
  nothingFound: "“{query}”에 맞는 설정이 없습니다",
  settingsFound: ({ count }) => `항목 ${count}개를 찾았습니다`,

  noSuchSection: "그런 설정이 없습니다",
  noSuchSectionMore: "항목 가운데 하나를 고르세요.",
  notYours: "관리자만 볼 수 있습니다",
  notYoursMore: "여기서 바꿀 것이 있으면 관리자에게 부탁하세요.",
};
