import { PARAMETERS } from '../../src/platform/login/passwords.ts'

// Lowers argon2's cost in tests, which log in hundreds of times; `passwords.unit.test.ts` tests with the product's parameters.
Object.assign(PARAMETERS, { memoryCost: 64, timeCost: 1 })
