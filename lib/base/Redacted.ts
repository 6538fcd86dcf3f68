import { shareAcrossCopies } from './packageCopies.js'

const values = /* @__PURE__ */ shareAcrossCopies('Redacted', () => new WeakMap<object, unknown>())
const placeholder = '<redacted>'

/**
 * A value that is carried but never shown: printing, serialising or inspecting it gives `<redacted>`.
 *
 * The value itself is not a property of the object, so no debugger dump, logger or deep copy finds it; {@link reveal}
 * is the one way to it.
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
  declare protected readonly _A: A

  /** @internal Use {@link redact}. */
  constructor(value: A) {
    values.set(this, value)
    Object.freeze(this)
  }

  /** Whether a value is redacted, by whichever copy of the package. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && values.has(value)
  }

  /** Gives `<redacted>`. */
  toString(): string {
    return placeholder
  }

  /** Gives `<redacted>`. */
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
 * Hides a value: from here on only {@link reveal} shows it.
 *
 * @example
 * import { redact } from 'rxbank'
 *
 * assert.deepStrictEqual(JSON.stringify({ password: redact('pa55') }), '{"password":"<redacted>"}')
 */
export const redact = <A>(value: A): Redacted<A> => new Redacted(value)

/**
 * Opens a redacted value; throws a `TypeError` for anything else, such as a copy of one.
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
