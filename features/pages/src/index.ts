export { HelpArticle, HelpErrorCode, HelpErrors, HelpHome, NoSuchHelp } from "./help-pages.tsx";
export { NoSuchSharedPage } from "./shared-page.tsx";
