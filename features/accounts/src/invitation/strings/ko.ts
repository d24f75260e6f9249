import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  title: "비밀번호 설정",
  lead: "{organisation} 계정에서 사용할 비밀번호를 입력하세요.",
  recoveryTitle: "새 비밀번호 설정",
  recoveryLead:
    "{organisation} 계정에서 사용할 새 비밀번호를 입력하세요. 다른 모든 곳에서 로그아웃됩니다.",
  recoveryClosedWhy:
    "링크는 30분 동안 한 번만 사용할 수 있으며, 새 링크를 받으면 이전 링크는 사용할 수 없습니다.",
  askAgain: "새 링크 받기",
  yourAddress: "내 주소",
  send: "비밀번호 설정하고 로그인",
  code: "코드",
  codeHint: "인증 앱의 코드나 복구 코드를 입력하세요.",
  passkeyInstead:
    "조직에서 패스키를 요구하므로 새 비밀번호만으로는 로그인할 수 없습니다. 패스키로 로그인하세요. 패스키를 잃어버렸다면 관리자에게 2단계 인증 초기화를 요청하세요.",
  closed: "더 이상 사용할 수 없는 링크입니다",
  closedWhy:
    "링크는 7일 동안 한 번만 사용할 수 있으며, 새 링크를 받으면 이전 링크는 사용할 수 없습니다. 관리자에게 새 링크를 요청하세요.",
};
