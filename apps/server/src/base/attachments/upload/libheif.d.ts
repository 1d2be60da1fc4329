/** The build of libheif that has its WebAssembly within, without types of its own; those beside it are of the same functions. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  const load: typeof import('libheif-js/libheif-wasm/libheif.js').default.default
  export default load
}
