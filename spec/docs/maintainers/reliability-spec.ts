import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { plain, tableRows } from '../guides/tables.js'

const guide = 'docs/maintainers/reliability.md'

const numbers = (last: number): ReadonlyArray<string> =>
  Array.from({ length: last }, (_, index) => String(index + 1).padStart(2, '0'))

describe.each([
  { folder: 'tokens', head: 'Tokens', title: 'token scenario', last: 20 },
  { folder: 'paging-polling', head: 'Paging and polling', title: 'paging scenario', last: 25 },
])(`${guide}, $title`, ({ folder, head, title, last }) => {
  const place = join('spec/scenarios', folder)
  const rows = tableRows(guide, head).map(([number = '', name = '', shown = '']) => ({ number, name, shown }))
  const applying = rows.filter(({ shown }) => !shown.startsWith('does not apply: '))
  const files = readdirSync(place).filter((file) => file.endsWith('-spec.ts'))

  it('has a row for every scenario, in order', () => {
    expect(rows.map(({ number }) => number)).toEqual(numbers(last))
  })

  it('has a row for every spec, and a spec for every row that applies', () => {
    const started = files.map((file) => file.slice(0, 2))
    expect(started.sort()).toEqual(applying.map(({ number }) => number))
  })

  it.each(applying)('shows scenario $number, $name, by a command that runs its spec', ({ number, name, shown }) => {
    expect(plain(shown)).toBe(`npx jest ${place}/${number}`)
    const [file = ''] = files.filter((one) => one.startsWith(`${number}-`))
    const titles = Array.from(
      readFileSync(join(place, file), 'utf8').matchAll(/^ *(?:describe\b.*\(|\]\)\()?['`](.+ scenario .+)['`],/gm),
      ([, text = '']) => text,
    )
    expect(titles).not.toEqual([])
    for (const text of titles) {
      expect(text.slice(0, `${title} ${number}: ${name}`.length)).toBe(`${title} ${number}: ${name}`)
      expect(text.slice(`${title} ${number}: ${name}`.length)).toMatch(/^$|^,? /)
    }
  })
})

describe(guide, () => {
  it('names scripts that there are', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: Record<string, string> }
    const named = Array.from(readFileSync(guide, 'utf8').matchAll(/npm run ([\w-]+)/g), ([, name]) => name)
    expect(named.length).toBeGreaterThan(0)
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
  })
})
