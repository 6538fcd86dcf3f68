import { Argument, type Command } from 'commander'
import { takeUntil } from 'rxjs'
import { interruption } from '../endSignals.js'
import { lineSink } from '../output/lineSink.js'
import { useWhileOpen } from '../output/useWhileOpen.js'
import { runToEnd } from '../runToEnd.js'
import { bashScript, zshScript } from './bashScript.js'
import { commandTable } from './commandTable.js'
import { fishScript } from './fishScript.js'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript }

const help = `
The script completes commands, options and their values. Load it when your shell
starts.

Examples:
  $ echo 'source <(rxbank completion bash)' >> ~/.bashrc
  $ echo 'source <(rxbank completion zsh)' >> ~/.zshrc
  $ rxbank completion fish > ~/.config/fish/completions/rxbank.fish`

/** Adds `rxbank completion`. */
export const addCompletion = (program: Command): void => {
  program
    .command('completion')
    .description('write a completion script for a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(scripts)))
    .addHelpText('after', help)
    .action((shell: keyof typeof scripts) =>
      runToEnd(
        useWhileOpen(lineSink(undefined, { append: false }), ({ write }) =>
          write(scripts[shell](commandTable(program))).pipe(takeUntil(interruption())),
        ),
      ),
    )
}
