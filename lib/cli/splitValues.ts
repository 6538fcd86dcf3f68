/**
 * Writes `--name=value` as `--name value`, up to `--`: of an option that is not known, messages then repeat the name alone,
 * and suggest the nearest one.
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
