import { helpArticles as accounts } from "@atrium/feature-accounts/help";
import { helpArticles as compose } from "@atrium/feature-compose/help";
import { helpArticles as drive } from "@atrium/feature-drive/help";
import { helpArticles as mail } from "@atrium/feature-mail/help";
import {
  HelpArticle,
  HelpErrorCode,
  HelpErrors,
  HelpHome,
  NoSuchHelp,
  NoSuchSharedPage,
} from "@atrium/feature-pages";
import { defineApp, route } from "@atrium/shell";

const articles = [accounts, compose, drive, mail];

/** Shared pages and help. Public: no session is read here. */
export const { mount } = defineApp({
  name: "pages",
  routes: [
    route("/help/", () => <HelpHome brought={articles} />),
    route("/help/errors", HelpErrors),
    route("/help/errors/:code", HelpErrorCode),
    route("/help/:slug", (props) => <HelpArticle brought={articles} {...props} />),
    route("/help/*", NoSuchHelp),
    route("/*", NoSuchSharedPage),
  ],
});
