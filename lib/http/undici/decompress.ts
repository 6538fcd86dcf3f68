import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

type Method = (bytes: Buffer, maxOutputLength: number) => Buffer

/** A body that was cut off is decompressed as far as it goes, as `fetch` does; parsing its JSON then fails. */
const partialOutput = { finishFlush: constants.Z_SYNC_FLUSH }

const gunzip: Method = (bytes, maxOutputLength) => gunzipSync(bytes, { ...partialOutput, maxOutputLength })

/** Some servers send raw deflate without the zlib header, whose first byte has the method 8. */
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

/** No server uses more encodings for one body, and decoding each takes time in proportion to the size. */
const maxEncodings = 5

/** The maximum size of `limit` bytes after compression, which may make data that does not compress slightly larger. */
export const maxCompressedSize = (limit: number): number => limit + Math.ceil(limit / 1000) + 1000

/**
 * Decompresses a body. `undefined` if that has more than `limit` bytes; throws for invalid data. A body with an unknown
 * encoding stays as it is.
 */
export const decompress = (bytes: Buffer, encoding: string | undefined, limit: number): Buffer | undefined => {
  const steps = encoding?.split(',').map((name) => methods.get(name.trim().toLowerCase())) ?? []
  if (steps.length > maxEncodings) throw new Error('encoded too often')
  if (bytes.length === 0 || steps.includes(undefined)) return bytes.length > limit ? undefined : bytes
  try {
    return (steps as Array<Method>).reduceRight(
      (packed, step, left) => step(packed, left === 0 ? limit : maxCompressedSize(limit)),
      bytes,
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw error
  }
}
