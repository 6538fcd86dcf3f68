/**
 * @internal Marks client errors, so that copies of the package recognize each other's errors, for which `instanceof`
 * fails.
 */
export const brand: unique symbol = Symbol.for('rxbank.ClientError')
