/** What a message to a recovery address says. `address` is the one that its person signs in with. */
export interface Words {
  readonly linkSubject: (organisation: string) => string;
  readonly link: (about: About & { readonly link: string }) => readonly string[];
  readonly codeSubject: string;
  readonly code: (about: About & { readonly code: string }) => readonly string[];
  readonly formerSubject: string;
  readonly former: (about: About & { readonly when: string }) => readonly string[];
}

interface About {
  readonly organisation: string;
  readonly address: string;
}

const en: Words = {
  linkSubject: (organisation) => `Reset your ${organisation} password`,
  link: ({ organisation, address, link }) => [
    `Someone asked to reset the password of ${address} at ${organisation}. If it was you, open this link and choose a new password:`,
    link,
    "It works once, for 30 minutes.",
    "If it wasn't you, ignore this message. Your password has not changed. Never forward this link to anyone.",
  ],
  codeSubject: "Confirm your recovery address",
  code: ({ organisation, address, code }) => [
    `To use this address to recover ${address} at ${organisation}, enter this code under Settings → Security:`,
    code,
    "It works for one hour.",
    "If you didn't ask for this, ignore this message. Nothing changes without the code.",
  ],
  formerSubject: "Your recovery address was changed",
  former: ({ organisation, address, when }) => [
    `This address is no longer the recovery address of ${address} at ${organisation}, as of ${when}.`,
    "If it wasn't you, sign in, change your password and check Settings → Security, or ask your administrator.",
  ],
};

const ko: Words = {
  linkSubject: (organisation) => `${organisation} 비밀번호 재설정`,
  link: ({ organisation, address, link }) => [
    `${organisation}의 ${address} 계정 비밀번호를 재설정하려는 요청이 있었습니다. 직접 요청했다면 아래 링크를 열어 새 비밀번호를 설정하세요.`,
    link,
    "링크는 30분 동안 한 번만 사용할 수 있습니다.",
    "요청한 적이 없다면 이 메일을 무시하세요. 비밀번호는 변경되지 않았습니다. 이 링크를 다른 사람에게 전달하지 마세요.",
  ],
  codeSubject: "복구 주소 확인",
  code: ({ organisation, address, code }) => [
    `이 주소를 ${organisation}의 ${address} 계정 복구 주소로 사용하려면 설정 → 보안에 아래 코드를 입력하세요.`,
    code,
    "코드는 1시간 동안 사용할 수 있습니다.",
    "요청한 적이 없다면 이 메일을 무시하세요. 코드를 입력하지 않으면 아무것도 변경되지 않습니다.",
  ],
  formerSubject: "복구 주소가 변경되었습니다",
  former: ({ organisation, address, when }) => [
    `이 주소는 더 이상 ${organisation}의 ${address} 계정 복구 주소가 아닙니다. ${when} 이전에 변경되거나 삭제되었습니다.`,
    "직접 하지 않았다면 로그인해 비밀번호를 변경하고 설정 → 보안을 확인하거나 관리자에게 알려 주세요.",
  ],
};

export const WORDS = { en, ko };
