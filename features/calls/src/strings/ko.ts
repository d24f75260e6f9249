import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  title: "통화",
  checkTitle: "카메라와 마이크",
  checkIntro:
    "상대방에게 어떻게 보이고 들리는지 확인하세요. 먼저 브라우저가 권한을 묻습니다. 이 기기 밖으로는 아무것도 전송되지 않습니다.",
  start: "카메라와 마이크 테스트",
  stop: "중지",
  camera: "카메라",
  microphone: "마이크",
  noCamera: "카메라 없음",
  noMicrophone: "마이크 없음",
  unnamed: "기기 {number}",
  level: "마이크 입력 크기",
  preview: "내 카메라 화면",
  speak: "말해 보세요. 막대가 움직이면 정상입니다.",
  asking: "브라우저가 권한을 묻고 있습니다…",
  denied:
    "브라우저에서 카메라와 마이크가 차단되어 있습니다. 주소창 옆에서 허용한 뒤 다시 시도해 주세요.",
  missing: "카메라나 마이크를 찾을 수 없습니다. 연결한 뒤 다시 시도해 주세요.",
  busy: "다른 프로그램에서 카메라나 마이크를 사용 중입니다. 닫은 뒤 다시 시도해 주세요.",
  failed: "카메라나 마이크를 시작하지 못했습니다.",
  insecure: "카메라와 마이크는 HTTPS 주소나 이 컴퓨터에서만 사용할 수 있습니다.",
};
