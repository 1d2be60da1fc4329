/** A number of random runs: `npm test` makes the small one, `npm run test:all` and `npm run test:hard` the full one. */
export const depth = (small: number, full: number): number => (process.env.TEST_ALL ? full : small)
