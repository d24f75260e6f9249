import type { Endpoint } from "@atrium/contract/api/index";
import { rest, RestRefusal } from "@atrium/shell";
import { useCallback, useEffect, useState } from "react";
import { t } from "./strings/index.ts";

/** What a REST route answered, on its way, there, or refused. */
export type Answer<T> =
  | { readonly status: "loading" }
  | { readonly status: "there"; readonly value: T }
  | { readonly status: "refused"; readonly error: unknown };

/** Reads a route when the screen opens; `reload` reads it again and keeps what is shown meanwhile. */
export function useAnswer<T>(endpoint: Endpoint<undefined, T>): {
  readonly answer: Answer<T>;
  readonly reload: () => Promise<void>;
} {
  const [answer, setAnswer] = useState<Answer<T>>({ status: "loading" });
  const reload = useCallback(async () => {
    try {
      setAnswer({ status: "there", value: await rest(endpoint) });
    } catch (error) {
      setAnswer({ status: "refused", error });
    }
  }, [endpoint]);
  useEffect(() => {
    void reload();
  }, [reload]);
  return { answer, reload };
}

/** The sentence for a refusal; anything else is a failure of ours. */
export function sentence(error: unknown): string {
  return t(error instanceof RestRefusal ? error.code : "serverFail");
}
