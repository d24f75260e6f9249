import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  judged: "자동으로 스팸메일함으로 이동했습니다. {reasons}",
  reasonUnverified: "보낸 사람을 확인할 수 없습니다.",
  reasonLookAlike: "보낸 사람의 도메인이 아는 도메인과 비슷합니다.",
  reasonLookAlikeOf: "보낸 사람의 도메인이 다음 도메인과 비슷합니다: {detail}.",
  reasonFirstContact: "이 사람과 메일을 주고받은 적이 없습니다.",
  reasonBulk: "여러 사람에게 보낸 메일인데 수신 거부 방법이 없습니다.",
  reasonWords: "스팸과 비슷한 내용입니다.",
  reasonTheseWords: "스팸에 자주 나오는 단어: {detail}.",
  reasonScanner: "스팸 필터가 걸러 냈습니다.",
  reasonScannerOf: "스팸 필터가 걸러 냈습니다: {detail}.",
  reasonReportedSender: "이 사람의 메일이 스팸으로 신고된 적이 있습니다.",
  reasonVirus: "바이러스가 발견되었습니다.",
  reasonVirusOf: "바이러스가 발견되었습니다: {detail}.",
  releasedAnyway: "관리자가 전달을 허용했습니다. 기다리던 파일이 아니면 첨부 파일을 열지 마세요.",
  releasedWith:
    "{name}. 관리자가 전달을 허용했습니다. 기다리던 파일이 아니면 첨부 파일을 열지 마세요.",
};
