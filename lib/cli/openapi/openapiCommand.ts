import type { Command } from 'commander'
import { concat, takeUntil } from 'rxjs'
import type { ServiceProfile } from '../../index.js'
import { ignoreSignalsDuring, interruption } from '../endSignals.js'
import { parsePath } from '../optionParsers.js'
import { atomicFile } from '../output/atomicFile.js'
import { useWhileOpen } from '../output/useWhileOpen.js'
import { parseProfile } from '../profiles.js'
import { runToEnd } from '../runToEnd.js'
import { version } from '../version.js'
import { openapi } from './openapi.js'

interface OpenapiOptions {
  readonly profile: ServiceProfile
  readonly output?: string
}

const help = `
Sends no request. The document is for tools that read OpenAPI 3.1: linters, mock
servers, client generators for other languages. It describes the operations,
parameters and credentials that rxbank uses, and the fields that rxbank decodes.
Resources may have other fields.

Examples:
  $ rxbank openapi --profile bridge2025 --output bridge2025.json
  $ rxbank openapi --profile default | jq '.paths | keys'`

/** Adds `rxbank openapi`. */
export const addOpenapi = (program: Command): void => {
  program
    .command('openapi')
    .description('write an OpenAPI 3.1 document for the service of a profile')
    .requiredOption('--profile <name>', 'the profile', parseProfile)
    .option('-o, --output <file>', 'a file, instead of standard output', parsePath)
    .addHelpText('after', help)
    .action(({ profile, output }: OpenapiOptions) =>
      runToEnd(
        useWhileOpen(atomicFile(output), (sink) => {
          const lines = JSON.stringify(openapi(profile, version), undefined, 2).split('\n')
          return concat(sink.write(lines).pipe(takeUntil(interruption())), ignoreSignalsDuring(sink.commit))
        }),
      ),
    )
}
