import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  verifiedWhy: "실제로 {domain}에서 보낸 메일입니다.",
  unverifiedWhy:
    "{domain}에서 보낸 메일인지 확인할 수 없습니다. 믿을 수 있는 메일은 대부분 확인됩니다.",
  checks: "확인 결과",
  checkDmarc: "발신 도메인(DMARC)",
  checkDkim: "서명(DKIM)",
  checkSpf: "발송 서버(SPF)",
  checkPass: "통과",
  checkFail: "실패",
  checkNone: "확인할 정보 없음",
  checkError: "확인하지 못함",
};
