/** The bundler's loader reads the address of chunks from here. */
// oxlint-disable-next-line no-underscore-dangle -- its name
declare let __webpack_public_path__: string;
