/** The bar and all that has the emoji: asked for in one place, so that it is one chunk whoever asks first. */
export const loadBar = () => import("./bar/loaded.ts");
