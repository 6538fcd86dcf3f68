import { Argument, type Command, Option } from 'commander'
import { runToEnd } from '../runToEnd.js'
import { withServiceOptions } from '../service/serviceOptions.js'
import type { GetOptions } from './getResource.js'
import { type SingleName, singleNames } from './singleOperations.js'

const help = `
Writes one JSON object, with the service's field names and timestamps. A bank
and a category need no user. A resource that the service does not have is a 404.

Examples:
  $ rxbank get account 2341498
  $ rxbank get bank 574 --profile bridge2025 | jq .name
  $ rxbank get category 321 --language fr
  $ rxbank get category-insights`

/** Adds `rxbank get`. */
export const addGet = (program: Command): void => {
  const command = program
    .command('get')
    .description('write one resource of the service, by its id')
    .addArgument(new Argument('<resource>', 'what to read').choices(singleNames))
    .argument('[id]', 'its id: for a user the uuid, for a refresh status the item')
    .addOption(new Option('--language <language>', "the language of a category's name").choices(['en', 'fr']))
    .addHelpText('after', help)
  withServiceOptions(command).action(async (name: SingleName, id: string | undefined, options: GetOptions) =>
    runToEnd((await import('./getResource.js')).getResource(name, id, options)),
  )
}
