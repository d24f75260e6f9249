/** CSS pixels. */
export const ROW_HEIGHT = 40;
export const PHONE_ROW_HEIGHT = 60;
