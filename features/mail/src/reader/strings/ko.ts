import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  imagesBlocked: ({ count }) => `이미지 ${count}개를 차단했습니다`,
  imagesBlockedWhy:
    "이미지를 불러오면 메일을 읽었다는 사실을 보낸 사람이 알 수 있습니다. 서버가 대신 불러오므로 다른 정보는 알려지지 않습니다.",
  showImages: "이미지 표시",
  alwaysShow: "이 사람의 이미지 항상 표시",
  trusted: "앞으로 {address}의 이미지를 항상 표시합니다.",
  imagesNotShown: "이미지를 불러오지 못했습니다.",
  tryAgain: "다시 시도",

  draft: "임시보관",
  writeOn: "이어서 쓰기",
  writeOnFrom: "{name}: 임시보관 메일 이어서 쓰기",

  verified: "확인됨: {domain}",
  unverified: "보낸 사람이 확인되지 않음",
  spoofed: "{domain}에서 보낸 메일이 아닐 수 있습니다",
  spoofedWhy:
    "도메인 확인에 실패한 메일입니다. 링크를 열지 말고 다른 방법으로 보낸 사람에게 확인하세요.",
  notOurs: "{domain}에서 보냈다고 되어 있지만 확인되지 않았습니다",
  notOursWhy:
    "외부에서 들어온 메일입니다. 답장하거나 링크와 첨부 파일을 열기 전에 다른 방법으로 보낸 사람에게 확인하세요.",
  posing: "보낸 사람 이름에 {shown} 주소가 있지만 실제 주소와 다릅니다",
  posingWhy: "이름은 누구나 마음대로 정할 수 있습니다. 이름이 아니라 표시된 주소를 확인하세요.",
  colleagueName: "동료 {name}님의 주소가 아닙니다",
  colleagueNameWhy:
    "{address}에서 보낸 메일입니다. 답장하거나 링크를 열기 전에 다른 방법으로 {name}님에게 확인하세요.",
  lookAlike: "{other} 도메인과 비슷하지만 다른 도메인입니다: {domain}",
  lookAlikeWhy: "다른 곳에서 보낸 것처럼 속이려는 메일일 수 있습니다. 주소를 자세히 확인하세요.",
  firstContact: "이 주소에서 처음 받은 메일입니다",
  firstContactWhy: "누구인지 확인할 때까지 링크와 첨부 파일에 주의하세요.",

  reply: "답장",
  replyAll: "전체 답장",
  forward: "전달",
  answerActs: "이 메일에 답장",
  messageActs: "더보기",
  close: "닫기",
  couldNotLoad: "불러오지 못했습니다.",

  unsubscribe: "수신 거부",

  partlyRead: "메일이 너무 복잡해 일부만 읽었습니다",
  partlyReadWhy: "본문이나 첨부 파일이 일부 표시되지 않거나 검색되지 않을 수 있습니다.",
  simplified: "구조가 매우 복잡한 메일입니다",
  simplifiedWhy: "일부가 표시되지 않거나 다르게 보일 수 있습니다.",

  deliveryReport: "전송 결과.txt",
  ownMessage: "보낸 메일.eml",
  ownHeader: "보낸 메일 헤더.txt",

  linkTo: "연결되는 주소",
  linkDiffers: "표시된 주소({shown})와 다른 주소로 연결됩니다.",
  copyLink: "주소 복사",
  copied: "복사했습니다.",
  openLink: "열기",
  whyHere: "받은 이유",
  byRules: ({ names }) => `규칙: ${names}`,
};
