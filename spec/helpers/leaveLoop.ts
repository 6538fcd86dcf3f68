import { once } from 'node:events'
import { transport as crossFetch } from '../../lib/http/transport/crossFetch.js'
import { transport as nativeFetch } from '../../lib/http/transport/nativeFetch.js'
import { all } from '../../lib/streams/pages/pages.js'
import { connectionOver } from './connection.js'
import { rows } from './lists.js'

/** A program that leaves a loop while the page ahead is awaited, and has nothing else to do. */
const main = async (): Promise<void> => {
  const [, , origin = '', name] = process.argv
  const http = name === 'fetch' ? nativeFetch : crossFetch
  const list = all(connectionOver(http, { baseUrl: { origin, prefix: '/gate', roots: ['/v2'] } }))(rows, {
    prefetch: 1,
  })
  for await (const { id } of list) {
    if (id === 1) await once(process.stdin.resume(), 'end')
    break
  }
}

void main()
