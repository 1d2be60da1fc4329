import { connect, createServer, type Server, type Socket } from 'node:net'

/** The startup parameters that PgBouncer accepts; it refuses all others. */
const ACCEPTED = new Set([
  'user',
  'database',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
  'application_name',
])

interface Fake {
  /** The address to use instead of the real one. */
  url: string
  close(): void
}

/** A proxy before a PostgreSQL that refuses the same startup parameters as PgBouncer. */
export async function startPooler(url: string): Promise<Fake> {
  const real = new URL(url)
  const server = createServer((client) => {
    client.on('error', () => undefined)
    client.once('data', (first) => {
      const unsupported = startupNames(first).find((name) => !ACCEPTED.has(name.toLowerCase()))
      if (unsupported) return client.end(fatal('08P01', `unsupported startup parameter: ${unsupported}`))
      const database = connect(Number(real.port), real.hostname)
      database.on('error', () => client.destroy())
      database.write(first)
      client.pipe(database).pipe(client)
    })
  })
  return await listening(server, url)
}

/** What happens to the first COMMIT: executed but its answer lost; never sent; or the connection closed on the client's side only. */
export type CommitFault = 'answer lost' | 'never sent' | 'half open'

/** A proxy before a PostgreSQL that breaks the connection at the first COMMIT. `down`: it refuses all connections after that. */
export async function startCommitFault(url: string, fault: CommitFault, down = false): Promise<Fake> {
  const real = new URL(url)
  const sockets = new Set<Socket>()
  let broken = false
  const server = createServer((client) => {
    const database = connect(Number(real.port), real.hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => sockets.delete(socket))
    }
    if (broken && down) {
      client.destroy()
      database.destroy()
      return
    }
    database.on('data', (data) => client.write(data))
    database.on('close', () => client.destroy())
    client.on('close', () => {
      if (!(broken && fault === 'half open')) database.destroy()
    })
    client.on('data', (data) => {
      if (broken || data.toString('latin1', 5) !== 'commit\0') return database.write(data)
      broken = true
      if (fault === 'answer lost') {
        database.removeAllListeners('data').once('data', () => client.destroy())
        database.write(data)
      } else client.destroy()
    })
  })
  const fake = await listening(server, url)
  return {
    url: fake.url,
    close: () => {
      fake.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** A proxy before a PostgreSQL whose host can vanish: no byte passes and nobody is told, as when it lost its power. */
export async function startVanishing(url: string): Promise<Fake & { vanish(): void; comeBack(): void }> {
  const real = new URL(url)
  const sockets = new Set<Socket>()
  let gone = false
  let lives = 0
  const server = createServer((client) => {
    const database = connect(Number(real.port), real.hostname)
    const born = lives
    // A host that is back knows nothing of the connections from before.
    const isDead = () => gone || born !== lives
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('data', (data) => !isDead() && to.write(data))
      from.once('close', () => {
        sockets.delete(from)
        if (!isDead()) to.destroy()
      })
    }
  })
  const fake = await listening(server, url)
  return {
    url: fake.url,
    vanish: () => {
      gone = true
    },
    comeBack: () => {
      gone = false
      lives += 1
    },
    close: () => {
      fake.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** A fake PostgreSQL that answers every query with this row. */
export async function startOldPostgres(row: Record<string, string>): Promise<Fake> {
  const server = createServer((client: Socket) => {
    client.on('error', () => undefined)
    const ready = message('Z', Buffer.from('I'))
    client.once('data', () => {
      client.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]))
      client.on('data', (data) => {
        if (data.toString('latin1', 0, 1) !== 'Q') return
        client.write(Buffer.concat([...answer(row), message('C', text('SELECT 1')), ready]))
      })
    })
  })
  return await listening(server, 'postgres://user:password@127.0.0.1/any')
}

async function listening(server: Server, url: string): Promise<Fake> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const fake = new URL(url)
  fake.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return { url: fake.href, close: () => server.close() }
}

/** The names in a startup packet: length, version, then name and value in turns, each ended by a NUL. */
const startupNames = (packet: Buffer) =>
  packet
    .toString('utf8', 8)
    .split('\0')
    .filter((part, index) => index % 2 === 0 && part !== '')

/** A row description (every column text) and the row. */
function answer(row: Record<string, string>): Buffer[] {
  const count = short(Object.keys(row).length)
  const columns = Object.keys(row).map((name) =>
    Buffer.concat([text(name), long(0), short(0), long(25), short(-1), long(-1), short(0)]),
  )
  const values = Object.values(row).map((value) => Buffer.concat([long(value.length), Buffer.from(value)]))
  return [message('T', Buffer.concat([count, ...columns])), message('D', Buffer.concat([count, ...values]))]
}

const fatal = (code: string, reason: string) =>
  message('E', text('SFATAL'), text('VFATAL'), text(`C${code}`), text(`M${reason}`), Buffer.alloc(1))

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), long(body.length + 4), body])
}

const text = (value: string) => Buffer.from(`${value}\0`)

function long(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeInt32BE(value)
  return buffer
}

function short(value: number): Buffer {
  const buffer = Buffer.alloc(2)
  buffer.writeInt16BE(value)
  return buffer
}
