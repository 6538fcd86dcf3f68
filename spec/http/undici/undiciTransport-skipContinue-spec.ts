import fc from 'fast-check'
import { skipContinue } from '../../../lib/http/undici/undiciTransport.js'

const informational = 'HTTP/1.1 100 Continue\r\n\r\n'
const withHeaders = 'HTTP/1.1 100 Go on\r\nDate: now\r\nX: 100\r\n\r\n'

/** A socket whose chunks are given, and what is read from it. */
const socketOf = (chunks: ReadonlyArray<string>) => {
  const left = chunks.map((chunk) => Buffer.from(chunk, 'latin1'))
  const written: Array<unknown> = []
  return skipContinue({
    read: () => left.shift() ?? null,
    write: (chunk: unknown) => (written.push(chunk), true),
  })
}

const readAll = (socket: ReturnType<typeof socketOf>): string => {
  let text = ''
  for (let chunk = socket.read() as Buffer | null; chunk !== null; chunk = socket.read() as Buffer | null)
    text += chunk.toString('latin1')
  return text
}

/** A text in pieces. */
const cut = (text: string, sizes: ReadonlyArray<number>): ReadonlyArray<string> => {
  const pieces: Array<string> = []
  let at = 0
  for (const size of sizes) pieces.push(text.slice(at, (at += size)))
  return [...pieces, text.slice(at)].filter((piece) => piece !== '')
}

describe('skipContinue', () => {
  it('takes away what stands before an answer, and leaves the answer, however its bytes arrive', () => {
    const before = fc.array(fc.constantFrom(informational, withHeaders), { maxLength: 3 })
    const answer = fc.constantFrom(
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}',
      'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
      `HTTP/1.1 200 OK\r\n\r\n${informational}`,
      'HTTP/1.0 100',
      'x',
    )
    const sizes = fc.array(fc.nat(30), { maxLength: 20 })
    fc.assert(
      fc.property(before, answer, sizes, (lines, whole, pieces) => {
        const socket = socketOf(cut(lines.join('') + whole, pieces))
        socket.write('GET / HTTP/1.1')
        // A piece of a body that begins as such an answer is left alone, because the answer has begun before.
        expect(readAll(socket)).toBe(whole)
      }),
    )
  })

  it('does so for each request of a connection', () => {
    const socket = socketOf([`${informational}HTTP/1.1 200 OK`, informational, 'HTTP/1.1 204 No Content'])
    socket.write('GET /1')
    expect(String(socket.read())).toBe('HTTP/1.1 200 OK')
    socket.write('GET /2')
    expect(readAll(socket)).toBe('HTTP/1.1 204 No Content')
  })

  it('leaves bytes alone that belong to an answer, and what nobody asked for', () => {
    const socket = socketOf([informational, informational])
    expect(String(socket.read())).toBe(informational)
    socket.write('GET /')
    expect(readAll(socket)).toBe('')
  })

  it('holds no more than an informational answer may have', () => {
    const endless = `HTTP/1.1 100 ${'x'.repeat(20_000)}`
    const socket = socketOf(cut(endless, Array(19).fill(1000) as ReadonlyArray<number>))
    socket.write('GET /')
    expect(readAll(socket)).toBe(endless)
  })
})
