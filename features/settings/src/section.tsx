import { useTitle } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "./strings/index.ts";

/** One page of the settings. */
export function Section({
  title,
  intro,
  action,
  children,
}: {
  readonly title: string;
  readonly intro?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  useTitle(title, t("title"));
  return (
    <section className="settings-section">
      <header className="settings-head">
        <div>
          <h2>{title}</h2>
          {intro && <p>{intro}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}

/** A group of settings that belong together, under its own heading. */
export function Group({
  title,
  intro,
  action,
  children,
}: {
  readonly title: string;
  readonly intro?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className="settings-group">
      <header className="settings-head">
        <div>
          <h3>{title}</h3>
          {intro && <p>{intro}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}
