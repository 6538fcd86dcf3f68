/** The line through numbers, from the left edge to the right one: the `d` of a path of SVG. One number is a level line. */
export const linePath = (values: ReadonlyArray<number>, width: number, height: number): string => {
  const points = values.length === 1 ? [...values, ...values] : values
  const least = Math.min(...points)
  const span = Math.max(...points) - least
  const step = width / Math.max(points.length - 1, 1)
  const at = (value: number): number => (span === 0 ? height / 2 : height - ((value - least) / span) * height)
  return points
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${(index * step).toFixed(1)} ${at(value).toFixed(1)}`)
    .join('')
}
