import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true })

interface Sent {
  method: string
  headers: Record<string, string>
  body: string | null
}

/**
 * Sends a request and returns its body, unparsed. `node:http` instead of `fetch`: the client shares its cores with the measured server,
 * and `fetch` alone takes half as much CPU as the server does for a small request.
 */
export function send(url: string, { method, headers, body }: Sent): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
