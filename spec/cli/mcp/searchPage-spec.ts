import { type BankTables, openBankTables, type Row } from './bankTables.js'

const iban = 'FR7630006000011234567890189'

describe('a search for a text', () => {
  let tables: BankTables

  beforeEach(async () => {
    tables = await openBankTables()
  })
  afterEach(() => tables.close())

  const insert = (...texts: ReadonlyArray<string>): void => {
    tables.insertRows(
      texts.map((text, at) => ({ id: String(at), account: '1', date: '2026-01-05', cents: -499, text })),
    )
  }

  const found = async (text: string, input: Row = {}, showIbans = false): Promise<ReadonlyArray<unknown>> => {
    const { transactions } = await tables.ask('find_transactions', { text, ...input }, showIbans)
    return (transactions as ReadonlyArray<Row>).map(({ id }) => id)
  }

  it('finds no part of an IBAN that answers do not show', async () => {
    insert(iban, iban.replace(/.{4}/g, '$& '), 'GB82 WEST 1234 5698 7654 32')
    const findShown = (part: string) =>
      ['FR…0189', 'FR…0189', 'GB…5432'].flatMap((shown, at) => (shown.includes(part) ? [String(at)] : []))
    for (let length = 1; length < iban.length; length += 1)
      for (let from = 0; from + length <= iban.length; from += 1) {
        const part = iban.slice(from, from + length)
        expect([part, await found(part)]).toEqual([part, findShown(part).reverse()])
      }
    expect(await found('west')).toEqual([])
    expect(await found('FR…0189')).toEqual(['1', '0'])
  })

  it('finds IBANs as they are if answers show them', async () => {
    insert(`VIR ${iban}`)
    expect(await found('76300060', {}, true)).toEqual(['0'])
  })

  it('finds any part of what answers show, in any case', async () => {
    insert('CAFÉ du Nord', 'a%b', 'a_b', "l'Été", `${'x'.repeat(200)}beyond`, 'two\nlines')
    expect(await found('café DU')).toEqual(['0'])
    expect(await found('%')).toEqual(['1'])
    expect(await found('_')).toEqual(['2'])
    expect(await found("'ét")).toEqual(['3'])
    expect(await found('beyond')).toEqual([])
    expect(await found('two lines')).toEqual(['5'])
  })

  it('pages through what it finds', async () => {
    insert(...Array.from({ length: 25 }, (_, at) => (at % 2 === 0 ? 'CB TEA' : 'CB COFFEE')))
    const ids: Array<unknown> = []
    let offset: unknown = 0
    while (offset !== null) {
      const page = await tables.ask('find_transactions', { text: 'tea', limit: 5, offset })
      ids.push(...(page.transactions as ReadonlyArray<Row>).map(({ id }) => id))
      offset = page.next_offset
    }
    expect(new Set(ids).size).toBe(13)
    expect(ids).toHaveLength(13)
  })

  it('searches a bounded number of rows, and says so', async () => {
    insert(...Array.from({ length: 10_000 }, () => 'CB TEA'))
    expect((await tables.ask('find_transactions', { text: 'coffee' })).is_truncated).toBe(false)
    tables.insertRows([{ id: 'old', account: '1', date: '2025-01-01', cents: -499, text: 'CB COFFEE' }])
    expect(await tables.ask('find_transactions', { text: 'coffee' })).toEqual({
      transactions: [],
      next_offset: null,
      is_truncated: true,
    })
    expect(await found('coffee', { to: '2025-12-31' })).toEqual(['old'])
  })
})
