import type { MouseEvent, ReactNode } from "react";
import { BackIcon } from "../icons.ts";
import { Badge } from "../label/label.tsx";
import { t } from "../strings/index.ts";
import { Tooltip } from "../tooltip/tooltip.tsx";
import "./frame.css";

export interface RailItem {
  readonly href: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly current?: boolean;
  /** Something that waits there; nothing is drawn at zero. */
  readonly count?: number;
  readonly onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/** The way between applications: a strip at the side, on phones a bar under the thumb. */
export function Rail({
  label,
  items,
  top,
  bottom,
}: {
  readonly label: string;
  readonly items: readonly RailItem[];
  readonly top?: ReactNode;
  readonly bottom?: ReactNode;
}): ReactNode {
  return (
    <nav className="a-rail" aria-label={label}>
      {top !== undefined && <div className="a-rail-top">{top}</div>}
      <ul className="a-rail-items">
        {items.map((item) => (
          <li key={item.href}>
            <Tooltip text={item.label} side="right" names>
              <a
                className="a-rail-item"
                href={item.href}
                aria-current={item.current === true ? "page" : undefined}
                onClick={item.onClick}
              >
                <span className="a-rail-sign">
                  {item.icon}
                  {item.count !== undefined && <Badge count={item.count} max={99} tone="accent" />}
                </span>
                <span className="a-rail-label">{item.label}</span>
              </a>
            </Tooltip>
          </li>
        ))}
      </ul>
      {bottom !== undefined && <div className="a-rail-bottom">{bottom}</div>}
    </nav>
  );
}

/** The frame of an application that is not mail: rail, head with title and way back, and the page. */
export function PageFrame({
  title,
  rail,
  back,
  actions,
  sidebar,
  children,
}: {
  readonly title: string;
  readonly rail?: ReactNode;
  /** Where one came from, shown before the title where the rail is not in sight. */
  readonly back?: {
    readonly href: string;
    readonly label: string;
    readonly onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
  };
  readonly actions?: ReactNode;
  readonly sidebar?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="a-frame">
      <a className="a-skip" href="#content">
        {t("skipToContent")}
      </a>
      {rail}
      <div className="a-frame-page">
        <header className="a-frame-head">
          {back !== undefined && (
            <a
              className="a-button a-icon-button"
              data-variant="quiet"
              data-size="medium"
              href={back.href}
              aria-label={back.label}
              onClick={back.onClick}
            >
              <BackIcon />
            </a>
          )}
          <h1 className="a-frame-title">{title}</h1>
          {actions !== undefined && <div className="a-frame-actions">{actions}</div>}
        </header>
        <div className="a-frame-body">
          {sidebar !== undefined && (
            <div className="a-frame-sidebar" data-toasts-beside>
              {sidebar}
            </div>
          )}
          <main className="a-frame-main" id="content" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
    </div>
  );
}
