import type { Command } from 'commander'
import { concat, takeUntil } from 'rxjs'
import type { ServiceProfile } from '../../index.js'
import { interruption, undisturbed } from '../endSignals.js'
import { path } from '../optionParsers.js'
import { wholeFile } from '../output/atomicFile.js'
import { whileOpen } from '../output/useWhileOpen.js'
import { profileNamed } from '../profiles.js'
import { toEnd } from '../runToEnd.js'
import { version } from '../version.js'
import { openapi } from './openapi.js'

interface OpenapiOptions {
  readonly profile: ServiceProfile
  readonly output?: string
}

const help = `
No service is asked. The document is for tools that read OpenAPI 3.1: linters,
mock servers, generators of clients in other languages. It has the operations,
parameters and credentials that RxBank uses of a service, and its resources as
RxBank reads them: fields that are not named may be there too.

Examples:
  $ rxbank openapi --profile bridge2021 --output bridge2021.json
  $ rxbank openapi --profile described | jq '.paths | keys'`

/** Adds `rxbank openapi`. */
export const addOpenapi = (program: Command): void => {
  program
    .command('openapi')
    .description('write what a profile says of its service as OpenAPI 3.1')
    .requiredOption('--profile <name>', 'the profile', profileNamed)
    .option('-o, --output <file>', 'a file, instead of standard output', path)
    .addHelpText('after', help)
    .action(({ profile, output }: OpenapiOptions) =>
      toEnd(
        whileOpen(wholeFile(output), (sink) => {
          const lines = JSON.stringify(openapi(profile, version), undefined, 2).split('\n')
          return concat(sink.write(lines).pipe(takeUntil(interruption())), undisturbed(sink.keep))
        }),
      ),
    )
}
