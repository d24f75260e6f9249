/** What the threads of a pool say to one another. `id` names a task, `question` one of its questions. */
export type ToThread =
  | { readonly kind: "run"; readonly id: number; readonly module: string; readonly input: unknown }
  | { readonly kind: "answer"; readonly question: number; readonly value: unknown }
  | { readonly kind: "noAnswer"; readonly question: number; readonly error: SentError };

export type FromThread =
  | { readonly kind: "done"; readonly id: number; readonly output: unknown; readonly cpu: number }
  | {
      readonly kind: "failed";
      readonly id: number;
      readonly error: SentError;
      readonly cpu: number;
    }
  | {
      readonly kind: "ask";
      readonly id: number;
      readonly question: number;
      readonly value: unknown;
    };

/** Of an error that is copied between threads only name, message and stack are left; callers look at the code. */
export interface SentError {
  readonly message: string;
  readonly code: string | undefined;
  readonly stack: string | undefined;
}

export function sentError(error: unknown): SentError {
  if (!(error instanceof Error))
    return { message: String(error), code: undefined, stack: undefined };
  const { code } = error as NodeJS.ErrnoException;
  return { message: error.message, code, stack: error.stack };
}

export function receivedError({ message, code, stack }: SentError): Error {
  return Object.assign(new Error(message), {
    ...(code === undefined ? {} : { code }),
    ...(stack === undefined ? {} : { stack }),
  });
}
