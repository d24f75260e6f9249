import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  insert: "템플릿 삽입",
  find: "템플릿 찾기",
  templates: "템플릿",
  none: "아직 템플릿이 없습니다",
  noneHow: "자주 쓰는 메일을 템플릿으로 저장하세요.",
  noneFound: "일치하는 템플릿이 없습니다.",
  notLoaded: "템플릿을 불러오지 못했습니다",
  tryAgain: "다시 시도",
  own: "내 템플릿",
  manage: "템플릿 관리",
  saveTitle: "템플릿으로 저장",
  save: "저장",
  saved: "템플릿을 저장했습니다.",
  name: "이름",
  nameHint: "메일에서 /와 이 이름을 입력하면 템플릿이 삽입됩니다.",
  nameNeeded: "이름을 입력하세요.",
  account: "저장 위치",
  withRecipients: "받는 사람 포함",
  tooMany: "더 저장할 수 없습니다. 템플릿을 먼저 하나 삭제하세요.",
  tooLong: "템플릿으로 저장하기에는 메일이 너무 깁니다.",
  notSaved: "템플릿을 저장하지 못했습니다. 다시 시도해 주세요.",
};
