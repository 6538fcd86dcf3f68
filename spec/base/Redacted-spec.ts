import { format, inspect } from 'node:util'
import fc from 'fast-check'
import { redact, Redacted, reveal } from '../../lib/base/Redacted.js'

const canary = 'canary-0d4e5f'

describe('Redacted', () => {
  it('gives back what it was given, whatever that is, to reveal alone', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(reveal(redact(value))).toBe(value)
      }),
    )
  })

  it.each<[string, (secret: Redacted<string>) => unknown]>([
    ['a template', (secret) => `a ${secret as unknown as string}`],
    ['String', (secret) => String(secret)],
    ['a sum', (secret) => 'a ' + (secret as unknown as string)],
    ['toLocaleString', (secret) => secret.toLocaleString()],
    ['JSON', (secret) => JSON.stringify({ secret: [secret] })],
    ['inspect', (secret) => inspect(secret)],
    [
      'inspect of what is deep',
      (secret) => inspect({ a: { b: [secret] } }, { depth: 12, showHidden: true, getters: true }),
    ],
    ['inspect without custom functions', (secret) => inspect(secret, { customInspect: false, showHidden: true })],
    ['inspect with a proxy', (secret) => inspect(new Proxy(secret, {}), { showProxy: true, showHidden: true })],
    ['format', (secret) => format('%s %j %o %O', secret, secret, secret, secret)],
    ['a list', (secret) => [secret].join()],
    ['its keys', (secret) => Reflect.ownKeys(secret).map(String).join()],
    ['its entries', (secret) => JSON.stringify(Object.entries(Object.getOwnPropertyDescriptors(secret)))],
    ['a copy', (secret) => inspect(Object.assign({}, secret), { showHidden: true })],
    ['a structured clone', (secret) => inspect(structuredClone(secret), { showHidden: true })],
    ['an error about it', (secret) => String(new Error('no', { cause: secret }).cause)],
    ['a failed conversion', (secret) => Number(secret)],
  ])('shows nothing in %s', (_, show) => {
    expect(String(show(redact(canary)))).not.toContain(canary)
  })

  it('says that there is something, so that nobody looks for a bug', () => {
    const secret = redact(canary)
    expect([String(secret), JSON.stringify(secret), inspect(secret)]).toEqual([
      '<redacted>',
      '"<redacted>"',
      '<redacted>',
    ])
  })

  it('opens neither a copy, nor a clone, nor a forgery, and does not say what it was', () => {
    const secret = redact(canary)
    const forgeries: ReadonlyArray<unknown> = [
      Object.assign({}, secret),
      structuredClone(secret),
      Object.create(secret),
      Object.create(Redacted.prototype),
      new Proxy(secret, {}),
      '<redacted>',
      undefined,
      null,
    ]
    for (const forgery of forgeries) expect(() => reveal(forgery as Redacted<string>)).toThrow(TypeError)
  })

  it('cannot be changed', () => {
    const secret = redact(canary)
    expect(Object.isFrozen(secret)).toBe(true)
    expect(Reflect.set(secret, 'toJSON', () => 'other')).toBe(false)
  })
})
