/** Files that the browser build turns into addresses or style chunks. */
declare module "*.css";
declare module "*.woff2" {
  const url: string;
  export default url;
}
declare module "*.svg" {
  const url: string;
  export default url;
}
