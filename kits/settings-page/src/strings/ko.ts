import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  title: "설정",
  loadFailed: "불러오지 못했습니다",

  yourPassword: "내 비밀번호",
  next: "다음",
  codeOfApp: "앱에 보이는 코드",

  badRequest: "서버가 요청을 이해하지 못했습니다",
  notSignedIn: "로그아웃되었습니다",
  wrongCredentials: "비밀번호가 맞지 않습니다",
  secondFactorRequired: "인증 앱의 코드가 필요합니다",
  wrongCode: "코드가 맞지 않습니다. 지금 앱에 보이는 코드를 입력하세요.",
  passkeyUnknown: "이 브라우저는 패스키를 지원하지 않습니다. 최신 브라우저를 쓰세요.",
  passkeyAddress:
    "패스키는 숫자가 아닌 이름으로 된 https:// 주소로 Atrium을 열었을 때만 쓸 수 있습니다.",
  passkeyStopped: "패스키를 만들지 못했습니다. 취소했거나 시간이 지났습니다. 다시 시도하세요.",
  passkeyOther: "다른 사람의 패스키입니다.",
  passkeyThere: "이 기기에는 이미 내 패스키가 있습니다.",
  passkeyDevice:
    "이 기기에서는 패스키를 만들 수 없습니다. 화면 잠금을 설정하거나 다른 기기 또는 비밀번호 관리자를 쓰세요.",
  passkeyRequired: "패스키가 필요합니다",
  wrongPasskey: "패스키를 확인하지 못했습니다. 다시 시도하세요.",
  proof: "본인 확인",
  proofMore:
    "로그인한 지 시간이 지났습니다. 다른 사람의 로그인 방법을 바꾸기 전에 비밀번호를 다시 입력하세요. 입력하면 바로 처리됩니다.",
  proofRequired: "비밀번호를 다시 입력하지 않아 아무것도 바꾸지 않았습니다",
  secondFactorMissing: "먼저 2단계 로그인을 설정하세요",
  forbidden: "이 작업을 할 권한이 없습니다",
  wrongOrigin: "다른 사이트에서 온 요청이라 거부했습니다",
  unencrypted: "암호화되지 않은 연결입니다. https:// 주소로 Atrium을 여세요",
  notFound: "더 이상 없습니다",
  alreadyExists: "이미 있습니다",
  setUpDone: "조직이 이미 만들어졌습니다",
  tooLarge: "너무 큽니다",
  invalid: "입력한 내용을 확인해 주세요",
  weakPassword:
    "추측하기 쉬운 비밀번호입니다. 유출된 목록에 있거나 흔한 단어, 이름, 나란한 글쇠로 되어 있습니다. 서로 관련 없는 단어 여러 개를 이어 쓰세요.",
  tooManyRequests: "시도가 너무 많았습니다. 잠시 뒤 다시 시도하세요.",
  overQuota: "남은 공간이 없습니다",
  serverFail: "서버에서 문제가 생겼습니다",
  unavailable: "서버에 연결할 수 없습니다",
};
