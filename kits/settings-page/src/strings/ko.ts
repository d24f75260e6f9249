import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  title: "설정",
  savedAtOnce: "변경 사항은 자동으로 저장됩니다.",
  loadFailed: "페이지를 불러오지 못했습니다",
  locked: "조직에서 관리하는 설정입니다",
  lockedWhy: "이유: {reason}",

  yourPassword: "내 비밀번호",
  next: "다음",
  codeOfApp: "앱에 표시된 코드",

  octetsUsed: "{used} 사용",
  noLimit: "제한 없음",
  octetsUsedOf: "{limit} 중 {used} 사용",
  countOf: "{limit}개 중 {used}개",
  leftOver: "{left} 남음",
  nearlyFull: "거의 가득 참",
  full: "가득 참",

  badRequest: "서버가 요청을 이해하지 못했습니다",
  notSignedIn: "로그아웃되었습니다",
  wrongCredentials: "비밀번호가 올바르지 않습니다",
  secondFactorRequired: "인증 앱의 코드를 입력하세요",
  wrongCode: "코드가 올바르지 않습니다. 지금 앱에 표시된 코드를 입력하세요.",
  passkeyUnknown: "이 브라우저는 패스키를 지원하지 않습니다. 최신 브라우저를 사용하세요.",
  passkeyAddress:
    "패스키는 도메인 이름으로 된 보안(https) 주소에서만 사용할 수 있습니다. 관리자에게 문의하세요.",
  passkeyStopped:
    "패스키를 만들지 못했습니다. 취소했거나 시간이 초과되었습니다. 다시 시도해 주세요.",
  passkeyOther: "다른 사람의 패스키입니다.",
  passkeyThere: "이 기기에 이미 내 패스키가 있습니다.",
  passkeyDevice:
    "이 기기에서는 패스키를 만들 수 없습니다. 화면 잠금을 설정하거나 다른 기기 또는 비밀번호 관리자를 사용하세요.",
  passkeyRequired: "계속하려면 패스키를 사용하세요",
  wrongPasskey: "패스키를 확인할 수 없습니다. 다시 시도해 주세요.",
  passwordHint: "{least}자 이상 입력하세요. 서로 관련 없는 단어를 여러 개 조합하면 안전합니다.",
  passwordShort: "{least}자 이상 입력하세요.",
  proof: "비밀번호 확인",
  proofMore: "로그인한 지 시간이 지났습니다. 변경하려면 비밀번호를 다시 입력하세요.",
  proofRequired: "비밀번호를 확인하지 않아 변경하지 않았습니다",
  secondFactorMissing: "먼저 2단계 인증을 설정하세요",
  forbidden: "이 작업을 할 권한이 없습니다",
  wrongOrigin: "다른 사이트에서 보낸 요청이라 거부했습니다",
  unencrypted: "암호화되지 않은 연결입니다. https:// 주소로 Atrium을 여세요.",
  notFound: "이미 삭제되었습니다",
  alreadyExists: "이미 사용 중입니다",
  setUpDone: "조직이 이미 설정되어 있습니다",
  tooLarge: "너무 큽니다",
  invalid: "입력한 내용을 확인하세요",
  weakPassword:
    "추측하기 쉬운 비밀번호입니다. 유출된 적이 있거나 흔한 단어, 이름, 연속된 글자로 되어 있습니다. 서로 관련 없는 단어를 여러 개 조합하세요.",
  tooManyRequests: "시도 횟수가 너무 많습니다. 잠시 후 다시 시도해 주세요.",
  overQuota: "저장 공간이 부족합니다",
  serverFail: "서버에 문제가 발생했습니다",
  unavailable: "서버에 연결할 수 없습니다",
};
