import type { Command } from 'commander'
import { defer, type Observable } from 'rxjs'
import type { Bank } from '../../service/model/Bank.js'
import { asText } from '../formatText.js'
import { runToEnd } from '../runToEnd.js'
import { connectService } from '../service/connectService.js'
import { type ServiceOptions, withPublicOptions } from '../service/serviceOptions.js'
import { listTable } from './listTable.js'
import { showList } from './showList.js'

interface BanksOptions extends ServiceOptions {
  readonly json?: boolean
}

const table = listTable(
  ({ id, name, country_code }: Bank) => [{ id, name: asText(name), detail: asText(country_code) }],
  'COUNTRY',
)

const banks = ({ json = false, ...service }: BanksOptions): Observable<never> =>
  defer(() => {
    const client = connectService(service)
    return showList({ client, all: client.banks.all, table, json })
  })

const help = `
Writes a table to a terminal, and otherwise lines of JSON, one bank each.

Examples:
  $ rxbank banks
  $ rxbank banks | jq -r 'select(.country_code == "FR") | .name'
  $ rxbank banks --json | head -n 1`

/** Adds `rxbank banks`. */
export const addBanks = (program: Command): void => {
  const command = program
    .command('banks')
    .description('show the banks that can be connected')
    .option('--json', 'lines of JSON instead of a table')
    .addHelpText('after', help)
  withPublicOptions(command).action((options: BanksOptions) => runToEnd(banks(options)))
}
