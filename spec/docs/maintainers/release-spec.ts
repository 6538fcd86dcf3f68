import { readFileSync } from 'node:fs'
import { plain, tableRows } from '../guides/tables.js'

const guide = 'docs/maintainers/release.md'

const invented = (file: string): ReadonlyArray<string> =>
  readFileSync(file, 'utf8').match(/[\w:/+.@-]+\.example\b[\w/.-]*/g) ?? []

describe(guide, () => {
  it('names every placeholder that is to be settled before the first release', () => {
    const named = tableRows(guide, 'Where').map(([, placeholder = '']) => plain(placeholder))
    const settled = [...invented('package.json'), ...invented('docs/SECURITY.md')]
    expect(settled).toHaveLength(4)
    expect(named.slice(1).sort()).toEqual(settled.sort())
  })
})
