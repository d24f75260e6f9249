import { particle, type Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  imagesBlocked: ({ count }) => `이미지 ${count}개를 차단했습니다`,
  imagesBlockedWhy:
    "불러오면 메일을 읽었다는 사실이 발신자에게 알려질 수 있습니다. 서버가 대신 가져오므로 다른 정보는 알려지지 않습니다.",
  showImages: "이미지 표시",
  alwaysShow: "이 발신자는 항상 표시",
  trusted: "앞으로 {address}의 이미지를 표시합니다.",
  imagesNotShown: "이미지를 불러오지 못했습니다.",
  tryAgain: "다시 시도",

  draft: "임시보관",
  writeOn: "이어서 쓰기",
  writeOnFrom: "{name}: 임시보관 메일 이어서 쓰기",

  verified: "확인됨: {domain}",
  verifiedWhy: "실제로 {domain}에서 보낸 메일입니다.",
  unverified: "발신자 확인 안 됨",
  unverifiedWhy:
    "{domain}에서 보낸 메일이라는 증거가 없습니다. 믿을 만한 발신자는 대부분 이를 증명합니다.",
  checks: "확인한 내용",
  checkDmarc: "발신 도메인(DMARC)",
  checkDkim: "서명(DKIM)",
  checkSpf: "발송 서버(SPF)",
  checkPass: "통과",
  checkFail: "실패",
  checkNone: "확인할 정보 없음",
  checkError: "확인하지 못함",
  spoofed: "{domain}에서 보낸 메일이 아닐 수 있습니다",
  spoofedWhy:
    "발신 도메인이 이 메일을 인정하지 않습니다. 링크를 열지 말고 다른 방법으로 발신자에게 확인하세요.",
  notOurs: "{domain}에서 보낸 것으로 되어 있지만 확인되지 않았습니다",
  notOursWhy:
    "외부에서 들어온 메일입니다. 답장하거나 링크와 첨부파일을 열기 전에 다른 방법으로 발신자에게 확인하세요.",
  colleagueName: ({ name }) =>
    `${particle(String(name), "은/는")} 동료이지만 동료의 주소가 아닙니다`,
  colleagueNameWhy:
    "{address}에서 보낸 메일입니다. 답장하거나 링크를 열기 전에 다른 방법으로 {name} 님에게 확인하세요.",
  lookAlike: ({ domain, other }) =>
    `${particle(String(domain), "은/는")} ${particle(String(other), "과/와")} 비슷하지만 다른 도메인입니다`,
  lookAlikeWhy: "다른 곳인 것처럼 속이려는 메일일 수 있습니다. 주소를 자세히 살펴보세요.",
  firstContact: "이 주소에서 처음 받은 메일입니다",
  firstContactWhy: "누구인지 확인하기 전에는 링크와 첨부파일에 주의하세요.",
  inJunk: "스팸메일함에 있는 메일입니다",
  inJunkUnverified: "발신자를 확인하지 못해 스팸메일함으로 분류되었습니다.",
  inJunkMoved: "본인이나 권한이 있는 사람이 옮겼습니다. 이미지는 계속 차단됩니다.",
  notJunk: "스팸 아님",

  reply: "답장",
  replyAll: "전체 답장",
  forward: "전달",
  answerActs: "이 메일에 답하기",
  messageActs: "이 메일의 기타 작업",
  print: "인쇄",
  viewSource: "원문 보기",
  saveEml: ".eml로 저장",
  lightPaper: "밝은 배경으로 보기",
  darkPaper: "어두운 테마에 맞추기",
  openInWindow: "새 창에서 열기",
  source: "메일 원문",
  sourceCut: "앞부분만 표시합니다. 전체를 보려면 메일을 저장하세요.",
  loading: "불러오는 중",
  close: "닫기",
  download: "다운로드",
  couldNotLoad: "불러오지 못했습니다.",

  unsubscribe: "수신 거부",
  unsubscribeTitle: "{list} 수신을 거부할까요?",
  unsubscribeOneClick:
    "{list}에 더 이상 메일을 보내지 말라고 요청합니다. 여기서는 되돌릴 수 없습니다.",
  unsubscribeMail: "발신자가 요구하는 대로 {address}에 메일을 보냅니다.",
  unsubscribed: "수신을 거부했습니다. 적용되기까지 며칠 걸릴 수 있습니다.",
  unsubscribeFailed: "수신 거부가 받아들여지지 않았습니다. 나중에 다시 시도하세요.",
  alsoDelete: ({ count, list }) => `${list}의 메일 ${count}통도 모두 삭제`,
  unsubscribePage: "발신자 페이지에서 수신 거부",
  cancel: "취소",

  partlyRead:
    "메일이 너무 복잡해 전부 읽지 못했습니다. 본문과 첨부파일 일부가 여기와 검색에서 빠져 있을 수 있습니다.",
  simplified: "구조가 매우 복잡한 메일이라 일부가 빠지거나 다르게 보일 수 있습니다.",

  preview: "{name} 미리보기",
  previewCut: "앞부분만 표시합니다.",
  noPdfViewer: "이 브라우저는 PDF 파일을 바로 표시하지 못합니다.",

  linkTo: "연결되는 주소",
  linkDiffers: "글자는 {shown}이지만 실제로는 다른 곳으로 연결됩니다.",
  copyLink: "주소 복사",
  copied: "복사했습니다.",
  openLink: "열기",

  invitationTo: "초대",
  invitationCancelled: "취소됨",
  invitationReply: "초대에 대한 응답",
  invitationWhen: "일시",
  invitationWhere: "장소",
  invitationBy: "주최자",
  invitationWho: "초대받은 사람",
  invitationRepeats: "반복",
  untitledEvent: "제목 없는 일정",
  allDay: "종일",
  inZone: "{time} ({zone})",
  andMore: ({ count }) => `외 ${count}명`,
  partAccepted: "수락",
  partDeclined: "거절",
  partTentative: "미정",
  repeatDaily: "매일",
  repeatWeekly: "매주",
  repeatMonthly: "매월",
  repeatYearly: "매년",
};
