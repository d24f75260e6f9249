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

/** Banners by severity, at most two open; the rest behind a button. */
export function BannerStack({
  banners,
}: {
  readonly banners: readonly (BannerProps & { readonly id: string })[];
}): ReactNode {
  const [open, setOpen] = useState(false);
  const sorted = banners.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
  const more = sorted.length - 2;
  if (sorted.length === 0) return null;
  return (
    <div className="a-banner-stack">
      {(open ? sorted : sorted.slice(0, 2)).map(({ id, ...banner }) => (
        <Banner key={id} {...banner} />
      ))}
      {more > 0 && (
        <Button variant="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t("fewerBanners") : t("moreBanners", { count: more })}
        </Button>
      )}
    </div>
  );
}

/** An empty place that says what to do next. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}): ReactNode {
  return (
    <div className="a-empty">
      {icon !== undefined && <span className="a-empty-icon">{icon}</span>}
      <p className="a-empty-title">{title}</p>
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
