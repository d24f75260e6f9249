/** Places of a table's grid, each row and column one, above which its rows and columns are left as they are. */
export const MAX_GRID_PLACES = 100_000;
/** Rows and columns of a table whose size is typed. */
export const MAX_TYPED_ROWS = 100;
export const MAX_TYPED_COLUMNS = 20;
