import { type Command, Option } from 'commander'
import { defer, type Observable } from 'rxjs'
import { type Category, categoryTree, type Language } from '../../index.js'
import { toEnd } from '../runToEnd.js'
import { connectService } from '../service/connectService.js'
import { type ServiceOptions, withPublicOptions } from '../service/serviceOptions.js'
import { listTable } from './listTable.js'
import { showList } from './showList.js'

interface CategoriesOptions extends ServiceOptions {
  readonly json?: boolean
  readonly language?: Language
}

const table = listTable((category: Category) =>
  categoryTree([category]).flatMap((top) => [
    { id: category.id, name: `${typeof category.parent_id === 'number' ? '  ' : ''}${category.name ?? ''}` },
    ...top.children.map(({ category: { id, name } }) => ({ id, name: `  ${name ?? ''}` })),
  ]),
)

const categories = ({ json = false, language, ...service }: CategoriesOptions): Observable<never> =>
  defer(() => {
    const client = connectService(service)
    const spoken = language === undefined ? {} : { language }
    return showList({ client, all: (config) => client.categories.all({ ...config, ...spoken }), table, json })
  })

const help = `
A table on a terminal; lines of JSON elsewhere, each a category; those
below one are in it, or come after it.

Examples:
  $ rxbank categories --language fr
  $ rxbank categories | jq -r .name`

/** Adds `rxbank categories`. */
export const addCategories = (program: Command): void => {
  const command = program
    .command('categories')
    .description('show the categories of transactions')
    .addOption(new Option('--language <language>', 'of the names').choices(['en', 'fr']))
    .option('--json', 'lines of JSON instead of a table')
    .addHelpText('after', help)
  withPublicOptions(command).action((options: CategoriesOptions) => toEnd(categories(options)))
}
