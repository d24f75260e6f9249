import { Component, type ReactNode } from "react";
import { describeLoadError } from "./describe.ts";
import "./load-error-card.css";

const WORDS = {
  en: { failed: "Something went wrong while showing this.", again: "Try again" },
  ko: {
    failed: "화면을 표시하는 중에 문제가 발생했습니다.",
    again: "다시 시도",
  },
};

interface Props {
  readonly children: ReactNode;
  /** What is shown: another one is tried again. */
  readonly of: string;
}

interface State {
  readonly of: string;
  readonly crash?: { readonly error: unknown } | undefined;
}

/** Keeps the rest of the window where a bug is hit below: a card stands in its place. What did not load goes on upwards. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { of: this.props.of };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { crash: { error } };
  }

  static getDerivedStateFromProps({ of }: Props, state: State): State | null {
    return of === state.of ? null : { of, crash: undefined };
  }

  override render(): ReactNode {
    const { crash } = this.state;
    if (!crash) return this.props.children;
    if (describeLoadError(crash.error)) throw crash.error;
    const words = WORDS[document.documentElement.lang.startsWith("ko") ? "ko" : "en"];
    return (
      <section className="load-error" role="alert">
        <p>{words.failed}</p>
        <p className="load-error-acts">
          <button type="button" onClick={() => this.setState({ crash: undefined })}>
            {words.again}
          </button>
        </p>
      </section>
    );
  }
}
