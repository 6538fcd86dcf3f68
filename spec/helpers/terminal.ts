/** Says to the process of a command which of its outputs are to look like terminals. */
const variable = 'SPECS_TERMINAL'

type Name = 'stdout' | 'stderr'

/** Variables that make standard output and stderr of a command look like terminals of so many columns. */
export const asTerminal = (columns: number, ...names: ReadonlyArray<Name>): Readonly<Record<string, string>> => {
  const each = names.map((name) => `Object.assign(process.${name},{isTTY:true,columns:${String(columns)}})`)
  return {
    NODE_OPTIONS: `--import=data:text/javascript,${each.join(';')}`,
    [variable]: [columns, ...names].join(' '),
    NO_COLOR: '1',
    TERM: 'xterm',
  }
}

/** Whether the options for Node in these variables are those of {@link asTerminal} alone, if there are any. */
export const isPlain = (env: Readonly<Record<string, string>>): boolean =>
  env.NODE_OPTIONS === undefined || env[variable] !== undefined

/** Makes the outputs of this process look as the variables say, which Node reads only when a process starts. */
export const lookAs = (env: Readonly<Record<string, string>>): void => {
  const [columns, ...terminals] = env[variable]?.split(' ') ?? []
  for (const name of ['stdout', 'stderr'] as const) {
    const isTTY = terminals.includes(name)
    Object.assign(process[name], isTTY ? { isTTY, columns: Number(columns) } : { isTTY: undefined, columns: undefined })
  }
}
