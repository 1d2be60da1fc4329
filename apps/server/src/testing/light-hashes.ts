import { PARAMETERS } from '../platform/login/passwords.ts'

// Tests log in hundreds of times. `passwords.unit.test.ts` checks the product's parameters.
Object.assign(PARAMETERS, { memoryCost: 64, timeCost: 1 })
