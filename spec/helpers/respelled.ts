/** A copy of a value from JSON whose objects have their keys in another order, by the numbers that `order` gives. */
export const respelled = (value: unknown, order: Iterator<number>): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => respelled(item, order))
  const entries = Object.entries(value).map(([key, held]) => [key, respelled(held, order)] as const)
  const places = new Map(entries.map(([key]) => [key, Number(order.next().value)]))
  return Object.fromEntries(entries.sort(([one], [other]) => (places.get(one) ?? 0) - (places.get(other) ?? 0)))
}
