import type { Duplex } from 'node:stream'

const start = Buffer.from('HTTP/1.1 100')
const end = '\r\n\r\n'

/** The most bytes of one informational answer; more are not one. */
const most = 16_384

/**
 * What follows the `100 Continue` answers that bytes begin with: `undefined` while it is not known whether they begin
 * with one, or where it ends.
 */
const afterContinue = (bytes: Buffer): Buffer | undefined => {
  let rest = bytes
  while (rest.length > 0) {
    const compared = Math.min(rest.length, start.length)
    if (rest.compare(start, 0, compared, 0, compared) !== 0) return rest
    const at = rest.indexOf(end)
    if (at < 0) return rest.length > most ? rest : undefined
    rest = rest.subarray(at + end.length)
  }
  return rest
}

/**
 * Takes `100 Continue` answers away from what a socket reads. HTTP lets a server send them unasked; undici closes the
 * connection then. An answer begins with the first bytes after something was written, because a connection has one request
 * at a time.
 */
export const skipContinue = <S extends Pick<Duplex, 'read' | 'write'>>(socket: S): S => {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null
  const write = socket.write.bind(socket) as (...args: ReadonlyArray<unknown>) => boolean
  let isBeginning = false
  let held: Buffer | undefined
  return Object.assign(socket, {
    write: (...args: ReadonlyArray<unknown>) => {
      isBeginning = true
      return write(...args)
    },
    read: (size?: number) => {
      for (let chunk = read(size); chunk !== null; chunk = read(size)) {
        if (!isBeginning) return chunk
        const bytes = held === undefined ? chunk : Buffer.concat([held, chunk])
        const rest = afterContinue(bytes)
        held = rest === undefined ? bytes : undefined
        if (rest === undefined || rest.length === 0) continue
        isBeginning = false
        return rest
      }
      return null
    },
  })
}
