import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { redact } from '../../../lib/index.js'
import { isSigned, sign } from '../../../lib/server/webhooks/signature.js'

const body = Buffer.from('{"type":"item.created"}')
const [secret, old] = [redact('5ecret'), redact('0ld')]
const right = sign(secret, body).toString('hex')
const wrong = `${right.slice(0, -1)}${right.endsWith('0') ? '1' : '0'}`

describe('isSigned', () => {
  it.each([
    ['one value', `v1=${right}`],
    ['upper case', `v1=${right.toUpperCase()}`],
    ['the second of two', `v1=${wrong},v1=${right}`],
    ['the first of two', `v1=${right},v1=${wrong}`],
    ['a header that was sent twice', `v1=${wrong}, v1=${right}`],
    ['spaces', `  v1=${right}  `],
    ['another scheme beside it', `v0=${wrong},v1=${right},v2`],
    ['values that are none beside it', `v1=,v1,v1=zz,v1=${right}00,v1=${right}`],
    ['commas', `,,v1=${right},`],
  ])('takes %s', (_, header) => {
    expect(isSigned([secret], header, body)).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['a wrong value', `v1=${wrong}`],
    ['another scheme', `v2=${right}`],
    ['the scheme in another case', `V1=${right}`],
    ['no scheme', right],
    ['a value that is too short', `v1=${right.slice(2)}`],
    ['a value that is too long', `v1=${right}00`],
    ['half a byte', `v1=${right.slice(1)}`],
    ['a value with more behind it', `v1=${right}=`],
    ['Base64', `v1=${Buffer.from(right, 'hex').toString('base64')}`],
    ['quotes', `v1="${right}"`],
    ['spaces around the sign', `v1 = ${right}`],
    ['letters that look alike', `v1=${'а'.repeat(64)}`],
  ])('refuses %s', (_, header) => {
    expect(isSigned([secret], header, body)).toBe(false)
  })

  it('tries each secret', () => {
    const header = `v1=${sign(old, body).toString('hex')}`
    expect([isSigned([secret, old], header, body), isSigned([secret], header, body)]).toEqual([true, false])
  })

  it('takes what Node signs, of any bytes, and nothing that differs in a byte', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        fc.string({ minLength: 1 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (bytes, key, place, change) => {
          const header = `v1=${createHmac('sha256', key).update(bytes).digest('hex')}`
          const changed = bytes.map((byte, index) => (index === place % bytes.length ? byte ^ change : byte))
          expect(isSigned([redact(key)], header, bytes)).toBe(true)
          expect(isSigned([redact(key)], header, changed)).toBe(false)
          expect(isSigned([redact(`${key}x`)], header, bytes)).toBe(false)
        },
      ),
    )
  })

  it('neither throws nor believes, whatever is in a header', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('v', '1', '=', ',', 'a', ' ') })),
        (header) => {
          expect(isSigned([secret], header, body)).toBe(false)
        },
      ),
    )
  })
})
