import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { catchError, lastValueFrom, of, toArray } from 'rxjs'
import { noContent } from '../../../lib/codec.js'
import { createClient } from '../../../lib/index.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { rawServer } from '../../helpers/rawServer.js'
import { transports } from '../../helpers/transports.js'

const list = JSON.stringify({
  resources: Array.from({ length: 40 }, (_, id) => ({ id: id + 1, name: `Crédit "${String(id)}" \\ ☂` })),
  pagination: { previous_uri: null, next_uri: null },
})
const plain = Buffer.from(list)

interface Framing {
  /** What the head says of the body. */
  readonly head: (body: Buffer) => ReadonlyArray<string>
  /** The bytes of the body as they go over the wire. */
  readonly wire?: (body: Buffer) => Buffer
}

const chunk = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

const chunked = (body: Buffer): Buffer => {
  const half = Math.floor(body.length / 2)
  return Buffer.concat([chunk(body.subarray(0, half)), chunk(body.subarray(half)), Buffer.from('0\r\n\r\n')])
}

const undeclared: Framing = { head: () => ['Connection: close'] }
const reported: Framing = { head: (body) => [`Content-Length: ${String(body.length)}`] }
const inChunks: Framing = { head: () => ['Transfer-Encoding: chunked'], wire: chunked }

const framings: ReadonlyArray<readonly [name: string, framing: Framing]> = [
  ['no stated length', undeclared],
  ['a stated length', reported],
  ['chunks', inChunks],
]

const encodings = [
  ['plain', { body: plain, headers: [] }],
  ['gzip', { body: gzipSync(plain), headers: ['Content-Encoding: gzip'] }],
] as const

const fin = (socket: Socket) => void socket.end()
const rst = (socket: Socket) => void socket.resetAndDestroy()

/** Each framing and encoding, ended by FIN; and one that is ended by RST. */
const cases = [
  ...framings.flatMap(([framing, framed]) =>
    encodings.map(([encoding, encoded]) => ({ framing, encoding, end: 'FIN', of: [framed, encoded, fin] as const })),
  ),
  { framing: 'a stated length', encoding: 'plain', end: 'RST', of: [reported, encodings[0][1], rst] as const },
]

const answer = ({ head, wire = (body) => body }: Framing, body: Buffer, headers: ReadonlyArray<string>) => {
  const lines = ['HTTP/1.1 200 OK', ...headers, ...head(body)]
  return { head: Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body: wire(body) }
}

const whole = answer(reported, plain, [])

describe.each(transports)('%s: an answer that is cut off', (_, http) => {
  /** Asks for banks, of a server that answers with each of some bytes in turn, and at last with all of them. */
  const ask = async (cuts: ReadonlyArray<Buffer>, end: (socket: Socket) => void) => {
    let asked = 0
    const server = await rawServer((socket) => {
      const bytes = cuts[asked++]
      if (bytes === undefined) socket.end(Buffer.concat([whole.head, whole.body]))
      else socket.write(bytes, () => end(socket))
    })
    // One more, for a connection that the server ends while it is used again.
    const again = { count: cuts.length + 1, minDelay: 0, maxDelay: 0 }
    const client = createClient({ profile: documentedProfile, baseUrl: server.url, clientId: 'id', http, retry: again })
    const outcome = await lastValueFrom(
      client.banks.all().pipe(
        toArray(),
        catchError((error: unknown) => of(error)),
      ),
    )
    await server.close()
    return { asked, outcome }
  }

  it.each(cases)(
    'is requested again, wherever that is: $framing, $encoding, $end',
    async ({ of: [framing, encoding, end] }) => {
      const cut = answer(framing, encoding.body, encoding.headers)
      // Without the last bytes of its frame a compressed body is whole.
      const last = encoding.body === plain ? -1 : -20
      const places = Array.from({ length: 10 }, (_tenth, tenth) => Math.floor((cut.body.length * tenth) / 10))
      const cuts = [
        cut.head.subarray(0, cut.head.length / 2),
        ...[...places, last].map((place) => Buffer.concat([cut.head, cut.body.subarray(0, place)])),
      ]
      const { asked, outcome } = await ask(cuts, end)
      expect(outcome).toHaveLength(40)
      expect(asked).toBe(cuts.length + 1)
    },
  )

  it.each([
    ['no JSON', undeclared, '<html>Back soon</html>'],
    ['the beginning of a page', undeclared, '<!doctype html><ht'],
    ['JSON with something after it', undeclared, '{"resources":[]}}'],
    ['JSON that ends in the middle', reported, '{"resources":['],
    ['JSON that ends in the middle', inChunks, '{"resources":['],
    ['nothing', reported, ''],
  ])('is requested again too if %s came as it was told (%j)', async (_what, framing, body) => {
    const { head, body: bytes } = answer(framing, Buffer.from(body), [])
    const { asked, outcome } = await ask([Buffer.concat([head, bytes])], (socket) => void socket.end())
    expect(outcome).toHaveLength(40)
    expect(asked).toBeGreaterThan(1)
  })

  it('is a NetworkError if all of the body is missing, and somebody looks at it', async () => {
    const gone = Buffer.from('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n')
    const server = await rawServer((socket) => void socket.end(gone))
    const client = createClient({
      profile: documentedProfile,
      baseUrl: server.url,
      clientId: 'id',
      clientSecret: 's',
      http,
    })
    const request = { operation: 'a.delete', method: 'DELETE', path: '/v2/a', access: 'application' } as const
    await expect(lastValueFrom(client.send({ ...request, codec: noContent }))).resolves.toBeUndefined()
    await expect(lastValueFrom(client.send({ ...request, codec: t.unknown }))).rejects.toMatchObject({
      _tag: 'NetworkError',
      code: some('ERR_STREAM_PREMATURE_CLOSE'),
    })
    await server.close()
  })
})
