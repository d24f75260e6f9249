import type { Endpoint } from "@atrium/contract/api/index";
import { rest } from "@atrium/shell";
import { useCallback, useEffect, useState } from "react";

/** What was asked for, on its way, there, or refused. */
export type Answer<T> =
  | { readonly status: "loading" }
  | { readonly status: "there"; readonly value: T }
  | { readonly status: "refused"; readonly error: unknown };

interface Read<T> {
  readonly answer: Answer<T>;
  /** Reads it again and keeps what is shown meanwhile. */
  readonly reload: () => Promise<void>;
}

/** Reads something when the screen opens. @param read the same function as long as it reads the same. */
export function useRead<T>(read: () => Promise<T>): Read<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ status: "loading" });
  useEffect(() => {
    let isOpen = true;
    void answerOf(read).then((found) => isOpen && setAnswer(found));
    return () => {
      isOpen = false;
    };
  }, [read]);
  return { answer, reload: useCallback(async () => setAnswer(await answerOf(read)), [read]) };
}

/** Reads a route. @param name what stands for `:name` in the route's path, where there is one. */
export const useAnswer = <T>(endpoint: Endpoint<undefined, T>, name?: string): Read<T> =>
  useRead(
    useCallback(
      () => rest(endpoint, { ...(name !== undefined && { params: { name } }) }),
      [endpoint, name],
    ),
  );

async function answerOf<T>(read: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { status: "there", value: await read() };
  } catch (error) {
    return { status: "refused", error };
  }
}
