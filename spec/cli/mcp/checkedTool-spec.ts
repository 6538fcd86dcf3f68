import { ToolInputError } from '../../../lib/cli/mcp/toolInput.js'
import { type BankTables, openBankTables, type Row } from './bankTables.js'

describe('checkedTool', () => {
  let tables: BankTables

  beforeEach(async () => {
    tables = await openBankTables()
    tables.insertAccount('1', 'Compte')
    tables.insertAccount('2', 'of another', undefined, 'B7K')
    tables.insertRows([
      { id: 'a', account: '1', date: '2026-01-05', cents: -499, text: 'CB COFFEE' },
      { id: 'b', account: 'without a row', date: '2026-01-06', cents: -500, text: 'CB TEA' },
    ])
  })
  afterEach(() => tables.close())

  const refusal = async (tool: string, input: Row): Promise<string> => {
    const error: unknown = await tables.ask(tool, input).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ToolInputError)
    return (error as ToolInputError).message
  }

  const withDays: ReadonlyArray<[string, Row]> = [
    ['find_transactions', {}],
    ['sum_transactions', { by: 'month' }],
    ['list_balances', { account: '1' }],
    ['find_transfers', {}],
  ]

  it.each(withDays)('refuses days that the calendar does not have, in %s', async (tool, input) => {
    for (const day of ['2026-02-30', '2026-13-01', '2026-00-10', '2023-02-29']) {
      expect(await refusal(tool, { ...input, from: day })).toBe(`from: the calendar has no day ${day}`)
      expect(await refusal(tool, { ...input, to: day })).toBe(`to: the calendar has no day ${day}`)
    }
    await tables.ask(tool, { ...input, from: '2024-02-29', to: '2024-02-29' })
  })

  it.each(withDays)('refuses days in the wrong order, in %s', async (tool, input) => {
    expect(await refusal(tool, { ...input, from: '2026-12-01', to: '2026-01-01' })).toBe(
      'from 2026-12-01 is after to 2026-01-01; exchange them',
    )
  })

  it('refuses amounts in the wrong order', async () => {
    expect(await refusal('find_transactions', { min_amount: -5, max_amount: -10 })).toContain('exchange them')
    const { transactions } = await tables.ask('find_transactions', { min_amount: -5, max_amount: -5 })
    expect(transactions).toMatchObject([{ id: 'b' }])
  })

  it.each([
    ['find_transactions', {}],
    ['sum_transactions', { by: 'month' }],
    ['list_balances', {}],
    ['find_transfers', {}],
    ['find_recurring', {}],
  ])('refuses an account that the user does not have, in %s', async (tool, input) => {
    for (const account of ['2', '3', '', ' 1', "1' OR '1' = '1", '\ud800'])
      expect(await refusal(tool, { ...input, account })).toBe(
        'the user has no such account; list_accounts has their ids',
      )
    for (const account of ['1', 'without a row']) await tables.ask(tool, { ...input, account })
  })

  it.each([
    ['text', '\u0000zzz'],
    ['text', 'CB\u0000'],
    ['account', '1\u0000'],
    ['category', '\u0000'],
  ])('refuses control characters in %s', async (name, value) => {
    expect(await refusal('find_transactions', { [name]: value })).toBe(`${name} has a control character; leave it out`)
  })
})
