/**
 * What the threads of a pool say to one another, all that one turn of an event loop brings up in one message: each message
 * wakes a thread. `id` names a task, `question` one of its questions.
 */
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

/**
 * Gathers what one turn of the event loop has to say, and says it at its end.
 * @param failed is called with a message that cannot be copied to another thread.
 */
export function createOutbox<Message>(
  post: (messages: readonly Message[], transfer: ArrayBuffer[]) => void,
  failed: (message: Message, error: Error) => void,
): (message: Message, transfer?: readonly ArrayBuffer[]) => void {
  let waiting: { readonly message: Message; readonly transfer: readonly ArrayBuffer[] }[] = [];

  function say(some: typeof waiting): void {
    try {
      post(
        some.map(({ message }) => message),
        some.flatMap(({ transfer }) => transfer),
      );
    } catch (error) {
      // One that cannot be copied keeps none of the others back.
      if (some.length > 1) for (const one of some) say([one]);
      else failed(some[0]!.message, error as Error);
    }
  }

  return (message, transfer = []) => {
    waiting.push({ message, transfer });
    if (waiting.length > 1) return;
    setImmediate(() => {
      const some = waiting;
      waiting = [];
      say(some);
    });
  };
}
