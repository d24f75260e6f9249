import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  title: "통화",
  checkTitle: "카메라와 마이크",
  checkIntro:
    "상대방에게 보이고 들릴 모습을 확인합니다. 이 기기 밖으로는 아무것도 나가지 않습니다.",
  start: "확인 시작",
  stop: "중지",
  camera: "카메라",
  microphone: "마이크",
  noCamera: "카메라 없음",
  noMicrophone: "마이크 없음",
  unnamed: "장치 {number}",
  level: "마이크 음량",
  preview: "내 카메라 화면",
  speak: "말을 해 보세요. 막대가 움직여야 합니다.",
  asking: "브라우저가 권한을 묻고 있습니다…",
  denied: "브라우저가 카메라와 마이크 사용을 막고 있습니다. 주소 옆에서 허용한 뒤 다시 시도하세요.",
  missing: "카메라나 마이크를 찾지 못했습니다. 연결한 뒤 다시 시도하세요.",
  busy: "다른 프로그램이 카메라나 마이크를 쓰고 있습니다. 그 프로그램을 닫고 다시 시도하세요.",
  failed: "카메라나 마이크를 시작하지 못했습니다.",
  insecure: "브라우저는 HTTPS 페이지나 이 컴퓨터에서만 카메라와 마이크를 허용합니다.",
};
