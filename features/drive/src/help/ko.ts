import type { HelpArticle } from "@atrium/i18n";

export const ko: readonly HelpArticle[] = [
  {
    slug: "drive",
    order: 70,
    title: "드라이브에 파일 보관하기",
    summary: "파일 업로드, 다운로드, 삭제",
    body: [
      "왼쪽에서 드라이브를 여세요. ‘업로드’를 누르거나 컴퓨터에서 파일을 화면에 끌어다 놓으면 됩니다. 파일마다 진행 상황이 표시되고 중지할 수 있습니다. 삭제한 파일은 ‘실행 취소’로 복구할 수 있습니다.",
      "드라이브는 따로 불러옵니다. 드라이브를 불러오지 못해도 다른 기능은 그대로 사용할 수 있고, 다시 시도할 수 있습니다.",
    ],
  },
];
