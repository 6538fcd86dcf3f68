// Compressed bodies and bodies without end.
import assert from 'node:assert/strict'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { family, table } from '../support/cases.mjs'
import { transports } from '../support/installed.mjs'
import { answer, rawBank } from '../support/rawServer.mjs'
import { failure, victim } from '../support/victim.mjs'

const bounded = 'paging.md: a page with more bytes than maxBodySize, decompressed, is a DecodeError'
const bomb = Buffer.from(`{"resources":[],"x":"${'x'.repeat(4 << 20)}"}`)
const small = { maxBodySize: 1 << 20 }
const encoded = (body, encoding) => answer(body, { headers: { 'Content-Encoding': encoding } })

const bombs = {
  'a gzip bomb': () => encoded(gzipSync(bomb), 'gzip'),
  'a gzip bomb in a thousand members': () =>
    encoded(Buffer.concat(Array(1000).fill(gzipSync(Buffer.alloc(10_000, 32)))), 'gzip'),
  'a deflate bomb': () => encoded(deflateSync(bomb), 'deflate'),
  'a raw deflate bomb': () => encoded(deflateRawSync(bomb), 'deflate'),
  'a brotli bomb': () => encoded(brotliCompressSync(bomb), 'br'),
  'a length that is too long': () => answer(bomb),
}

export const cases = [
  ...table(bounded, 'too large', bombs, async (bytes, after) => {
    const bank = await rawBank(after, bytes)
    for (const [name, http] of Object.entries(transports)) {
      const { end, reason } = await failure(victim(after, bank.origin, { http, ...small }).banks.pages())
      // undici asks for gzip alone, and takes what it has not asked for as it is.
      assert.ok(reason === 'too-large' || (name === 'undici' && reason === 'not-json'), `${name}: ${end} ${reason}`)
    }
  }),
  ...family(bounded, {
    'a body without end is left, and its connection closed': async (after) => {
      const bank = await rawBank(after, (request, socket) => {
        const block = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`)
        const pour = () => {
          while (!socket.destroyed && socket.write(block));
        }
        socket.on('drain', pour).write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', pour)
      })
      for (const http of Object.values(transports)) {
        const gone = bank.next('gone')
        const { reason } = await failure(victim(after, bank.origin, { http, ...small }).banks.pages(), 'DecodeError')
        assert.equal(reason, 'too-large')
        await gone
      }
    },
  }),
]
