/** Members as the keys of an object (`String[Boolean]`), so that each can be patched by itself. */
export type SetOf<Name extends string = string> = string extends Name
  ? Readonly<Record<string, true>>
  : Readonly<Partial<Record<Name, true>>>;

export const setOf = <Name extends string>(names: Iterable<Name>): SetOf<Name> =>
  Object.fromEntries(Array.from(names, (name) => [name, true])) as SetOf<Name>;

/** Its members. */
export const namesIn = <Name extends string>(
  set: Readonly<Partial<Record<Name, true>>>,
): readonly Name[] => Object.keys(set) as Name[];
