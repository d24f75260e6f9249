import type { Role } from "@atrium/contract/api/session";
import type { Notice, Reader } from "../../accounts/index.ts";

/** What a message says that tells someone what was done. Who and when come in as words already. */
export interface Words {
  readonly roles: Readonly<Record<Role, string>>;
  readonly list: (items: readonly string[]) => string;
  /** Who did it, as the sentences begin. */
  readonly who: (by: Pick<Reader, "name" | "address">) => string;
  /** The same of someone whose name is not known: whoever has the machine. */
  readonly operator: string;
  readonly subjects: Readonly<Record<Exclude<Notice["event"], "created">, string>>;
  readonly happened: Readonly<
    Record<
      Exclude<Notice["event"], "created">,
      (who: string, when: string, detail: string) => string
    >
  >;
  readonly given: (roles: string) => string;
  readonly taken: (roles: string) => string;
  readonly notYou: string;
  readonly rolesSubject: (names: readonly string[]) => string;
  readonly rolesHappened: (who: string, when: string) => string;
  readonly created: (name: string) => string;
  readonly notAgreed: string;
}

const en: Words = {
  roles: {
    member: "User",
    administrator: "Administrator",
    "security-officer": "Security officer",
    auditor: "Auditor",
    "help-editor": "Help editor",
  },
  list: (items) => new Intl.ListFormat("en").format(items),
  who: ({ name, address }) => `${name} (${address})`,
  operator: "The server's operator",
  subjects: {
    password: "Your password was changed",
    "second-factor": "Your two-step sign-in was reset",
    sessions: "You were signed out everywhere",
    enabled: "Your account is active again",
    invited: "An administrator created a link to reset your password",
    "invitation-used": "Your password was changed",
    "recovery-sent": "Someone asked to reset your password",
    recovered: "Your password was changed",
    "recovery-address": "Your recovery address was changed",
    "recovery-address-removed": "Your recovery address was removed",
    forwarding: "Your mail is forwarded",
    "filter-failed": "One of your rules doesn't work",
    roles: "Your roles were changed",
  },
  happened: {
    password: (who, when) =>
      `${who} set a new password for your account on ${when}. You were signed out everywhere, and your app passwords, tokens, passkeys and recovery address no longer work.`,
    "second-factor": (who, when) =>
      `${who} reset two-step sign-in for your account on ${when}. Your authenticator app, recovery codes and passkeys no longer work; you sign in with your password alone until you set them up again.`,
    sessions: (who, when) => `${who} signed you out of all browsers on ${when}.`,
    enabled: (who, when) => `${who} enabled your account again on ${when}.`,
    invited: (who, when) =>
      `${who} created a link on ${when} that sets a new password for your account. It works once, for 7 days.`,
    "invitation-used": (_who, when) =>
      `A new password was set for your account on ${when}, with a link from an administrator. You were signed out everywhere else.`,
    "recovery-sent": (_who, when) =>
      `A link to set a new password for your account was sent to your recovery address on ${when}. It works once, for 30 minutes. Until it is used, your password stays as it is.`,
    recovered: (_who, when) =>
      `A new password was set for your account on ${when}, with a link sent to your recovery address. You were signed out everywhere else.`,
    "recovery-address": (_who, when) =>
      `The address to which a link is sent when you forget your password was set on ${when}. To check it, open Settings → Security.`,
    "recovery-address-removed": (_who, when) =>
      `The address to which a link is sent when you forget your password was removed on ${when}.`,
    forwarding: (_who, when, detail) =>
      `A rule set on ${when} forwards your mail to ${detail}. To check it, open Settings → Rules.`,
    "filter-failed": (_who, when, detail) =>
      `A rule failed on ${when}: ${detail}. Mail that it can't sort stays in your inbox. To check it, open Settings → Rules.`,
    roles: (who, when) => `${who} changed your roles on ${when}.`,
  },
  given: (roles) => `Added: ${roles}`,
  taken: (roles) => `Removed: ${roles}`,
  notYou: "If you didn't expect this, change your password and tell an administrator right away.",
  rolesSubject: (names) =>
    names.length === 1 ? `Roles changed: ${names[0]}` : `Roles changed for ${names.length} people`,
  rolesHappened: (who, when) => `${who} changed roles on ${when}.`,
  created: (name) => `${name} (new account)`,
  notAgreed:
    "All administrators get this message. If you didn't expect this, check Settings → Activity.",
};

