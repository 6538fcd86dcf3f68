import fc from 'fast-check'

/** A number as it is written, and its parts: `coefficient` over 10 to the power of `scale`. */
export interface Written {
  readonly text: string
  readonly coefficient: bigint
  readonly scale: number
}

/** Writes a coefficient with its decimals, without needless zeros; by the arithmetic of whole numbers alone. */
export const write = (coefficient: bigint, scale: number): string => {
  const unit = 10n ** BigInt(scale)
  const size = coefficient < 0n ? -coefficient : coefficient
  const decimals = String(size % unit)
    .padStart(scale, '0')
    .replace(/0+$/, '')
  const whole = `${coefficient < 0n ? '-' : ''}${String(size / unit)}`
  return decimals === '' ? whole : `${whole}.${decimals}`
}

const greatest = 999_999_999_999_999

/** Numbers of at most 15 significant digits, with at most so many decimals. */
export const written = (mostDecimals: number): fc.Arbitrary<Written> =>
  fc
    .tuple(
      fc.oneof(
        fc.integer({ min: -greatest, max: greatest }),
        fc.integer({ min: -99_999, max: 99_999 }),
        fc.constantFrom(0, greatest, -greatest),
      ),
      fc.nat({ max: mostDecimals }),
    )
    .map(([size, scale]) => ({ text: write(BigInt(size), scale), coefficient: BigInt(size), scale }))
