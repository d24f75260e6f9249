import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  placeInFiles: "{total}개 중 {number}번째",
  previousFile: "이전 파일",
  nextFile: "다음 파일",
  download: "다운로드",
  couldNotLoad: "불러오지 못했습니다.",
  noPreview: "미리 볼 수 없는 파일입니다.",
  noPreviewTooLarge: "파일이 너무 커서 미리 볼 수 없습니다.",
  textOnly: "텍스트만 표시합니다. 서식과 이미지를 보려면 파일을 다운로드하세요.",
  noTextInFile: "이 파일에는 텍스트가 없습니다.",
  sheet: "시트 {number}",
  slide: "슬라이드 {number}",
  officeProtected: "비밀번호로 보호된 파일입니다. 열려면 다운로드하세요.",
  officeTooLarge: "압축을 풀면 너무 커지는 파일입니다. 믿을 수 있는 사람이 보낸 경우에만 여세요.",
  officeUnreadable: "파일을 읽을 수 없습니다. 손상되었을 수 있습니다.",
  previewCut: "앞부분만 표시합니다.",
  cannotPlay: "이 브라우저에서 재생할 수 없는 파일입니다. 열려면 다운로드하세요.",
  noPdfViewer: "이 브라우저에서는 PDF 파일을 바로 볼 수 없습니다.",
};
