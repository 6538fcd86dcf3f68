import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

type Method = (bytes: Buffer, maxOutputLength: number) => Buffer

/** Decompresses a body that was cut off as far as possible, as `fetch` does; parsing its JSON then fails. */
const partialOutput = { finishFlush: constants.Z_SYNC_FLUSH }

const gunzip: Method = (bytes, maxOutputLength) => gunzipSync(bytes, { ...partialOutput, maxOutputLength })

/** Some servers send raw deflate, without the zlib header. That header begins with a byte whose lower half is 8. */
const inflate: Method = (bytes, maxOutputLength) =>
  (bytes.readUInt8() & 0x0f) === 8
    ? inflateSync(bytes, { ...partialOutput, maxOutputLength })
    : inflateRawSync(bytes, { ...partialOutput, maxOutputLength })

const unbrotli: Method = (bytes, maxOutputLength) =>
  brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength })

const methods = new Map([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflate],
  ['x-deflate', inflate],
  ['br', unbrotli],
])

/** No real server uses more encodings for one body. Without a maximum, a hostile server could keep the client busy. */
const maxEncodings = 5

/** The maximum compressed size of a body of `limit` bytes: compression makes some data slightly larger. */
export const maxCompressedSize = (limit: number): number => limit + Math.ceil(limit / 1000) + 1000

/**
 * Decompresses a body. Returns `undefined` if the result has more than `limit` bytes; throws for invalid data. A body with
 * an unknown encoding is returned unchanged.
 */
export const decompress = (bytes: Buffer, encoding: string | undefined, limit: number): Buffer | undefined => {
  const steps = encoding?.split(',').map((name) => methods.get(name.trim().toLowerCase())) ?? []
  if (steps.length > maxEncodings) throw new Error('encoded too often')
  if (bytes.length === 0 || steps.includes(undefined)) return bytes.length > limit ? undefined : bytes
  try {
    return (steps as Array<Method>).reduceRight(
      (compressed, step, index) => step(compressed, index === 0 ? limit : maxCompressedSize(limit)),
      bytes,
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw error
  }
}
