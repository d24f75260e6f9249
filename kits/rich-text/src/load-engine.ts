export type Engine = (typeof import("./engine.ts"))["engine"];

let flight: Promise<Engine> | undefined;
let here: Engine | undefined;

/** The editor's own code, asked for once; after a failure again. */
export function loadEngine(): Promise<Engine> {
  flight ??= import("./engine.ts").then(
    ({ engine }) => (here = engine),
    (error: unknown) => {
      flight = undefined;
      throw error;
    },
  );
  return flight;
}

/** The same, if it is here already: then there is nothing to wait for. */
export const engineNow = (): Engine | undefined => here;
