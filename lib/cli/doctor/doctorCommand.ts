import { type Command, Option } from 'commander'
import { parseDuration, parsePath } from '../optionParsers.js'
import { runToEnd } from '../runToEnd.js'
import { withServiceOptions } from '../service/serviceOptions.js'
import type { DoctorOptions } from './doctor.js'

const help = `
Connects to the service, tries every operation that changes nothing, and reports
what works, what does not, and what to do first. A client id and a base URL, or
a profile that has one, are enough; with more settings, more is tried.
The report contains no secret, no token and no value of a response.
With --output, it also writes what the responses show about the library's
assumptions, without values.
Exit codes: 0 it works, perhaps with warnings; 1 something is wrong.

Examples:
  $ rxbank doctor
  $ rxbank doctor --json | jq -r .first
  $ rxbank doctor --output evidence.json
  $ rxbank doctor --external-user-id A6J --deadline 30s`

/** Adds `rxbank doctor`. */
export const addDoctor = (program: Command): void => {
  const command = program
    .command('doctor')
    .description('find problems between this machine and the service')
    .option('--json', 'write the report as a JSON object')
    .option(
      '-o, --output <file>',
      'also write a file to send to us: what the responses show, without values',
      parsePath,
    )
    .addOption(
      new Option('--deadline <time>', 'start no more requests after this time, such as 30s')
        .argParser(parseDuration(1))
        .default(120_000, '2m'),
    )
    .addHelpText('after', help)
  withServiceOptions(command).action(async (options: DoctorOptions) =>
    runToEnd((await import('./doctor.js')).doctor(options)),
  )
}
