import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  title: "도움말",
  search: "도움말 검색",
  results: ({ count }) => `${count}개 문서`,
  noResults: "“{query}”에 대한 내용을 찾지 못했습니다.",
  allPages: "모든 도움말",
  errorsTitle: "불러오지 못할 때",
  errorsIntro: "각 코드는 한 가지 원인을 가리킵니다. 화면의 카드나 브라우저 콘솔에 표시됩니다.",
  cause: "원인",
  whatYouSee: "화면에 보이는 것",
  whatToDo: "해결 방법",
  noSuchHelp: "그런 도움말이 없습니다",
  noSuchHelpMore: "이름이 바뀌었을 수 있습니다. 검색하거나 모든 도움말을 살펴보세요.",
  noSuchPage: "이 주소에는 페이지가 없습니다",
  noSuchPageMore: "공개된 적이 없거나 기간이 끝났거나 소유자가 거두었습니다.",
  toMail: "메일로 가기",
};
