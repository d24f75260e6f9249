import { locale } from "./locale.ts";

/** A text, with `{name}` where a parameter stands, or a function where grammar needs one. */
type Text = string | ((params: never) => string);
type Texts = Readonly<Record<string, Text>>;

type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Params<T> = T extends (params: infer P) => string
  ? P
  : T extends string
    ? Record<Names<T>, string | number>
    : never;
type Args<T> = T extends (params: never) => string
  ? Parameters<T>
  : T extends string
    ? [Names<T>] extends [never]
      ? []
      : [params: Record<Names<T>, string | number>]
    : never;

/** What a translation of `T` must hold: every key, as text or as a function of the same parameters. */
export type Translation<T extends Texts> = {
  readonly [K in keyof T]: string | ((params: Params<T[K]>) => string);
};

/**
 * Binds a feature's texts and answers its `t`. English defines the keys and the parameters
 * (`as const`, so that `{name}` in a text becomes a required parameter).
 */
export function defineStrings<const E extends Texts>(texts: {
  readonly en: E;
  readonly ko: Translation<E>;
}): <K extends keyof E & string>(key: K, ...args: Args<E[K]>) => string {
  return (key, ...args) => {
    const text: unknown = texts[locale()][key];
    const params = args[0] as Record<string, string | number> | undefined;
    if (typeof text === "function") return (text as (params: unknown) => string)(params);
    return params === undefined ? String(text) : fill(String(text), params);
  };
}

/** Puts parameters in the place of `{name}`; a name without a parameter stays as it is. */
export function fill(text: string, params: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
