import { type Command, Option } from 'commander'
import { defer, type Observable } from 'rxjs'
import type { Language } from '../../service/api/categoryRequests.js'
import type { Category } from '../../service/model/Category.js'
import { categoryTree } from '../../service/model/categoryTree.js'
import { runToEnd } from '../runToEnd.js'
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
    const languageOption = language === undefined ? {} : { language }
    return showList({ client, all: (config) => client.categories.all({ ...config, ...languageOption }), table, json })
  })

const help = `
Writes a table to a terminal, and otherwise lines of JSON, one category each.
Subcategories are nested in their category, or follow it.

Examples:
  $ rxbank categories --language fr
  $ rxbank categories | jq -r .name`

/** Adds `rxbank categories`. */
export const addCategories = (program: Command): void => {
  const command = program
    .command('categories')
    .description('show the categories of transactions')
    .addOption(new Option('--language <language>', 'the language of the names').choices(['en', 'fr']))
    .option('--json', 'lines of JSON instead of a table')
    .addHelpText('after', help)
  withPublicOptions(command).action((options: CategoriesOptions) => runToEnd(categories(options)))
}
