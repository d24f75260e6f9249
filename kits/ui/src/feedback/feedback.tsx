import { useState, type CSSProperties, type ReactNode } from "react";
import { Button, Link } from "../button/button.tsx";
import { CloseIcon, ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from "../icons.ts";
import { t } from "../strings/index.ts";
import "./feedback.css";

export type Severity = "danger" | "warning" | "success" | "info";

const SIGNS = { danger: ErrorIcon, warning: WarningIcon, success: SuccessIcon, info: InfoIcon };
const ORDER: readonly Severity[] = ["danger", "warning", "info", "success"];

/** The sign of a severity; its shape differs, not its colour alone. */
export function SeverityIcon({ severity }: { readonly severity: Severity }): ReactNode {
  const Sign = SIGNS[severity];
  return <Sign />;
}

export interface BannerProps {
  readonly severity: Severity;
  /** What is the matter, in a few words. */
  readonly title: string;
  /** Why, and what next. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly onClose?: () => void;
}

/** A message that stays in place above what it is about. */
export function Banner({ severity, title, children, actions, onClose }: BannerProps): ReactNode {
  return (
    <div
      className="a-banner"
      data-severity={severity}
      role={severity === "danger" ? "alert" : "status"}
    >
      <SeverityIcon severity={severity} />
      <div className="a-banner-words">
        <strong>{title}</strong>
        {children !== undefined && <div>{children}</div>}
      </div>
      {actions !== undefined && <div className="a-banner-actions">{actions}</div>}
      {onClose !== undefined && (
        <button
          type="button"
          className="a-banner-close"
          aria-label={t("dismiss")}
          onClick={onClose}
        >
          <CloseIcon />
        </button>
      )}
    </div>
  );
}

/** One of several banners: in the usual look, or one that draws itself with the button that opens the rest. */
export type StackedBanner = { readonly id: string } & (
  | BannerProps
  | { readonly severity: Severity; readonly render: (more: ReactNode) => ReactNode }
);

/** Banners by severity, the worst open in a slim line; the rest behind a button in it. */
export function BannerStack({
  banners,
}: {
  readonly banners: readonly StackedBanner[];
}): ReactNode {
  const [open, setOpen] = useState(false);
  const sorted = banners.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
  const [first, ...rest] = sorted;
  if (!first) return null;
  const more = rest.length > 0 && (
    <Button variant="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
      {open ? t("fewerBanners") : t("moreBanners", { count: rest.length })}
    </Button>
  );
  return (
    <div className="a-banner-stack">
      <InStack key={first.id} banner={first} more={more} />
      {open && rest.map((banner) => <InStack key={banner.id} banner={banner} more={false} />)}
    </div>
  );
}

function InStack({
  banner,
  more,
}: {
  readonly banner: StackedBanner;
  readonly more: ReactNode;
}): ReactNode {
  if ("render" in banner) return banner.render(more);
  const { actions, ...rest } = banner;
  const acts = more || actions !== undefined;
  return (
    <Banner
      {...rest}
      {...(acts && {
        actions: (
          <>
            {actions}
            {more}
          </>
        ),
      })}
    />
  );
}

/** An empty place that says what to do next. */
export function EmptyState({
  icon,
  title,
  isPage = false,
  children,
  action,
}: {
  readonly icon?: ReactNode;
  readonly title: string;
  /** It is all that the page has, and its title the page's heading. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}): ReactNode {
  const Title = isPage ? "h1" : "p";
  return (
    <div className="a-empty">
      {icon !== undefined && <span className="a-empty-icon">{icon}</span>}
      <Title className="a-empty-title">{title}</Title>
      {children !== undefined && <div className="a-empty-words">{children}</div>}
      {action !== undefined && <div className="a-empty-action">{action}</div>}
    </div>
  );
}

/** Something that did not load, in the place where it would stand. The rest of the window lives on. */
export function ErrorCard({
  title,
  children,
  code,
  helpHref,
  onRetry,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  /** A code of the catalogue or a log id, for whoever helps. */
  readonly code?: string;
  readonly helpHref?: string;
  readonly onRetry?: () => void;
}): ReactNode {
  return (
    <div className="a-error-card" role="alert">
      <span className="a-error-sign">
        <WarningIcon />
      </span>
      <div className="a-error-words">
        <p className="a-error-title">{title}</p>
        {children !== undefined && <div>{children}</div>}
        {(code !== undefined || helpHref !== undefined) && (
          <p className="a-error-code">
            {code !== undefined && <span>{t("errorCode", { code })}</span>}
            {helpHref !== undefined && <Link href={helpHref}>{t("aboutError")}</Link>}
          </p>
        )}
        {onRetry !== undefined && (
          <div>
            <Button onClick={onRetry}>{t("tryAgain")}</Button>
          </div>
        )}
      </div>
    </div>
  );
}

/** A grey shape in the place of something that is on its way. */
export function Skeleton({
  width,
  height,
  round = false,
}: {
  readonly width?: CSSProperties["width"];
  readonly height?: CSSProperties["height"];
  readonly round?: boolean;
}): ReactNode {
  return (
    <span
      className="a-skeleton"
      data-round={round || undefined}
      style={{ inlineSize: width, blockSize: height }}
      aria-hidden="true"
    />
  );
}
