import { type Command, Option } from 'commander'
import { toEnd } from '../runToEnd.js'
import { withServiceOptions } from '../service/serviceOptions.js'
import { timeSpan } from '../timeSpan.js'
import type { DoctorOptions } from './doctor.js'

const help = `
It goes to the service, asks what can be asked without changing anything, and
says what works, what does not, and what to do first. A client id and a base
URL, or a profile that knows one, are enough to begin with; the more is given,
the more is tried.
The report has no secret, no token and no value of an answer in it.
Exit codes: 0 it works, perhaps with warnings; 1 something is wrong.

Examples:
  $ rxbank doctor
  $ rxbank doctor --json | jq -r .first
  $ rxbank doctor --external-user-id A6J --deadline 30s`

/** Adds `rxbank doctor`. */
export const addDoctor = (program: Command): void => {
  const command = program
    .command('doctor')
    .description('say what is wrong between this machine and the service')
    .option('--json', 'the report as an object of JSON')
    .addOption(
      new Option('--deadline <time>', 'begin nothing more after it, as 30s')
        .argParser(timeSpan(1))
        .default(120_000, '2m'),
    )
    .addHelpText('after', help)
  withServiceOptions(command).action(async (options: DoctorOptions) =>
    toEnd((await import('./doctor.js')).doctor(options)),
  )
}
