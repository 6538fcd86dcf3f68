import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Observable } from 'rxjs'

/** What answers the requests for a path. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A port that cannot be opened; its message says what to do. */
export class PortError extends Error {
  override readonly name = 'PortError'
}

const portError = (error: NodeJS.ErrnoException, host: string, port: number): Error => {
  const where = `${host}:${String(port)}`
  if (error.code === 'EADDRINUSE') return new PortError(`${where} is in use: set WATCHER_PORT to a port that is free`)
  return new PortError(`${where} cannot be opened (${error.code ?? error.message}): set WATCHER_HOST and WATCHER_PORT`)
}

/** Answers on a port. Cold; emits the URL once it is open, never completes; unsubscribing closes it and what is connected. */
export const serve = (host: string, port: number, handlers: Readonly<Record<string, Handler>>): Observable<string> =>
  new Observable((subscriber) => {
    const server = createServer((request, response) => {
      const [path = ''] = (request.url ?? '').split('?')
      const handler = Object.hasOwn(handlers, path) ? handlers[path] : undefined
      response.setHeader('Cache-Control', 'no-store')
      if (handler === undefined) response.writeHead(404).end()
      else if (request.method !== 'GET' && request.method !== 'HEAD') response.writeHead(405, { Allow: 'GET' }).end()
      else handler(request, response)
    })
    server.on('error', (error) => subscriber.error(portError(error, host, port)))
    server.listen(port, host, () => {
      const { port: opened } = server.address() as AddressInfo
      subscriber.next(`http://${host.includes(':') ? `[${host}]` : host}:${String(opened)}`)
    })
    return () => {
      server.close()
      server.closeAllConnections()
    }
  })
