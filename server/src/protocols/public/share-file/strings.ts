import type { Language } from "../../http/index.ts";

/** What strangers read who follow a link to files. */
export interface Words {
  readonly notValid: string;
  readonly notValidWhy: string;
  readonly passwordTitle: string;
  readonly passwordWhy: string;
  readonly password: string;
  readonly wrongPassword: string;
  readonly open: string;
  readonly openFile: string;
  readonly download: string;
  readonly downloadNamed: (name: string) => string;
  readonly downloadAll: string;
  readonly name: string;
  readonly size: string;
  readonly modified: string;
  readonly folder: string;
  readonly path: string;
  readonly empty: string;
  readonly items: (count: string, isOne: boolean) => string;
  readonly previous: string;
  readonly next: string;
  readonly pages: string;
  readonly cut: string;
  readonly notShown: string;
  readonly notShownViewOnly: string;
  readonly tooMany: string;
  readonly tooManyWhy: (minutes: string, isOne: boolean) => string;
  readonly failed: string;
  readonly failedWhy: string;
}

const en: Words = {
  notValid: "This link isn’t valid",
  notValidWhy:
    "It may be mistyped, expired or turned off. Ask the person who sent it to you for a new link.",
  passwordTitle: "Enter the password",
  passwordWhy: "This link is protected. Ask the person who sent it to you for the password.",
  password: "Password",
  wrongPassword: "Wrong password.",
  open: "Continue",
  openFile: "Open",
  download: "Download",
  downloadNamed: (name) => `Download ${name}`,
  downloadAll: "Download all",
  name: "Name",
  size: "Size",
  modified: "Modified",
  folder: "Folder",
  path: "Path",
  empty: "This folder is empty.",
  items: (count, isOne) => (isOne ? "1 item" : `${count} items`),
  previous: "Previous page",
  next: "Next page",
  pages: "Pages",
  cut: "Only the beginning is shown.",
  notShown: "There’s no preview for this file. Download it to open it.",
  notShownViewOnly: "There’s no preview for this file.",
  tooMany: "Too many attempts",
  tooManyWhy: (minutes, isOne) =>
    isOne ? "Try again in a minute." : `Try again in ${minutes} minutes.`,
  failed: "Something went wrong",
  failedWhy: "Try again in a few minutes.",
};

const ko: Words = {
  notValid: "유효하지 않은 링크입니다",
  notValidWhy:
    "주소가 잘못되었거나, 기한이 지났거나, 공유가 중단된 링크입니다. 링크를 보낸 사람에게 새 링크를 요청하세요.",
  passwordTitle: "비밀번호를 입력하세요",
  passwordWhy: "비밀번호가 필요한 링크입니다. 링크를 보낸 사람에게 비밀번호를 물어보세요.",
  password: "비밀번호",
  wrongPassword: "비밀번호가 올바르지 않습니다.",
  open: "계속",
  openFile: "열기",
  download: "다운로드",
  downloadNamed: (name) => `${name} 다운로드`,
  downloadAll: "모두 다운로드",
  name: "이름",
  size: "크기",
  modified: "수정한 날짜",
  folder: "폴더",
  path: "경로",
  empty: "폴더가 비어 있습니다.",
  items: (count) => `항목 ${count}개`,
  previous: "이전 페이지",
  next: "다음 페이지",
  pages: "페이지",
  cut: "앞부분만 표시했습니다.",
  notShown: "미리보기를 지원하지 않는 파일입니다. 다운로드하여 열어 보세요.",
  notShownViewOnly: "미리보기를 지원하지 않는 파일입니다.",
  tooMany: "시도 횟수가 너무 많습니다",
  tooManyWhy: (minutes) => `${minutes}분 후 다시 시도해 주세요.`,
  failed: "문제가 발생했습니다",
  failedWhy: "몇 분 후 다시 시도해 주세요.",
};

export const WORDS: Readonly<Record<Language, Words>> = { en, ko };
