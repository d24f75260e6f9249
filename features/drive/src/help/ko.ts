import type { HelpArticle } from "@atrium/i18n";

export const ko: readonly HelpArticle[] = [
  {
    slug: "drive",
    order: 70,
    title: "드라이브의 파일",
    summary: "파일을 업로드하고, 다운로드하고, 삭제합니다.",
    body: [
      "왼쪽 막대에서 드라이브를 엽니다. 파일을 화면에 끌어다 놓거나 업로드 단추를 쓰세요. 파일마다 진행 상황이 보이고 멈출 수 있습니다. 삭제한 파일은 실행 취소로 되돌릴 수 있습니다.",
      "드라이브는 따로 불러오는 부분입니다. 불러오지 못해도 메일은 계속 쓸 수 있고, 다시 시도하는 카드가 나타납니다.",
    ],
  },
];
