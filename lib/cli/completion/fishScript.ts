import type { CompletedCommand, CompletedOption } from './commandTable.js'

const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`

const flagsOf = (flags: ReadonlyArray<string>): string =>
  flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)).join(' ')

const valueOf = (value: CompletedOption['value']): string => {
  if (value === 'none') return ''
  return value === 'file' ? ' -r -F' : value === 'text' ? ' -x' : ` -x -a ${quote(value.join(' '))}`
}

const linesOf = ({ path, commands, words, options }: CompletedCommand): ReadonlyArray<string> => {
  const line = `complete -c rxbank -n ${quote(`test x(__rxbank_path) = "x${path}"`)}`
  return [
    ...commands.map(([name, description]) => `${line} -a ${name} -d ${quote(description)}`),
    ...words.map((word) => `${line} -a ${word}`),
    ...options.map(
      ({ flags, description, value }) => `${line} ${flagsOf(flags)}${valueOf(value)} -d ${quote(description)}`,
    ),
  ]
}

/** A script for fish: `__rxbank_path` prints the command named by the words before the cursor. */
export const fishScript = (table: ReadonlyArray<CompletedCommand>): ReadonlyArray<string> => [
  'function __rxbank_path',
  '  set -l path',
  '  for word in (commandline -opc)[2..-1]',
  "    set -l next (string join ' ' $path $word)",
  `    contains -- $next ${table
    .slice(1)
    .map(({ path }) => quote(path))
    .join(' ')}`,
  '    and set path $next',
  '  end',
  '  echo "$path"',
  'end',
  'complete -c rxbank -f',
  ...table.flatMap(linesOf),
]
