import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  title: "챗봇",
  none: "사용할 수 있는 챗봇이 없습니다",
  noneMore: "페이지 소유자가 챗봇을 만들지 않았거나 이 사이트에서 허용하지 않았습니다.",
};
