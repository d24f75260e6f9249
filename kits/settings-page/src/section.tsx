import { Link } from "@atrium/shell";
import { BackIcon, useTitle } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "./strings/index.ts";
import "./page.css";

interface Titled {
  readonly title: string;
  readonly intro?: string;
  /** What can be done here, beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One page of the settings. */
export function Section({
  children,
  back,
  fills = false,
  savesAtOnce = false,
  intro,
  ...head
}: Titled & {
  /** Every change takes effect at once; other pages have a button for that. */
  readonly savesAtOnce?: boolean;
  /** It is as high as the window, and its last part scrolls by itself. */
  readonly fills?: boolean;
  /** Where one came from, when the page is about one of several things. */
  readonly back?: { readonly href: string; readonly label: string };
}): ReactNode {
  useTitle(head.title, t("title"));
  return (
    <section className="settings-section" data-fills={fills}>
      {back && (
        <Link className="settings-back" href={back.href}>
          <BackIcon />
          {back.label}
        </Link>
      )}
      <Head
        {...head}
        heading="h2"
        intro={[intro, savesAtOnce && t("savedAtOnce")].filter(Boolean).join(" ")}
      />
      {children}
    </section>
  );
}

/** A group of settings that belong together, under its own heading. */
export function Group({ children, ...head }: Titled): ReactNode {
  return (
    <section className="settings-group">
      <Head {...head} heading="h3" />
      <div className="settings-group-body">{children}</div>
    </section>
  );
}

function Head({
  heading: Heading,
  title,
  intro,
  action,
}: Omit<Titled, "children"> & { readonly heading: "h2" | "h3" }): ReactNode {
  return (
    <header className="settings-head">
      <div>
        <Heading>{title}</Heading>
        {intro && <p>{intro}</p>}
      </div>
      {action}
    </header>
  );
}
