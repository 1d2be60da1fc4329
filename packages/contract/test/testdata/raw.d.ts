/** Vite's raw import, so that tests read vectors without Node's types, which must not reach this package. */
declare module '*.csv?raw' {
  const text: string
  export default text
}