const ko: Words = {
  roles: {
    member: "사용자",
    administrator: "관리자",
    "security-officer": "보안 담당자",
    auditor: "감사 담당자",
    "help-editor": "도움말 편집자",
  },
  list: (items) => items.join(", "),
  who: ({ name, address }) => `${name}님(${address})이`,
  operator: "서버 운영자가",
  subjects: {
    password: "비밀번호가 변경되었습니다",
    "second-factor": "2단계 인증이 초기화되었습니다",
    sessions: "모든 곳에서 로그아웃되었습니다",
    enabled: "계정을 다시 사용할 수 있습니다",
    invited: "관리자가 비밀번호 재설정 링크를 만들었습니다",
    "invitation-used": "비밀번호가 변경되었습니다",
    "recovery-sent": "비밀번호 재설정 요청이 있었습니다",
    recovered: "비밀번호가 변경되었습니다",
    "recovery-address": "복구 주소가 변경되었습니다",
    "recovery-address-removed": "복구 주소가 삭제되었습니다",
    forwarding: "메일이 전달되고 있습니다",
    "filter-failed": "메일 규칙이 작동하지 않습니다",
    roles: "역할이 변경되었습니다",
  },
  happened: {
    password: (who, when) =>
      `${when}에 ${who} 회원님 계정의 비밀번호를 변경했습니다. 모든 곳에서 로그아웃되었으며, 앱 비밀번호, 토큰, 패스키, 복구 주소는 더 이상 사용할 수 없습니다.`,
    "second-factor": (who, when) =>
      `${when}에 ${who} 회원님 계정의 2단계 인증을 초기화했습니다. 인증 앱, 복구 코드, 패스키는 더 이상 사용할 수 없으며, 다시 설정할 때까지 비밀번호만으로 로그인합니다.`,
    sessions: (who, when) => `${when}에 ${who} 회원님을 모든 브라우저에서 로그아웃했습니다.`,
    enabled: (who, when) => `${when}에 ${who} 회원님 계정의 사용을 재개했습니다.`,
    invited: (who, when) =>
      `${when}에 ${who} 회원님 계정의 비밀번호 재설정 링크를 만들었습니다. 링크는 7일 동안 한 번만 사용할 수 있습니다.`,
    "invitation-used": (_who, when) =>
      `${when}에 관리자가 만든 링크로 회원님 계정의 비밀번호가 변경되었습니다. 다른 모든 곳에서 로그아웃되었습니다.`,
    "recovery-sent": (_who, when) =>
      `${when}에 회원님 계정의 비밀번호 재설정 링크를 복구 주소로 보냈습니다. 링크는 30분 동안 한 번만 사용할 수 있으며, 사용하기 전까지 비밀번호는 그대로입니다.`,
    recovered: (_who, when) =>
      `${when}에 복구 주소로 보낸 링크로 회원님 계정의 비밀번호가 변경되었습니다. 다른 모든 곳에서 로그아웃되었습니다.`,
    "recovery-address": (_who, when) =>
      `비밀번호를 잊었을 때 링크를 받을 복구 주소가 ${when}에 변경되었습니다. 설정 → 보안에서 확인할 수 있습니다.`,
    "recovery-address-removed": (_who, when) =>
      `비밀번호를 잊었을 때 링크를 받을 복구 주소가 ${when}에 삭제되었습니다.`,
    forwarding: (_who, when, detail) =>
      `${when}에 회원님의 메일을 다음 주소로 전달하는 규칙이 설정되었습니다: ${detail}. 설정 → 규칙에서 확인할 수 있습니다.`,
    "filter-failed": (_who, when, detail) =>
      `${when}에 규칙을 실행하지 못했습니다. 원인: ${detail}. 분류하지 못한 메일은 받은메일함에 남습니다. 설정 → 규칙에서 확인할 수 있습니다.`,
    roles: (who, when) => `${when}에 ${who} 회원님의 역할을 변경했습니다.`,
  },
  given: (roles) => `추가: ${roles}`,
  taken: (roles) => `해제: ${roles}`,
  notYou: "예상하지 못한 일이라면 바로 비밀번호를 변경하고 관리자에게 알려 주세요.",
  rolesSubject: (names) =>
    names.length === 1 ? `역할 변경: ${names[0]}` : `역할 변경: ${names.length}명`,
  rolesHappened: (who, when) => `${when}에 ${who} 역할을 변경했습니다.`,
  created: (name) => `${name} (새 계정)`,
  notAgreed:
    "이 메일은 모든 관리자에게 발송됩니다. 예상하지 못한 일이라면 설정 → 활동 기록을 확인하세요.",
};

export const WORDS = { en, ko };
