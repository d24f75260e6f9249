import { accentTokens } from "@atrium/formats/accent";
import { BrandMark } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "./strings/index.ts";

export interface Shown {
  readonly name: string;
  readonly accent: string | null;
  /** As addresses or `data:` URLs. */
  readonly logo: string | null;
  readonly logoDark: string | null;
}

/** How the organisation will look, in both themes, before it is saved. Nothing in it can be pressed. */
export function LookPreview({ name, accent, logo, logoDark }: Shown): ReactNode {
  const tokens = accent === null ? {} : accentTokens(accent);
  return (
    <div className="organisation-previews" role="group" aria-label={t("preview")}>
      {(["light", "dark"] as const).map((scheme) => {
        const picture = scheme === "dark" ? (logoDark ?? logo) : (logo ?? logoDark);
        return (
          <figure key={scheme}>
            <div className="organisation-preview" style={{ ...tokens, colorScheme: scheme }} inert>
              <div className="organisation-preview-brand">
                {picture === null ? (
                  <>
                    <BrandMark size={24} />
                    <span>{name}</span>
                  </>
                ) : (
                  <img src={picture} alt={name} />
                )}
              </div>
              <span className="a-button" data-variant="primary" data-size="medium">
                {t("previewButton")}
              </span>
              <span className="organisation-preview-selected">{t("previewSelected")}</span>
              <span className="organisation-preview-link">{t("previewLink")}</span>
            </div>
            <figcaption>{t(scheme === "light" ? "previewLight" : "previewDark")}</figcaption>
          </figure>
        );
      })}
    </div>
  );
}
