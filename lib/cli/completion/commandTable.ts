import type { Command, Option } from 'commander'

/** An option of a command, as a shell completes it. */
export interface CompletedOption {
  /** Its flags, such as `-o` and `--output`. */
  readonly flags: ReadonlyArray<string>
  readonly description: string
  /** The possible values: these words, a file, any text, or `none` for an option without a value. */
  readonly value: ReadonlyArray<string> | 'file' | 'text' | 'none'
}

/** A command, as a shell completes it. */
export interface CompletedCommand {
  /** Its full name, such as `fleet users add`; empty for the program itself. */
  readonly path: string
  readonly description: string
  /** Its subcommands. */
  readonly commands: ReadonlyArray<readonly [name: string, description: string]>
  /** The possible values of its first argument, if they are known. */
  readonly words: ReadonlyArray<string>
  readonly options: ReadonlyArray<CompletedOption>
}

const valueOf = ({ argChoices, required, optional, flags }: Option): CompletedOption['value'] => {
  if (!required && !optional) return 'none'
  return argChoices ?? (flags.includes('<file>') ? 'file' : 'text')
}

const optionOf = (option: Option): CompletedOption => ({
  flags: [option.short, option.long].filter((flag) => typeof flag === 'string'),
  description: option.description,
  value: valueOf(option),
})

const help: CompletedOption = { flags: ['-h', '--help'], description: 'display help for command', value: 'none' }

/** All commands of a program, each after its parent. */
export const commandTable = (command: Command, path = ''): ReadonlyArray<CompletedCommand> => [
  {
    path,
    description: command.description(),
    commands: command.commands.map((subcommand) => [subcommand.name(), subcommand.description()] as const),
    words: command.registeredArguments[0]?.argChoices ?? [],
    options: [...command.options.map(optionOf), help],
  },
  ...command.commands.flatMap((subcommand) => commandTable(subcommand, `${path} ${subcommand.name()}`.trim())),
]
