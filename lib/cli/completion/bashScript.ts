import type { CompletedCommand, CompletedOption } from './commandTable.js'

const quote = (text: string): string => `'${text.replace(/'/g, "'\\''")}'`

const wordsOf = ({ commands, words, options }: CompletedCommand): string =>
  [...commands.map(([name]) => name), ...words, ...options.flatMap(({ flags }) => flags)].join(' ')

const valueCase = (path: string, { flags, value }: CompletedOption): ReadonlyArray<string> => {
  if (value === 'none') return []
  const pattern = flags.map((flag) => quote(`${path} ${flag}`)).join('|')
  const action = value === 'file' ? '_rxbank_files' : value === 'text' ? ':' : `_rxbank_words ${quote(value.join(' '))}`
  return [`    ${pattern}) ${action}; return ;;`]
}

/**
 * A completion script for bash, which also works in zsh. In it, `path` is the command named by the previous words,
 * `_rxbank_words` completes words, and `_rxbank_files` completes file names.
 */
export const bashScript = (table: ReadonlyArray<CompletedCommand>): ReadonlyArray<string> => [
  '_rxbank_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }',
  '_rxbank_files() {',
  '  compopt -o filenames 2>/dev/null',
  "  local IFS=$'\\n'",
  '  COMPREPLY=($(compgen -f -- "$cur"))',
  '}',
  '_rxbank() {',
  '  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} path= i',
  '  COMPREPLY=()',
  '  for ((i = 1; i < COMP_CWORD; i++)); do',
  '    case "$path${path:+ }${COMP_WORDS[i]}" in',
  `      ${table
    .slice(1)
    .map(({ path }) => quote(path))
    .join('|')}) path="$path\${path:+ }\${COMP_WORDS[i]}" ;;`,
  '    esac',
  '  done',
  '  case "$path $prev" in',
  ...table.flatMap(({ path, options }) => options.flatMap((option) => valueCase(path, option))),
  '  esac',
  '  case "$path" in',
  ...table.map((command) => `    ${quote(command.path)}) _rxbank_words ${quote(wordsOf(command))} ;;`),
  '  esac',
  '}',
  'complete -F _rxbank rxbank',
]

/** A completion script for zsh, which emulates the completion of bash. */
export const zshScript = (table: ReadonlyArray<CompletedCommand>): ReadonlyArray<string> => [
  '#compdef rxbank',
  'autoload -U +X compinit && compinit',
  'autoload -U +X bashcompinit && bashcompinit',
  ...bashScript(table),
]
