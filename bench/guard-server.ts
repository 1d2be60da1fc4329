import { paymentRoutes } from '../apps/server/src/books/payments/routes.ts'
import { readConfig } from '../apps/server/src/platform/config.ts'
import { open } from '../apps/server/src/platform/http/guard.ts'
import { register } from '../apps/server/src/platform/http/register.ts'
import type { Route } from '../apps/server/src/platform/http/route.ts'
import { buildApp } from '../apps/server/src/start/app.ts'
import { PAYMENT_SHEET } from '../apps/server/src/start/payment-sheet.ts'

// The child process of `npm run bench -- guard`: the server on the bench's database, with the list of payments once more without the guard.
// Arguments: data folder and database URL. Prints its address.

const [dataDir = '', databaseUrl = ''] = process.argv.slice(2)
const config = readConfig({ PORT: '0' }, dataDir)
const { http, services, close } = await buildApp({ config, databaseUrl, clock: () => new Date() })
const list = paymentRoutes([], PAYMENT_SHEET).find(
  ({ method, url }) => method === 'GET' && url === '/cost_executions',
) as Route

/** Who calls, as the guard found it for the first guarded call. */
let caller: unknown
const guarded: Route = {
  ...list,
  run: (db, context, input) => {
    caller ??= context
    return list.run(db, context, input)
  },
}
/** The same schemas, handler and answer; only finding the session and checking the right are missing. */
const bare: Route = {
  ...list,
  access: open,
  run: (db, _context, input) => list.run(db, caller as never, input),
}
register(http, services, '/api/guarded', [guarded])
register(http, services, '/api/bare', [bare])

const address = await http.listen({ host: '127.0.0.1', port: 0 })
console.log(address)
process.stdin.resume().once('close', () => void close())
