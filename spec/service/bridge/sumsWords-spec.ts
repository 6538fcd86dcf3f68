import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(process.cwd(), 'lib/service')

/** The doc comment of a field, as one line. */
const hoverOf = (file: string, field: string): string => {
  const source = readFileSync(join(root, file), 'utf8')
  const found = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s+readonly ${field}\\??:`).exec(source)
  return (found?.[1] ?? '').replace(/\s*\n\s*\*\s*/g, ' ').trim()
}

describe('what an editor shows of a transaction', () => {
  it.each([
    ['model/Transaction.ts', 'amount', ['minorUnits', 'is_future', 'show_client_side']],
    ['model/Transaction.ts', 'show_client_side', ['deferred debit', 'sum', 'without a value']],
    ['model/Transaction.ts', 'is_future', ['sums']],
    ['bridge/Bridge2018Transaction.ts', 'amount', ['minorUnits']],
    ['bridge/Bridge2021Transaction.ts', 'amount', ['minorUnits', 'is_future', 'show_client_side']],
    ['bridge/Bridge2021Transaction.ts', 'show_client_side', ['deferred debit', 'sum', 'without a value']],
    ['bridge/Bridge2021Transaction.ts', 'is_future', ['sums']],
    ['bridge/Bridge2025Transaction.ts', 'amount', ['minorUnits', '`future`']],
    ['bridge/Bridge2025Transaction.ts', 'future', ['sums']],
  ])('%s says of %s what sums leave out', (file, field, words) => {
    for (const word of words) expect(hoverOf(file, field)).toContain(word)
  })
})
