/** The addresses that the directory said are those of groups. */
const groups = new Set<string>();

export const noteGroup = (email: string): void => void groups.add(email.toLowerCase());

export const isGroup = (email: string): boolean => groups.has(email.toLowerCase());
