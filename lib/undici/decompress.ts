import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

/** Some servers leave out the frame of zlib, whose first byte names the method, 8. */
const inflateAny: typeof inflateSync = (bytes, options) =>
  ((bytes as Buffer).readUInt8() & 0x0f) === 8 ? inflateSync(bytes, options) : inflateRawSync(bytes, options)

const methods: Readonly<Record<string, typeof inflateSync | undefined>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateAny,
  'x-deflate': inflateAny,
  br: brotliDecompressSync,
}

/** The most bytes that anybody makes of `limit` bytes by compressing them. */
export const mostCompressed = (limit: number): number => limit + Math.ceil(limit / 1000) + 1000

/** What a body was before its encoding, or `undefined` if that is more than `limit` bytes; throws for what is damaged. */
export const decompress = (bytes: Buffer, encoding: string | undefined, limit: number): Buffer | undefined => {
  const method = encoding === undefined ? undefined : methods[encoding.trim().toLowerCase()]
  if (method === undefined || bytes.length === 0) return bytes.length > limit ? undefined : bytes
  try {
    return method(bytes, { maxOutputLength: limit })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw error
  }
}
