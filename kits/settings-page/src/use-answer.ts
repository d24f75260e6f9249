import type { Endpoint } from "@atrium/contract/api/index";
import { rest } from "@atrium/shell";
import { useCallback, useEffect, useState } from "react";

/** What a REST route answered, on its way, there, or refused. */
export type Answer<T> =
  | { readonly status: "loading" }
  | { readonly status: "there"; readonly value: T }
  | { readonly status: "refused"; readonly error: unknown };

/**
 * Reads a route when the screen opens; `reload` reads it again and keeps what is shown meanwhile.
 * @param name what stands for `:name` in the route's path, where there is one.
 */
export function useAnswer<T>(
  endpoint: Endpoint<undefined, T>,
  name?: string,
): {
  readonly answer: Answer<T>;
  readonly reload: () => Promise<void>;
} {
  const [answer, setAnswer] = useState<Answer<T>>({ status: "loading" });
  useEffect(() => {
    let isOpen = true;
    const look = async (): Promise<void> => {
      const found = await read(endpoint, name);
      if (isOpen) setAnswer(found);
    };
    void look();
    return () => {
      isOpen = false;
    };
  }, [endpoint, name]);
  const reload = useCallback(async () => setAnswer(await read(endpoint, name)), [endpoint, name]);
  return { answer, reload };
}

async function read<T>(endpoint: Endpoint<undefined, T>, name?: string): Promise<Answer<T>> {
  try {
    const params = name === undefined ? undefined : { name };
    return { status: "there", value: await rest(endpoint, { ...(params && { params }) }) };
  } catch (error) {
    return { status: "refused", error };
  }
}
