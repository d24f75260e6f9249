import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  title: "비밀번호를 잊으셨나요?",
  lead: "메일 주소를 입력하세요. 등록된 복구 주소가 있으면 링크를 보내 드립니다.",
  send: "링크 보내기",
  sent: "복구 주소의 메일을 확인하세요",
  sentMore:
    "{address} 계정에 복구 주소가 있으면 비밀번호 재설정 링크를 보내 드립니다. 링크는 30분 동안 사용할 수 있습니다.",
  noMail:
    "메일이 오지 않았다면 스팸메일함을 확인하세요. 복구 주소가 없다면 관리자에게 새 비밀번호를 요청하세요.",
  another: "다른 주소 사용",
};
