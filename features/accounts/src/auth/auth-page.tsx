import { LOCALE_NAMES, LOCALES, locale } from "@atrium/i18n";
import { OrganisationLogo, useOrganisation } from "@atrium/shell";
import { setPreferences } from "@atrium/state";
import { BrandMark } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";
import "./auth.css";

/** The ground that sign-in and set-up stand on: the organisation, one card, and the languages below it. */
export function AuthPage({
  wide = false,
  children,
}: {
  readonly wide?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { name = "Atrium", light, dark } = useOrganisation();
  return (
    <div className="a-auth">
      <div className="a-auth-column" data-wide={wide || undefined}>
        <header className="a-auth-brand">
          {light || dark ? (
            <OrganisationLogo className="a-auth-logo" />
          ) : (
            <>
              <BrandMark size={32} />
              <span>{name}</span>
            </>
          )}
        </header>
        <main className="a-auth-card">{children}</main>
        <Languages />
      </div>
    </div>
  );
}

/** Texts are decided once a window, so another language means another page. */
function Languages(): ReactNode {
  return (
    <nav className="a-auth-languages" aria-label={t("language")}>
      {LOCALES.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          aria-current={one === locale() ? "true" : undefined}
          onClick={() => {
            setPreferences({ locale: one });
            location.reload();
          }}
        >
          {LOCALE_NAMES[one]}
        </button>
      ))}
    </nav>
  );
}
