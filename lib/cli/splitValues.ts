/**
 * Splits each argument `--name=value` before `--` into `--name` and `value`, so that the message about an unknown
 * option repeats its name without the value, and suggests a similar name.
 */
export const splitValues = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const end = args.indexOf('--')
  const options = end < 0 ? args : args.slice(0, end)
  const split = options.flatMap((arg) => {
    const [, name, value] = /^(--[^=]+)=([^]*)$/.exec(arg) ?? []
    return name === undefined || value === undefined ? [arg] : [name, value]
  })
  return end < 0 ? split : [...split, ...args.slice(end)]
}
