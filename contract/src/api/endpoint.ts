/**
 * One REST route: its method, its path with `:name` for each parameter, and, in types only, what travels.
 * `Body` is what is sent as JSON (or the query of a GET), `Answer` what comes back; `undefined` is 204.
 */
export interface Endpoint<Body = undefined, Answer = undefined> {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: `/api/${string}`;
  readonly phantom?: { readonly body: Body; readonly answer: Answer };
}

export type BodyOf<E> = E extends Endpoint<infer Body, infer _> ? Body : never;
export type AnswerOf<E> = E extends Endpoint<infer _, infer Answer> ? Answer : never;

/** Declares a route. */
export function endpoint<Body = undefined, Answer = undefined>(
  method: Endpoint["method"],
  path: Endpoint["path"],
): Endpoint<Body, Answer> {
  return { method, path };
}

/** The path of an endpoint with its parameters filled in: `endpointPath(api.admin.domains.check, { name })`. */
export function endpointPath(
  { path }: Pick<Endpoint, "path">,
  parameters: Readonly<Record<string, string>>,
): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`${path} wants "${name}"`);
    return encodeURIComponent(value);
  });
}
