import fc from 'fast-check'

/** What no error, event or message may show. */
export const canary = 's3cr3t-canary'

const broken = (): never => {
  throw new Error(canary)
}

const cycle: Record<string, unknown> = {}
cycle.self = cycle

/** Any value of JavaScript that can be looked at. */
export const strange = fc.oneof(
  fc.anything({
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withObjectString: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
  }),
  fc.constantFrom<unknown>(cycle, [cycle], Symbol(canary), () => canary, new Date(NaN), -0, 2 ** 53, canary),
)

const traps = ['get', 'getOwnPropertyDescriptor', 'getPrototypeOf', 'has', 'ownKeys', 'set', 'defineProperty'] as const

const revoked = (): unknown => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

/** Values that throw when they are looked at; fast-check looks at what it makes, so they are a list. */
export const brittle: ReadonlyArray<readonly [name: string, value: unknown]> = [
  ['a proxy that throws', new Proxy({}, Object.fromEntries(traps.map((name) => [name, broken])))],
  ['an array that throws', new Proxy([], { get: broken })],
  ['a revoked proxy', revoked()],
  ['what pretends to be a Date', Object.create(Date.prototype)],
  ['what cannot be converted', { toString: broken, valueOf: broken, toJSON: broken, [Symbol.toPrimitive]: broken }],
]

/** Objects with some of these fields, of any value; a field may throw when it is read, or stand in the prototype. */
export const objectsOf = (names: ReadonlyArray<string>, values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .record({
      fields: fc.dictionary(fc.constantFrom(...names, '__proto__', 'constructor', 'toString'), values, { maxKeys: 6 }),
      prototype: fc.constantFrom<object | null>(Object.prototype, null, { id: 1, limit: 'x' }),
      thrower: fc.option(fc.constantFrom(...names), { freq: 8 }),
      isFrozen: fc.boolean(),
    })
    .map(({ fields, prototype, thrower, isFrozen }) => {
      const made = Object.create(prototype, Object.getOwnPropertyDescriptors(fields)) as object
      if (thrower !== null) Object.defineProperty(made, thrower, { get: broken, enumerable: true, configurable: true })
      return isFrozen ? Object.freeze(made) : made
    })
