export const en = { mail: "Mail" } as const;
