import { PARAMETERS } from '../apps/server/src/platform/login/passwords.ts'

// Imported before the programs of the browser tests, whose hashes of passwords took a second of each of their accounts.
Object.assign(PARAMETERS, { memoryCost: 64, timeCost: 1 })
