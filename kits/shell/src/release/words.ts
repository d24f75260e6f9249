export const UPDATE_WORDS = {
  en: {
    updated: "Atrium was updated.",
    draftsKept: "Your drafts are kept.",
    reload: "Reload",
    later: "Later",
  },
  ko: {
    updated: "Atrium이 업데이트되었습니다.",
    draftsKept: "작성 중인 메일은 그대로 남습니다.",
    reload: "새로고침",
    later: "나중에",
  },
} as const;
