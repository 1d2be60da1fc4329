import { PARAMETERS } from '../apps/server/src/platform/login/passwords.ts'

// Lowers argon2's cost in the servers of the browser tests: with the product's cost, each account of a test takes a second to hash and check.
Object.assign(PARAMETERS, { memoryCost: 64, timeCost: 1 })
