type Engine = typeof import("./engine.ts");

let flight: Promise<Engine> | undefined;

/** The editor's own code, asked for once; after a failure anew. */
export function loadEngine(): Promise<Engine> {
  flight ??= import("./engine.ts").catch((error: unknown) => {
    flight = undefined;
    throw error;
  });
  return flight;
}
