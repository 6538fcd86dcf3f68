import { shareAcrossCopies } from './packageCopies.js'

const values = /* @__PURE__ */ shareAcrossCopies('Redacted', () => new WeakMap<object, unknown>())
const placeholder = '<redacted>'

/**
 * A wrapper that hides its value: it prints, serializes and inspects as `<redacted>`.
 *
 * The value is not a property of the object, so no dump, logger or deep copy contains it. Only {@link reveal} returns
 * it.
 *
 * @example
 * import { redact, reveal } from 'rxbank'
 *
 * const secret = redact('s3cr3t')
 * assert.deepStrictEqual(`${secret}`, '<redacted>')
 * assert.deepStrictEqual(JSON.stringify({ secret }), '{"secret":"<redacted>"}')
 * assert.deepStrictEqual(reveal(secret), 's3cr3t')
 */
export class Redacted<A> {
  // Exists only as a type: without it, `Redacted<string>` and `Redacted<number>` would be the same type.
  declare protected readonly _A: A

  /** @internal Use {@link redact}. */
  constructor(value: A) {
    values.set(this, value)
    Object.freeze(this)
  }

  /** Whether a value was redacted, by this or another copy of the package. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && values.has(value)
  }

  /** Returns `<redacted>`. */
  toString(): string {
    return placeholder
  }

  /** Returns `<redacted>`. */
  toJSON(): string {
    return placeholder
  }

  [Symbol.toPrimitive](): string {
    return placeholder
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return placeholder
  }
}

/**
 * Wraps a value, so that only {@link reveal} returns it.
 *
 * @example
 * import { redact } from 'rxbank'
 *
 * assert.deepStrictEqual(JSON.stringify({ password: redact('pa55') }), '{"password":"<redacted>"}')
 */
export const redact = <A>(value: A): Redacted<A> => new Redacted(value)

/**
 * Returns the value that was redacted. Throws a `TypeError` for anything else, such as a copy of a redacted value.
 *
 * @example
 * import { redact, type Redacted, reveal } from 'rxbank'
 *
 * assert.deepStrictEqual(reveal(redact('pa55')), 'pa55')
 * assert.throws(() => reveal({ ...redact('pa55') } as Redacted<string>), TypeError)
 */
export const reveal = <A>(redacted: Redacted<A>): A => {
  if (!values.has(redacted)) throw new TypeError('reveal: not a value that redact() of this package made')
  return values.get(redacted) as A
}
