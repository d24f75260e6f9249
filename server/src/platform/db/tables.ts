/** Every table of the database. A store adds its own: `declare module "…/platform/db/tables.ts" { interface Tables { … } }`. */
export interface Tables {}
