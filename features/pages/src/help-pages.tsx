import { LOAD_ERROR_CODES, type LoadErrorCode } from "@atrium/contract/errors";
import { href } from "@atrium/contract/href";
import { locale, type HelpArticles } from "@atrium/i18n";
import { follow, Link } from "@atrium/shell";
import { LOAD_ERROR_EXPLANATIONS, LOAD_ERROR_SENTENCES } from "@atrium/shell/errors";
import { ButtonLink, EmptyState, SearchField, SearchIcon, useTitle } from "@atrium/ui";
import { useState } from "react";
import { Blocks } from "./blocks.tsx";
import { HelpFrame } from "./help-frame.tsx";
import { searchArticles } from "./search-articles.ts";
import { t } from "./strings/index.ts";
import "./help.css";

interface HelpProps {
  /** What each feature brings. */
  readonly brought: readonly HelpArticles[];
}

const articlesOf = (brought: readonly HelpArticles[]) =>
  brought.flatMap((articles) => articles[locale()]).toSorted((a, b) => a.order - b.order);

/** `/help/`: what one wants to do, and a search over all of it. Codes are found, and have a page of their own. */
export function HelpHome({ brought }: HelpProps) {
  useTitle(t("title"));
  const [query, setQuery] = useState("");
  const isAsked = query.trim() !== "";
  const codes = isAsked ? LOAD_ERROR_CODES.filter((code) => matchesCode(code, query)) : [];
  const found = searchArticles(articlesOf(brought), query);
  const count = found.length + codes.length;
  return (
    <HelpFrame>
      <SearchField label={t("search")} placeholder={t("search")} value={query} onValue={setQuery} />
      <p className="help-count" role="status">
        {isAsked && count > 0 ? t("results", { count }) : ""}
      </p>
      {isAsked && count === 0 && (
        <EmptyState icon={<SearchIcon />} title={t("noResults", { query: query.trim() })} />
      )}
      <ul className="help-list">
        {found.map(({ slug, title, summary }) => (
          <li key={slug}>
            <Link href={href("/help/:slug", { slug })}>{title}</Link>
            <p>{summary}</p>
          </li>
        ))}
        {!isAsked && (
          <li>
            <Link href={href("/help/errors")}>{t("errorsTitle")}</Link>
            <p>{t("errorsSummary")}</p>
          </li>
        )}
      </ul>
      {codes.length > 0 && <ErrorCodes codes={codes} />}
    </HelpFrame>
  );
}

/** `/help/:slug`. */
export function HelpArticle({ brought, params }: HelpProps & { params: { slug: string } }) {
  const articles = articlesOf(brought);
  const at = articles.findIndex(({ slug }) => slug === params.slug);
  const article = articles[at];
  useTitle(article?.title ?? t("noSuchHelp"), t("title"));
  if (!article) return <NoSuchHelp />;
  const next = articles[(at + 1) % articles.length]!;
  return (
    <HelpFrame back>
      <article className="help-article">
        <h2>{article.title}</h2>
        <p className="help-summary">{article.summary}</p>
        <Blocks body={article.body} />
      </article>
      {/* So that a long article is scrolled by keys, too. */}
      <p className="help-next">
        <Link href={href("/help/:slug", { slug: next.slug })}>
          {t("nextArticle", { title: next.title })}
        </Link>
      </p>
    </HelpFrame>
  );
}

/** `/help/errors/:code`: the cause of one load failure and what to do. */
export function HelpErrorCode({ params }: { params: { code: string } }) {
  const code = LOAD_ERROR_CODES.find((known) => known === params.code.toUpperCase());
  useTitle(code ?? t("noSuchHelp"), t("title"));
  if (!code) return <NoSuchHelp />;
  const { cause, notRaised, help } = LOAD_ERROR_EXPLANATIONS[locale()][code];
  return (
    <HelpFrame back>
      <article className="help-article">
        <h2>{code}</h2>
        <h3>{t("whatYouSee")}</h3>
        <p>{LOAD_ERROR_SENTENCES[locale()][code]}</p>
        <h3>{t("cause")}</h3>
        <p>{cause}</p>
        {notRaised && <p>{notRaised}</p>}
        <h3>{t("whatToDo")}</h3>
        {help.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </article>
    </HelpFrame>
  );
}

/** `/help/errors`: all codes. */
export function HelpErrors() {
  useTitle(t("errorsTitle"), t("title"));
  return (
    <HelpFrame back>
      <ErrorCodes codes={LOAD_ERROR_CODES} />
    </HelpFrame>
  );
}

/** Any other address below `/help/`. */
export function NoSuchHelp() {
  useTitle(t("noSuchHelp"), t("title"));
  return (
    <HelpFrame back>
      <EmptyState
        icon={<SearchIcon />}
        title={t("noSuchHelp")}
        action={
          <ButtonLink href={href("/help/")} onClick={follow(href("/help/"))}>
            {t("allPages")}
          </ButtonLink>
        }
      >
        {t("noSuchHelpMore")}
      </EmptyState>
    </HelpFrame>
  );
}

function ErrorCodes({ codes }: { codes: readonly LoadErrorCode[] }) {
  return (
    <section className="help-codes" aria-labelledby="help-codes-title">
      <h2 id="help-codes-title">{t("errorsTitle")}</h2>
      <p>{t("errorsIntro")}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <Link href={href("/help/errors/:code", { code })}>{code}</Link>
            <span>{LOAD_ERROR_SENTENCES[locale()][code]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function matchesCode(code: LoadErrorCode, query: string): boolean {
  const text = `${code} ${LOAD_ERROR_SENTENCES[locale()][code]}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
