import { lazy, Suspense, useState, type ComponentType, type ReactNode } from "react";
import { LoadErrorBoundary } from "./errors/load-error-boundary.tsx";

/**
 * A component in a chunk of its own: `const Editor = lazyPart(() => import("./editor.tsx").then((m) => m.Editor))`.
 * While it loads `fallback` shows (nothing by default); when it does not load, a card with "try again" that asks again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode | (() => ReactNode) = null,
): ComponentType<Props> {
  const attempt = () => lazy(async () => ({ default: await load() }));
  // One attempt is shared by all places that show the part, so that it is loaded once.
  let shared = attempt();
  return function LazyPart(props: Props): ReactNode {
    const [Part, setPart] = useState(() => shared);
    // React keeps a rejected `lazy` for ever; another try needs another one.
    const retry = () => {
      if (Part === shared) shared = attempt();
      setPart(() => shared);
    };
    return (
      <LoadErrorBoundary onRetry={retry}>
        <Suspense fallback={typeof fallback === "function" ? fallback() : fallback}>
          <Part {...props} />
        </Suspense>
      </LoadErrorBoundary>
    );
  };
}
