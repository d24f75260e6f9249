import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  signed: "{method} 서명이 있는 메일입니다",
  signedWhy:
    "Atrium은 이 서명을 확인하지 않습니다. 다른 프로그램으로 확인하기 전에는 보낸 사람을 믿을 근거가 되지 않습니다.",
  checking: "서명을 확인하는 중입니다…",
  unreadable: "서명을 읽을 수 없어 확인하지 못했습니다.",
  algorithm: "서명 방식이 약하거나 알 수 없어 확인하지 못했습니다.",
  certificate: "서명에 맞는 인증서가 없어 확인하지 못했습니다.",
  wrong: "S/MIME 서명이 메일 내용과 맞지 않습니다",
  wrongWhy:
    "서명한 뒤에 메일이 바뀌었습니다. 메일링 리스트에서 바뀌었을 수 있습니다. 이 서명을 믿지 마세요.",
  other: "S/MIME 서명이 있지만 {address} 주소의 서명이 아닙니다",
  otherWhy: "인증서의 주소: {address}",
  right: "S/MIME 서명이 있으며, 서명한 뒤 바뀌지 않았습니다",
  selfSigned: "{address} 주소의 인증서는 서명한 사람이 직접 만든 것으로, 보증하는 기관이 없습니다.",
  issued: "{address} 주소의 인증서 발급자: {issuer}. Atrium에서는 발급자를 확인할 수 없습니다.",
  expired: "인증서가 만료되었습니다.",
  wrapped: "{method} 서명이 있지만 Atrium에서 볼 수 없는 형식입니다",
  wrappedWhy: "내용은 첨부 파일 안에 있습니다. {method} 형식을 지원하는 메일 앱에서 파일을 여세요.",
  encrypted: "{method} 방식으로 암호화된 메일입니다",
  encryptedWhy: "Atrium에서는 읽을 수 없습니다. {method} 키가 있는 메일 앱에서 첨부 파일을 여세요.",
  encryptedText:
    "Atrium에서는 읽을 수 없습니다. {method} 키가 있는 프로그램에 내용을 복사해 여세요.",
};
