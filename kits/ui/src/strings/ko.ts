import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  close: "닫기",
  dismiss: "알림 닫기",
  remove: "{name} 삭제",
  clear: "지우기",
  showPassword: "비밀번호 표시",
  hidePassword: "비밀번호 숨기기",
  capsLock: "Caps Lock이 켜져 있습니다.",
  working: "처리 중…",
  notifications: "알림",
  tryAgain: "다시 시도",
  undo: "실행 취소",
  secondsLeft: "({count}초)",
  errorCode: "오류 {code}",
  aboutError: "오류 자세히 보기",
  resize: "{name} 너비",
  resizeHeight: "{name} 높이",
  moreBanners: ({ count }) => `외 ${count}건`,
  fewerBanners: "간단히 보기",
  cancel: "취소",
  typeToConfirm: "확인하려면 ‘{word}’ 입력",
  skipToContent: "본문으로 건너뛰기",
  couldNotLoad: "페이지의 일부를 불러오지 못했습니다. 연결 상태를 확인한 뒤 다시 시도해 주세요.",
};
