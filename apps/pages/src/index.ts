import {
  HelpArticle,
  HelpErrorCode,
  HelpErrors,
  HelpHome,
  NoSuchHelp,
  NoSuchSharedPage,
} from "@atrium/feature-pages";
import { defineApp, route } from "@atrium/shell";

/** Shared pages and help. Public: no session is read here. */
export const { mount } = defineApp({
  name: "pages",
  routes: [
    route("/help/", HelpHome),
    route("/help/errors", HelpErrors),
    route("/help/errors/:code", HelpErrorCode),
    route("/help/:slug", HelpArticle),
    route("/help/*", NoSuchHelp),
    route("/*", NoSuchSharedPage),
  ],
});
