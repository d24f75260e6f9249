// Not in the index: what nobody uses of that is then left out of a window, and this never is.
import "../tokens.css";
import "../fonts.css";
import "../base.css";
import "../icons.css";
import "../hues.css";
import { preferences, watchPreferences, type Preferences } from "@atrium/state";

/**
 * Shows the chosen theme and density on `<html>` and follows every later choice, of other windows too.
 * Call it once, before the first render. Without a choice the system's own preference holds, by CSS alone.
 */
export function startTheme(): () => void {
  apply(preferences());
  return watchPreferences(apply);
}

function apply({ theme, density }: Preferences): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset["theme"];
  else dataset["theme"] = theme;
  dataset["density"] = density;
}
