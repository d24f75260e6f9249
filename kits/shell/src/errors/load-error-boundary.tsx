import { Component, type ReactNode } from "react";
import { describeLoadError } from "./describe.ts";
import { LoadErrorCard } from "./load-error-card.tsx";

interface Props {
  readonly children: ReactNode;
  /** Called before the children are rendered again. */
  readonly onRetry?: () => void;
}

/** Shows a card in place when a chunk, stylesheet or remote below it did not load. Any other error goes on upwards. */
export class LoadErrorBoundary extends Component<Props, { readonly error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const described = describeLoadError(error);
    if (!described) throw error;
    return (
      <LoadErrorCard
        code={described.code}
        onRetry={() => {
          this.props.onRetry?.();
          this.setState({ error: undefined });
        }}
      />
    );
  }
}
