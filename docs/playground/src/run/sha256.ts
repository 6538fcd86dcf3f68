const isPrime = (n: number): boolean => {
  for (let divisor = 2; divisor * divisor <= n; divisor++) if (n % divisor === 0) return false
  return true
}

/** The first 32 bits of the fraction of a number. */
const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0

const primes = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && isPrime(n))
const constants = primes.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)))
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

const turn = (x: number, bits: number): number => (x >>> bits) | (x << (32 - bits))

const padded = (bytes: Uint8Array): DataView => {
  const view = new DataView(new ArrayBuffer((Math.floor((bytes.length + 8) / 64) + 1) * 64))
  new Uint8Array(view.buffer).set(bytes)
  view.setUint8(bytes.length, 0x80)
  view.setBigUint64(view.byteLength - 8, BigInt(bytes.length) * 8n)
  return view
}

/** The SHA-256 of bytes (FIPS 180-4). */
export const sha256 = (bytes: Uint8Array): Uint8Array => {
  const view = padded(bytes)
  const state = Int32Array.from(initial)
  const words = new Int32Array(64)
  const word = (index: number): number => words[index] ?? 0
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    for (let index = 0; index < 64; index++) {
      const [w15, w2] = [word(index - 15), word(index - 2)]
      const s0 = turn(w15, 7) ^ turn(w15, 18) ^ (w15 >>> 3)
      const s1 = turn(w2, 17) ^ turn(w2, 19) ^ (w2 >>> 10)
      words[index] = index < 16 ? view.getInt32(offset + index * 4) : word(index - 16) + s0 + word(index - 7) + s1
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    constants.forEach((constant, index) => {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
      const first = (h + s1 + ((e & f) ^ (~e & g)) + constant + word(index)) | 0
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
      const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g]
    })
    ;[a, b, c, d, e, f, g, h].forEach((value, index) => {
      state[index] = (state[index] ?? 0) + value
    })
  }
  const digest = new DataView(new ArrayBuffer(32))
  state.forEach((value, index) => digest.setInt32(index * 4, value))
  return new Uint8Array(digest.buffer)
}
