/** @internal Marks our errors across copies of the package, where `instanceof` fails. */
export const brand: unique symbol = Symbol.for('rxbank.ClientError')
