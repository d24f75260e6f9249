import type { Translation } from "@atrium/i18n";
import type { en } from "./en.ts";

export const ko: Translation<typeof en> = {
  shared: "공유된 메일을 열 수 없습니다",
  sharedWhy: "다른 사람이 공유한 메일을 여는 주소입니다. 이 주소로 공유받은 메일이 없습니다.",
  training: "훈련용 메일을 열 수 없습니다",
  trainingWhy: "보안 훈련에 사용되는 주소입니다. 조직에서 진행 중인 보안 훈련이 없습니다.",
  audit: "검토할 메일을 열 수 없습니다",
  auditWhy: "감사 담당자가 메일을 검토하는 주소입니다. 참여 중인 감사에 이 메일이 없습니다.",
  other: "볼 수 있는 내용이 없습니다",
  otherWhy: "주소가 잘못되었거나 볼 권한이 없습니다.",
};
