import type { Duplex } from 'node:stream'

const start = Buffer.from('HTTP/1.1 100')
const end = '\r\n\r\n'

/** The maximum length of an informational answer. */
const maxInformationalBytes = 16_384

/**
 * The bytes after all leading `100 Continue` answers; `undefined` if the end of the last one has not arrived yet.
 */
const afterContinue = (bytes: Buffer): Buffer | undefined => {
  let remaining = bytes
  while (remaining.length > 0) {
    const compared = Math.min(remaining.length, start.length)
    if (remaining.compare(start, 0, compared, 0, compared) !== 0) return remaining
    const endIndex = remaining.indexOf(end)
    if (endIndex < 0) return remaining.length > maxInformationalBytes ? remaining : undefined
    remaining = remaining.subarray(endIndex + end.length)
  }
  return remaining
}

/**
 * Removes `100 Continue` answers from the bytes that undici reads from a socket. A server may send one unasked.
 * undici would then close the connection, and a request that the service has answered would fail with a `NetworkError`. The
 * first bytes after a write begin an answer, because a connection carries one request at a time.
 */
export const skipContinue = <S extends Pick<Duplex, 'read' | 'write'>>(socket: S): S => {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null
  const write = socket.write.bind(socket) as (...args: ReadonlyArray<unknown>) => boolean
  let isResponseStart = false
  let partialContinue: Buffer | undefined
  return Object.assign(socket, {
    write: (...args: ReadonlyArray<unknown>) => {
      isResponseStart = true
      return write(...args)
    },
    read: (size?: number) => {
      for (let chunk = read(size); chunk !== null; chunk = read(size)) {
        if (!isResponseStart) return chunk
        const bytes = partialContinue === undefined ? chunk : Buffer.concat([partialContinue, chunk])
        const remaining = afterContinue(bytes)
        partialContinue = remaining === undefined ? bytes : undefined
        if (remaining === undefined || remaining.length === 0) continue
        isResponseStart = false
        return remaining
      }
      return null
    },
  })
}
