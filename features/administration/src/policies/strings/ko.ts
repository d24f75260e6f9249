import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  reason: "이유",
  reasonHint: "적용 대상인 모든 사용자에게 설정 옆에 표시됩니다.",
  save: "저장",
  saved: "정책을 저장했습니다.",
  sessions: "로그인 유지",
  sessionsMore:
    "기간을 줄이면 이미 그 기간이 지난 브라우저는 바로 로그아웃됩니다. 지금 이 브라우저도 로그아웃될 수 있습니다.",
  sessionIdle: "활동이 없으면 로그아웃",
  sessionMax: "최대 로그인 유지 기간",
  longest: "{time} (최대)",
  device: "기기에 메일 저장",
  deviceMore:
    "메일을 브라우저에 저장해 두면 바로 열리고 오프라인에서도 읽을 수 있습니다. 허용하지 않으면 저장된 메일은 브라우저가 연결되는 즉시 삭제됩니다.",
  mayKeep: "브라우저에 메일 저장 허용",
  forwarding: "메일 전달",
  forwardingMore:
    "규칙으로 메일을 다른 주소로 전달할 수 있습니다. 조직 외부 주소를 허용하지 않으면 외부로 전달하려던 메일은 받은메일함에 남습니다.",
  mayForward: "조직 외부 주소로 전달 허용",
  publicLinks: "공개 링크",
  publicLinksMore:
    "파일과 드라이브 폴더를 로그인 없이 열 수 있는 링크로 공유할 수 있습니다. 허용하지 않으면 이미 만든 링크도 열리지 않습니다. 기간을 줄이면 이미 만든 링크도 그에 맞춰 종료됩니다.",
  mayLink: "공개 링크 허용",
  linkPassword: "비밀번호 필수",
  linkExpiry: "링크 유효 기간",
  linkNoExpiry: "제한 없음",
  secondFactor: "2단계 인증",
  factorMore:
    "대상 사용자는 2단계 인증을 설정해야 다른 기능을 사용할 수 있습니다. 메일 앱은 앱 비밀번호로 계속 사용할 수 있습니다.",
  factorFor: "대상",
  nobody: "없음",
  administrators: "관리자",
  everybody: "모든 사용자",
  factorFrom: "시작",
  factorFromMore: "그때까지 하루에 한 번 안내합니다.",
  atOnce: "지금",
  inDays: "{count}일 후",
  factorOwnFirst: "먼저 보안 설정에서 내 2단계 인증을 켜거나 패스키를 추가하세요.",
  required: "{date}부터 필수",
  missing: ({ count }) =>
    count === 0
      ? "필수 대상이 모두 설정했습니다."
      : `아직 설정하지 않은 사용자가 ${count}명 있습니다.`,
};
