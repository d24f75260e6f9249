import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  link: "링크",
  linkAddress: "링크 주소",
  apply: "적용",
  removeLink: "링크 삭제",
  cancel: "취소",
  editorNotLoaded: "편집기를 불러오지 못했습니다.",
  tryAgain: "다시 시도",
};
