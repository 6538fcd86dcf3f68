/** With more values, there would be too many sums to compute. */
const maxValues = 10

/**
 * The values whose amounts add up to a total, at least `minCount` of them. `undefined` if there are none, or several
 * choices: then nobody can tell which one is meant.
 */
export const onlySum = <A>(
  values: ReadonlyArray<A>,
  amountOf: (value: A) => bigint,
  total: bigint,
  minCount: number,
): ReadonlyArray<A> | undefined => {
  if (values.length > maxValues) return undefined
  const choices: Array<ReadonlyArray<A>> = []
  const choose = (from: number, chosen: ReadonlyArray<A>, rest: bigint): void => {
    if (rest === 0n && chosen.length >= minCount) choices.push(chosen)
    if (rest <= 0n) return
    for (let i = from; i < values.length && choices.length < 2; i++) {
      const value = values[i] as A
      choose(i + 1, [...chosen, value], rest - amountOf(value))
    }
  }
  choose(0, [], total)
  return choices.length === 1 ? choices[0] : undefined
}
