import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

type Method = (bytes: Buffer, maxOutputLength: number) => Buffer

/** What was cut gives what has come, as `fetch` does: that it is no JSON is told by who reads it. */
const lenient = { finishFlush: constants.Z_SYNC_FLUSH }

const gunzip: Method = (bytes, maxOutputLength) => gunzipSync(bytes, { ...lenient, maxOutputLength })

/** Some servers leave out the frame of zlib, whose first byte names the method, 8. */
const inflate: Method = (bytes, maxOutputLength) =>
  (bytes.readUInt8() & 0x0f) === 8
    ? inflateSync(bytes, { ...lenient, maxOutputLength })
    : inflateRawSync(bytes, { ...lenient, maxOutputLength })

const unbrotli: Method = (bytes, maxOutputLength) =>
  brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength })

const methods = new Map([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflate],
  ['x-deflate', inflate],
  ['br', unbrotli],
])

/** Nobody compresses oftener; each time costs as much as the body is large. */
const mostTimes = 5

/** The most bytes that anybody makes of `limit` bytes by compressing them. */
export const mostCompressed = (limit: number): number => limit + Math.ceil(limit / 1000) + 1000

/**
 * What a body was before its encodings, or `undefined` if that is more than `limit` bytes; throws for what is damaged. What
 * was encoded in a way that is not known stays as it is.
 */
export const decompress = (bytes: Buffer, encoding: string | undefined, limit: number): Buffer | undefined => {
  const steps = encoding?.split(',').map((name) => methods.get(name.trim().toLowerCase())) ?? []
  if (steps.length > mostTimes) throw new Error('encoded too often')
  if (bytes.length === 0 || steps.includes(undefined)) return bytes.length > limit ? undefined : bytes
  try {
    return (steps as Array<Method>).reduceRight(
      (packed, step, left) => step(packed, left === 0 ? limit : mostCompressed(limit)),
      bytes,
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw error
  }
}
