import { Command } from 'commander'
import { sabotages } from './sabotages.mjs'

const list = (title) => `\n${title}\n${sabotages.map(({ name }) => `  ${name}`).join('\n')}`

/** The sabotages that the arguments ask for; prints help or what is wrong, and ends the process, where they ask for it. */
export const asked = () => {
  const command = new Command('npm run sabotage --')
    .description('Breaks the client in one way after another, in a bundle, and checks that the simulation notices.')
    .argument('[words...]', 'only sabotages whose names have one of these in them')
    .option('--check', 'only check that the code to break is found, which takes a second')
    .option('--tap', 'print one line of TAP a sabotage')
    .addHelpText('after', '\nStatus: 0 when each was noticed, 1 when not, 2 for wrong arguments, 130 after Ctrl-C.')
    .addHelpText('after', list('Sabotages:'))
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .parse()
  const words = command.args
  const unknown = words.filter((word) => !sabotages.some(({ name }) => name.includes(word)))
  if (unknown.length > 0)
    command.error(`error: no sabotage has "${unknown.join('" or "')}" in its name\n${list('There are:')}`, {
      exitCode: 2,
    })
  const wanted = sabotages.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  const { check = false, tap = false } = command.opts()
  return { wanted, isCheck: check, isTap: tap }
}
