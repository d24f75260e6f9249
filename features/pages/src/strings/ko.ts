import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  title: "도움말",
  search: "도움말 검색",
  results: ({ count }) => `도움말 ${count}개`,
  noResults: "‘{query}’ 검색 결과가 없습니다.",
  allPages: "모든 도움말",
  nextArticle: "다음: {title}",
  errorsTitle: "화면을 불러오지 못할 때",
  errorsSummary: "오류 코드의 뜻을 확인하세요.",
  errorsIntro: "코드마다 원인이 하나씩 있습니다. 코드는 화면의 안내나 브라우저 콘솔에 표시됩니다.",
  cause: "원인",
  whatYouSee: "표시되는 내용",
  whatToDo: "해결 방법",
  noSuchHelp: "도움말을 찾을 수 없습니다",
  noSuchHelpMore: "이름이 변경되었을 수 있습니다. 검색하거나 모든 도움말을 확인하세요.",
  noSuchPage: "페이지를 찾을 수 없습니다",
  noSuchPageMore: "공개되지 않았거나, 기간이 지났거나, 소유자가 삭제한 페이지입니다.",
  toMail: "메일로 돌아가기",
};
