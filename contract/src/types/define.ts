/**
 * The vocabulary in which a JMAP data type is described: plain data, from which the server checks arguments and
 * records, and from which TypeScript infers what a record looks like.
 */

/** A hand-typed value; see `shape`. The type travels in a phantom property that never exists at run time. */
export interface Shape<T> {
  readonly shape: "any" | "object" | "list";
  readonly phantom?: T;
}

/** What a value may be: the names of RFC 8620 §1.2–1.4, and ways to build larger values. */
export type ValueType =
  | "Id"
  | "String"
  | "Boolean"
  | "UnsignedInt"
  | "Int"
  | "Number"
  | "UTCDate"
  | "Date"
  | { readonly list: ValueType }
  /** `String[T]`: any key, values of one type. */
  | { readonly map: ValueType }
  /** `String[Boolean]` or `Id[Boolean]`: keys are the members, every value is `true`. */
  | { readonly set: "Id" | "String" | { readonly oneOf: readonly string[] } }
  | { readonly oneOf: readonly string[] }
  | Shape<unknown>;

/** One property of a data type, one argument of a method, or one condition of a filter. */
export interface Property {
  readonly type: ValueType;
  /** The value may also be `null`. */
  readonly nullable?: true;
  /** Used when a client leaves the property out, and when a patch sets it to `null` (RFC 8620 §5.3). */
  readonly default?: unknown;
  /** May be given when the record is made and never changed. */
  readonly immutable?: true;
  /** Only the server sets it. */
  readonly serverSet?: true;
  /** Left out of `/get` unless the client names it. */
  readonly onRequest?: true;
  /** The capability that a request has to name for it to be there, where that is another one than its type's. */
  readonly capability?: string;
}

export type Properties = Readonly<Record<string, Property>>;

export type ChangingVerb = "create" | "update" | "destroy";

/** The description of one JMAP data type. */
export interface TypeDescription {
  /** The type's name on the wire, as in `Mailbox/get`. */
  readonly name: string;
  /** The capability that a request has to name in `using`. */
  readonly capability: string;
  /** Only a session in a browser reaches it, no program, whatever its credential is for. Holds for the whole capability. */
  readonly access?: "browserSession";
  /** Its changes want a proof that is not old of who it is: all of them, or those of these verbs. */
  readonly proof?: true | readonly ChangingVerb[];
  /** Its records are never kept on the device. */
  readonly persist?: false;
  /** A change is not shown before the server confirms it, and not kept for later when there is no network. */
  readonly offline?: false;
  readonly properties: Properties;
  /** Conditions that `/query` knows. */
  readonly filters?: Properties;
  /** Properties that `/query` sorts by. */
  readonly sorts?: readonly string[];
  /** Further members of a comparator, such as Email's `keyword`. */
  readonly comparatorProperties?: Properties;
  /** Names that start so may be asked for in `/get` too, such as Email's `header:`. */
  readonly dynamicPrefix?: string;
  /** Arguments beyond the standard ones, by method. */
  readonly arguments?: Readonly<Record<string, Properties>>;
  /** What an update noted with a detail may have changed; `/changes` then answers `updatedProperties`. */
  readonly updateDetails?: Readonly<Record<string, readonly string[]>>;
}

// The first line ends the recursion for a description that is not known exactly.
type Value<T> = ValueType extends T ? unknown : Exact<T>;

type Exact<T> = T extends "Id" | "String" | "UTCDate" | "Date"
  ? string
  : T extends "Boolean"
    ? boolean
    : T extends "UnsignedInt" | "Int" | "Number"
      ? number
      : T extends { readonly list: infer Item }
        ? readonly Value<Item>[]
        : T extends { readonly map: infer Item }
          ? Readonly<Record<string, Value<Item>>>
          : T extends { readonly set: { readonly oneOf: readonly (infer Name extends string)[] } }
            ? Readonly<Partial<Record<Name, true>>>
            : T extends { readonly set: string }
              ? Readonly<Record<string, true>>
              : T extends { readonly oneOf: readonly (infer Name)[] }
                ? Name
                : T extends Shape<infer Hand>
                  ? Hand
                  : never;

/** The TypeScript type of a property's value. */
export type ValueOf<P extends Property> = P extends { readonly nullable: true }
  ? Value<P["type"]> | null
  : Value<P["type"]>;

type NamesWith<Ps extends Properties, Flag extends object> = {
  [Name in keyof Ps]: Ps[Name] extends Flag ? Name : never;
}[keyof Ps];

/** All values by name: a record as it is kept, or arguments that were checked and have their defaults. */
export type ValuesOf<Ps extends Properties> = { readonly [Name in keyof Ps]: ValueOf<Ps[Name]> };

/** Values by name as they are sent: those with a default may be left out. */
export type GivenOf<Ps extends Properties> = {
  readonly [Name in Exclude<keyof Ps, Optional<Ps>>]: ValueOf<Ps[Name]>;
} & { readonly [Name in Optional<Ps>]?: ValueOf<Ps[Name]> };

/** A whole record as `/get` answers it. */
export type RecordOf<D extends TypeDescription> = ValuesOf<D["properties"]>;

type Creatable<Ps extends Properties> = Exclude<keyof Ps, NamesWith<Ps, { serverSet: true }>>;
type Optional<Ps extends Properties> = NamesWith<Ps, { default: unknown }>;

/** What `/set` takes to create a record: no server-set properties; those with a default may be left out. */
export type CreateOf<D extends TypeDescription> = {
  readonly [Name in Exclude<Creatable<D["properties"]>, Optional<D["properties"]>>]: ValueOf<
    D["properties"][Name]
  >;
} & {
  readonly [Name in Creatable<D["properties"]> & Optional<D["properties"]>]?: ValueOf<
    D["properties"][Name]
  >;
};

/** One condition of the type's filter. */
export type ConditionOf<D extends TypeDescription> = {
  readonly [Name in keyof D["filters"]]?: D["filters"][Name] extends Property
    ? ValueOf<D["filters"][Name]>
    : never;
};

/** RFC 8620 §5.5: a condition, or conditions joined by an operator. */
export type Filter<Condition> =
  | Condition
  | {
      readonly operator: "AND" | "OR" | "NOT";
      readonly conditions: readonly Filter<Condition>[];
    };

export type FilterOf<D extends TypeDescription> = Filter<ConditionOf<D>>;

/** RFC 8620 §5.5: how two records compare. */
export interface Comparator<Name extends string = string> {
  readonly property: Name;
  /** `true` unless given. */
  readonly isAscending?: boolean;
  readonly collation?: string;
  /** Email: the keyword that `hasKeyword` and its kin look at. */
  readonly keyword?: string;
}

/** Describes a data type; gives its argument back with literal types, so that `RecordOf` can infer. */
export function defineType<const D extends TypeDescription>(description: D): D {
  return description;
}

/** A value whose TypeScript type is written by hand, because the vocabulary cannot say it (it recurses, or is open). */
export function shape<T>(kind: "any" | "object" | "list" = "any"): Shape<T> {
  return { shape: kind };
}
